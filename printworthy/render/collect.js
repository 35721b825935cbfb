// How everything looks: runs once in a page, in a world of its own, and returns JSON. It changes nothing.
// The page is written anew: each element with its number, open shadow trees in their places;
// comments, drawings and handlers are left out.
(() => {
  const MARK = "data-printworthy", LIMIT = __LIMIT__;
  const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
  const RAW = new Set("script style xmp iframe noembed noframes noscript plaintext".split(" "));
  // What a browser never shows, whatever it says of its style.
  const UNSEEN = new Set("script style noscript template head title".split(" "));
  const KEEPS_LINE = new Set(["pre", "textarea", "listing"]);
  const HTML = "http://www.w3.org/1999/xhtml";
  const styles = new Map(), elements = [], texts = [], out = [];
  const across = window.scrollX, down = window.scrollY;
  const range = document.createRange();
  const whole = n => Math.round(n * 10) / 10;
  const push = (list, box) =>
    list.push(whole(box.left + across), whole(box.top + down), whole(box.right + across), whole(box.bottom + down));
  const escapeText = s => s.replace(/[&<>\u00a0]/g, c => ({"&": "&amp;", "<": "&lt;", ">": "&gt;"})[c] || "&nbsp;");
  const escapeValue = s => s.replace(/[&"\u00a0]/g, c => ({"&": "&amp;", '"': "&quot;"})[c] || "&nbsp;");

  const styleOf = (el, name) => {
    const css = getComputedStyle(el);
    const display = UNSEEN.has(name) || !css.display ? "none" : css.display;
    const key = [display, css.visibility, css.fontSize, css.fontWeight, css.color, css.backgroundColor].join("|");
    let number = styles.get(key);
    if (number === undefined) styles.set(key, number = styles.size);
    return [number, display];
  };
  const attributes = el => {
    let written = "";
    for (const {name, value} of el.attributes)
      if (name !== MARK && name !== "style" && !name.startsWith("on")) written += ` ${name}="${escapeValue(value)}"`;
    return written;
  };
  // Styles are known and scripts have run; those that carry data (JSON, formulas, days) are still of use.
  const PLAIN = /^$|module|javascript|ecmascript/i, DATA = /ublish|reated|"date/;
  const rawText = (el, name) => {
    const done = name === "style" || (name === "script" && PLAIN.test(el.type) && !DATA.test(el.textContent));
    return done ? "" : el.textContent;
  };
  const childrenOf = el => {
    if (el.shadowRoot) return el.shadowRoot.childNodes;
    const given = el.localName === "slot" && el.assignedNodes ? el.assignedNodes() : [];
    return given.length ? given : el.childNodes;
  };
  // Texts that only comments part are one text for whoever parses the markup again.
  const runs = el => {
    const found = [];
    let run = null;
    for (const child of childrenOf(el)) {
      if (child.nodeType === 1) { found.push(child); run = null; }
      else if (child.nodeType === 3 || child.nodeType === 4) {
        if (run) { run.last = child; run.text += child.data; }
        else found.push(run = {first: child, last: child, text: child.data});
      }
    }
    return found;
  };
  const measure = (run, number) => {
    range.setStartBefore(run.first);
    range.setEndAfter(run.last);
    texts.push(number);
    push(texts, range.getBoundingClientRect());
  };

  // The stack holds elements with the style that hides them (or -1), and strings to write when their turn comes.
  const stack = [[document.documentElement, -1]];
  let count = 0;
  while (stack.length) {
    const next = stack.pop();
    if (typeof next === "string") { out.push(next); continue; }
    const [el, hiding] = next;
    const name = el.namespaceURI === HTML ? el.localName : el.tagName;
    const seen = count < LIMIT;
    let hidden = hiding;
    if (seen) {
      if (hiding >= 0) elements.push(hiding, 0, 0, 0, 0);
      else {
        const [style, display] = styleOf(el, name);
        elements.push(style);
        if (display === "none") { hidden = style; elements.push(0, 0, 0, 0); }
        else push(elements, el.getBoundingClientRect());
      }
    }
    const number = count++;
    out.push(`<${name}${attributes(el)}${seen ? ` ${MARK}="${number}"` : ""}>`);
    if (VOID.has(name)) continue;
    if (RAW.has(name)) { out.push(rawText(el, name), `</${name}>`); continue; }
    const items = name === "template" || name === "svg" ? [] : runs(el);
    if (KEEPS_LINE.has(name) && items.length && items[0].text && items[0].text[0] === "\n") out.push("\n");
    stack.push(`</${name}>`);
    for (let at = items.length - 1; at >= 0; at--)
      stack.push(items[at].nodeType === 1 ? [items[at], hidden] : escapeText(items[at].text));
    if (seen && hidden < 0)
      for (const item of items) if (!item.nodeType && /\S/.test(item.text)) measure(item, number);
  }
  const root = document.documentElement;
  return JSON.stringify({
    html: "<!DOCTYPE html>" + out.join(""), url: document.URL, styles: [...styles.keys()], elements, texts,
    width: root.scrollWidth, height: root.scrollHeight,
  });
})()
