// Blocks: live nodes -> pieces. A piece is `{block, start, end}`: a stretch of text in the element that holds it as a
// block; offsets count UTF-16 units of the element's whole text. Text of inner blocks belongs to those.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});
  const INLINE = /^(inline|contents|ruby|none$|$)/;
  const TAGS = new Set((
    "address article aside blockquote body button caption center dd details dialog div dl dt fieldset figcaption "
    + "figure footer form h1 h2 h3 h4 h5 h6 header legend li main nav ol p pre section summary table tbody td tfoot th "
    + "thead tr ul"
  ).split(" "));
  const UNSEEN = new Set((
    "script style noscript template textarea select option title iframe frame object svg"
  ).split(" "));
  const BLANK = /^[\s\u00ad\u200b-\u200f\u2060\ufeff]*$/; // with marks that nobody sees

  /** Does an element stand as a block? What is not shown at all goes by its name. */
  const isBlock = (element) => {
    const display = element.ownerDocument.defaultView?.getComputedStyle(element).display ?? "";
    return display === "none" || display === "" ? TAGS.has(element.localName) : !INLINE.test(display);
  };
  /** The block that a node stands in, or is; null for text that stands in no element of its tree. */
  const blockOf = (node) => {
    let element = node.nodeType === 1 ? node : node.parentElement;
    while (element && !isBlock(element) && element.parentElement) element = element.parentElement;
    return element;
  };
  const isUnseen = (node) => {
    for (let element = node.parentElement; element; element = element.parentElement)
      if (UNSEEN.has(element.localName) || pw.isOverlay(element)) return true;
    return false;
  };

  /** All text nodes below a node; `seen`: as they are seen, with shadow roots, and what they show, in their places. */
  function* texts(node, seen = true) {
    for (const child of seen ? shown(node) : node.childNodes) {
      if (child.nodeType === 3 || child.nodeType === 4) yield child;
      else if (child.nodeType === 1) yield* texts(child, seen);
    }
  }
  const shown = (node) => {
    if (pw.isOverlay(node)) return [];
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    const given = node.localName === "slot" && node.assignedNodes ? node.assignedNodes() : [];
    return given.length ? given : node.childNodes;
  };
  /** Does an element hold a node, be it through shadow roots? */
  const holds = (element, node) => {
    for (let at = node; at; at = at.getRootNode().host) if (element.contains(at)) return true;
    return false;
  };

  /** Where each text node of a block begins in the block's text. */
  const starts = (block) => {
    const found = new Map();
    let at = 0;
    for (const text of texts(block, false)) {
      found.set(text, at);
      at += text.data.length;
    }
    return found;
  };

  /** Stretches `{text, from, to}` of text nodes -> pieces without blank ends; neighbours in a block are one. */
  const pieces = (stretches) => {
    const found = [], known = new Map();
    let last = null;
    for (const {text, from, to} of stretches) {
      if (isUnseen(text)) continue;
      const block = blockOf(text);
      if (!block) continue;
      if (!known.has(block)) known.set(block, starts(block));
      const at = known.get(block).get(text);
      if (last?.block === block) last.end = at + to;
      else if (!BLANK.test(text.data.slice(from, to))) found.push((last = {block, start: at + from, end: at + to}));
    }
    return found.map(trim).filter(Boolean);
  };
  /** A piece without blank ends; null if nothing is left. */
  const trim = ({block, start, end}) => {
    const text = block.textContent.slice(start, end);
    if (BLANK.test(text)) return null;
    const before = text.length - text.trimStart().length, after = text.length - text.trimEnd().length;
    return {block, start: start + before, end: end - after};
  };

  /** The pieces of all text in an element. */
  const piecesIn = (element) => pieces([...texts(element)].map((text) => ({text, from: 0, to: text.data.length})));

  /** The text nodes of a piece, as stretches. */
  const stretchesOf = ({block, start, end}) => {
    const found = [];
    for (const [text, at] of starts(block)) {
      const from = Math.max(0, start - at), to = Math.min(text.data.length, end - at);
      if (from < to) found.push({text, from, to});
    }
    return found;
  };

  const samePieces = (some, others) =>
    some.length === others.length
    && some.every((one, at) => ["block", "start", "end"].every((key) => one[key] === others[at][key]));

  Object.assign(pw, {blockOf, texts, pieces, piecesIn, stretchesOf, samePieces, trim, holds});
})();
