// Serialise: the live page -> HTML. Two ways:
//   whole: frames' documents as `srcdoc`, open shadow roots as `<template shadowrootmode="open">`: for annotations;
//   flat:  what is seen: shadow trees and frames in their places, what is not shown marked `hidden`: for printing.
// Left out: our own overlay, comments, code of scripts, handlers, what stands in hidden and password fields.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});
  const words = (text) => new Set(text.split(" "));
  const VOID = words("area base basefont bgsound br col embed hr img input keygen link meta param source track wbr");
  const RAW = words("script style xmp iframe noembed noframes noscript");
  const KEEPS_LINE = words("pre textarea listing");
  const NEVER_SHOWN = words(
    "head title meta link base script style template noscript source track param datalist area col",
  );
  const HTML = "http://www.w3.org/1999/xhtml";
  const CODE = /^$|module|javascript|ecmascript/i, DATED = /ublish|reated|"date/;
  const MIN_FRAME = 120; // pixels; smaller frames are counters and buttons

  const ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\u00a0": "&nbsp;", "\r": "&#13;", '"': "&quot;", "\0": ""};
  const wellFormed = (text) => (text.toWellFormed ? text.toWellFormed() : text);
  const escapeText = (text) => wellFormed(text).replace(/[&<>\u00a0\r\0]/g, (sign) => ESCAPES[sign]);
  const escapeValue = (text) => wellFormed(text).replace(/[&"<\u00a0\r\0]/g, (sign) => ESCAPES[sign]);

  const doctype = ({doctype: kind}) => {
    if (!kind) return "";
    const names = kind.publicId ? ` PUBLIC "${kind.publicId}"` : kind.systemId ? " SYSTEM" : "";
    return `<!DOCTYPE ${kind.name || "html"}${names}${kind.systemId ? ` "${kind.systemId}"` : ""}>`;
  };

  /** What a page must not tell: handlers, and what others wrote into fields that are not shown. */
  const isPrivate = (element, name) =>
    name.startsWith("on")
    || (name === "value" && element.localName === "input" && /^(hidden|password)$/i.test(element.type));

  class Writer {
    /** `marks` adds to it: `element(e)` an attribute, `text(node)` what to insert, as pairs of offset and string. */
    constructor({flat = false, marks = null} = {}) {
      Object.assign(this, {flat, marks, out: []});
    }
    page(document) {
      this.out.push(doctype(document));
      // Strings wait on the stack for their turn; no recursion, because pages can be nested deeper than calls.
      const stack = [document.documentElement];
      while (stack.length) {
        const next = stack.pop();
        if (typeof next === "string") this.out.push(next);
        else if (next.nodeType === 3 || next.nodeType === 4) this.out.push(this.text(next));
        else if (next.nodeType === 1 && !pw.isOverlay(next)) stack.push(...this.element(next).reverse());
      }
      return this.out.join("");
    }
    text(node) {
      let written = "", from = 0;
      for (const [at, sign] of this.marks?.text(node) ?? []) {
        written += escapeText(node.data.slice(from, at)) + sign;
        from = at;
      }
      return written + escapeText(node.data.slice(from));
    }
    /** Write an element's start; what is to be written after it. */
    element(element) {
      const known = element.namespaceURI === HTML ? element.localName : element.tagName;
      const inner = pw.isFrame(element) ? pw.inside(element) : null;
      if (this.flat && inner && isLarge(element)) return this.flatFrame(inner);
      const name = known === "plaintext" ? "pre" : known;
      this.out.push(`<${name}${this.attributes(element, inner)}>`);
      if (VOID.has(name) || name === "frame") return [];
      const end = `</${name}>`;
      if (RAW.has(name) || name === "template") return [this.raw(element, name), end];
      const first = KEEPS_LINE.has(name) && element.firstChild?.data?.[0] === "\n" ? ["\n"] : [];
      return [...first, ...this.children(element), end];
    }
    attributes(element, inner) {
      let written = this.marks ? ` ${this.marks.element(element)}` : "";
      for (const {name, value} of element.attributes) {
        if (isPrivate(element, name) || /[\s"'<>\/=\0]/.test(name) || name === "shadowrootmode") continue;
        if (name === "srcdoc" && pw.isFrame(element)) continue;
        written += ` ${name}="${escapeValue(value)}"`;
      }
      if (inner && !this.flat) written += ` srcdoc="${escapeValue(new Writer(this).page(inner))}"`;
      if (this.flat && !element.hasAttribute("hidden") && isHidden(element)) written += " hidden";
      return written;
    }
    /** Content that is mere text; code has run already and is of no use to a reader. */
    raw(element, name) {
      if (name === "iframe" || name === "template") return "";
      const text = wellFormed(element.textContent);
      if (name === "script" && CODE.test(element.type) && !DATED.test(text)) return "";
      return text.replace(new RegExp(`</(?=${name})`, "gi"), "<\\/");
    }
    children(element) {
      const shadow = element.shadowRoot;
      if (this.flat) {
        const given = element.localName === "slot" && element.assignedNodes ? element.assignedNodes() : [];
        return [...(shadow ? shadow.childNodes : given.length ? given : element.childNodes)];
      }
      const before = shadow ? ['<template shadowrootmode="open">', ...shadow.childNodes, "</template>"] : [];
      return [...before, ...element.childNodes];
    }
    flatFrame(inner) {
      const body = inner.body ? [...inner.body.childNodes] : [];
      return ["<div data-frame>", ...body, "</div>"];
    }
  }
  const isLarge = (frame) => {
    const {width, height} = frame.getBoundingClientRect();
    return width >= MIN_FRAME && height >= MIN_FRAME && !isHidden(frame);
  };
  const isHidden = (element) => {
    const style = element.ownerDocument.defaultView?.getComputedStyle(element);
    return style?.display === "none" && element.namespaceURI === HTML && !NEVER_SHOWN.has(element.localName);
  };

  pw.serialise = (page, how) => new Writer(how).page(page);
  /** The page as it is seen, for printing. */
  pw.snapshot = () => ({html: pw.serialise(document, {flat: true}), url: document.URL, title: document.title});
})();
