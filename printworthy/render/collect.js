// How everything looks: runs once in a page, in a world of its own, and returns a line of JSON and the markup. It changes
// nothing. The page is written anew: each element with its number, open shadow trees in their places; comments, drawings
// and handlers are left out. It runs a single time and is never optimised: hence attributes by their names, children by
// their siblings, and no object for a node.
(() => {
  const MARK = "data-printworthy", LIMIT = __LIMIT__;
  const VOID = 1, RAW = 2, UNSEEN = 4, KEEPS_LINE = 8, CLOSED = 16;
  const kinds = new Map();
  const say = (kind, names) => { for (const name of names.split(" ")) kinds.set(name, kind | kinds.get(name)); };
  say(VOID, "area base br col embed hr img input link meta param source track wbr");
  say(RAW, "script style xmp iframe noembed noframes noscript plaintext");
  say(UNSEEN, "script style noscript template head title"); // never shown, whatever a browser says of their style
  say(KEEPS_LINE, "pre textarea listing");
  say(CLOSED, "template svg");
  const HTML = "http://www.w3.org/1999/xhtml";
  const styles = new Map(), elements = [], texts = [], levels = [];
  const across = window.scrollX, down = window.scrollY;
  const range = document.createRange();
  let out = "<!DOCTYPE html>", count = 0, display = "";

  // In tenths of a pixel: whole numbers are written sooner.
  const push = (list, box) => list.push(
    Math.round((box.left + across) * 10), Math.round((box.top + down) * 10),
    Math.round((box.right + across) * 10), Math.round((box.bottom + down) * 10));
  const NAMES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\u00a0": "&nbsp;"};
  const named = sign => NAMES[sign];
  const escapeText = s => /[&<>\u00a0]/.test(s) ? s.replace(/[&<>\u00a0]/g, named) : s;
  const escapeValue = s => /[&"\u00a0]/.test(s) ? s.replace(/[&"\u00a0]/g, named) : s;

  const styleOf = (el, kind) => {
    const css = getComputedStyle(el);
    display = kind & UNSEEN ? "none" : css.display || "none";
    const key = display + "|" + css.visibility + "|" + css.fontSize + "|" + css.fontWeight + "|" + css.color + "|" +
      css.backgroundColor;
    let number = styles.get(key);
    if (number === undefined) styles.set(key, number = styles.size);
    return number;
  };
  const attribute = (name, value) =>
    name === MARK || name === "style" || name.startsWith("on") ? "" : " " + name + '="' + escapeValue(value) + '"';
  const attributes = el => {
    let written = "";
    const names = el.getAttributeNames();
    for (let at = 0; at < names.length; at++) {
      const name = names[at], value = name === "style" ? "" : el.getAttribute(name);
      // A name with capitals, which only scripts can give, is not found by it; nor is the second of one name.
      if (value === null || names.indexOf(name) < at)
        return Array.from(el.attributes, one => attribute(one.name, one.value)).join("");
      written += attribute(name, value);
    }
    return written;
  };
  // Styles are known and scripts have run; those that carry data (JSON, formulas, days) are still of use.
  const PLAIN = /^$|module|javascript|ecmascript/i, DATA = /ublish|reated|"date/;
  const rawText = (el, name) => {
    const text = name === "style" ? "" : el.textContent;
    return name === "script" && PLAIN.test(el.type) && !DATA.test(text) ? "" : text;
  };

  // A level of the walk: an element, the node that comes next in it, and what its children are told.
  const go = level => { level.next = level.given ? level.given[++level.at] : level.next.nextSibling; };
  const enter = (el, name, number, hidden) => {
    const given = name === "slot" && !el.shadowRoot && el.assignedNodes ? el.assignedNodes() : [];
    const next = given.length ? given[0] : (el.shadowRoot || el).firstChild;
    const level = {next, given: given.length ? given : null, at: 0, number, hidden, end: "</" + name + ">"};
    levels.push(level);
    return level;
  };
  // Texts that only comments part are one text for whoever parses the markup again.
  const writeText = (level, keepsLine) => {
    const first = level.next;
    let last = first, text = first.data;
    for (go(level); level.next; go(level)) {
      const type = level.next.nodeType;
      if (type === 1) break;
      if (type === 3 || type === 4) { last = level.next; text += last.data; }
    }
    out += keepsLine && text[0] === "\n" ? "\n" + escapeText(text) : escapeText(text);
    if (level.number >= 0 && /\S/.test(text)) measure(first, last, level.number);
  };
  const measure = (first, last, number) => {
    if (first === last) range.selectNode(first);
    else { range.setStartBefore(first); range.setEndAfter(last); }
    texts.push(number);
    push(texts, range.getBoundingClientRect());
  };
  // An element's style and box; `hiding` is the style that hides it already, or -1. Returns what hides its children.
  const look = (el, kind, hiding) => {
    if (hiding >= 0) { elements.push(hiding, 0, 0, 0, 0); return hiding; }
    const style = styleOf(el, kind);
    elements.push(style);
    if (display === "none") { elements.push(0, 0, 0, 0); return style; }
    push(elements, el.getBoundingClientRect());
    return -1;
  };
  const writeElement = (el, hiding) => {
    const name = el.namespaceURI === HTML ? el.localName : el.tagName, kind = kinds.get(name) | 0;
    const number = count++, seen = number < LIMIT;
    const hidden = seen ? look(el, kind, hiding) : hiding;
    out += "<" + name + attributes(el) + (seen ? " " + MARK + '="' + number + '">' : ">");
    if (kind & VOID) return;
    if (kind & RAW) { out += rawText(el, name) + "</" + name + ">"; return; }
    if (kind & CLOSED) { out += "</" + name + ">"; return; }
    const level = enter(el, name, seen && hidden < 0 ? number : -1, hidden);
    if (kind & KEEPS_LINE) {
      while (level.next && level.next.nodeType > 4) go(level);
      if (level.next && level.next.nodeType !== 1) writeText(level, true);
    }
  };

  writeElement(document.documentElement, -1);
  while (levels.length) {
    const level = levels[levels.length - 1], node = level.next;
    if (!node) { out += level.end; levels.pop(); continue; }
    const type = node.nodeType;
    if (type === 1) { go(level); writeElement(node, level.hidden); }
    else if (type === 3 || type === 4) writeText(level, false);
    else go(level);
  }
  const root = document.documentElement;
  const told = {
    url: document.URL, styles: [...styles.keys()], elements, texts, width: root.scrollWidth, height: root.scrollHeight,
  };
  // Half a surrogate pair cannot be said in any encoding.
  return JSON.stringify(told) + "\n" + (out.isWellFormed() ? out : out.replace(/\p{Surrogate}/gu, "?"));
})()
