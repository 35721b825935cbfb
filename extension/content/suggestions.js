// Suggestions: what the model thinks of the page (segments with paths in the HTML that was sent) -> marks on live text.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});
  const SPACE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/;
  const TEXT_STEP = /\/text\(\)\[(\d+)\]$/;

  /** The texts right below an element; what only comments part is one text once it is written and parsed. */
  const runs = (element) => {
    const found = [[]];
    for (const child of element.childNodes) {
      if (child.nodeType === 1 && !pw.isOverlay(child)) found.push([]);
      else if (child.data && (child.nodeType === 3 || child.nodeType === 4)) found.at(-1).push(child);
    }
    return found.filter((run) => run.length);
  };

  /** The live texts of a segment whose text nodes are named; null if one of them is not there. */
  const named = (nodes, page) => {
    const found = [];
    for (const path of nodes) {
      const element = page.find(path), number = TEXT_STEP.exec(path)?.[1];
      const run = element && runs(element)[number - 1];
      if (!run) return null;
      found.push(...run);
    }
    return found.map((text) => ({text, from: 0, to: text.data.length}));
  };

  /** A text without any space, and where each of its characters stands in it. */
  const dense = (text) => {
    let plain = "";
    const places = [];
    for (let at = 0; at < text.length; at++) if (!SPACE.test(text[at])) {
      plain += text[at];
      places.push(at);
    }
    return {plain, places, next: 0};
  };
  /** The stretches of an element's text that say what a segment says, after those found before. */
  const searched = (element, wanted, known) => {
    if (!known.has(element)) known.set(element, dense(element.textContent));
    const text = known.get(element), {plain} = dense(wanted);
    const at = plain ? text.plain.indexOf(plain, text.next) : -1;
    if (at < 0) return [];
    text.next = at + plain.length;
    return pw.stretchesOf({block: element, start: text.places[at], end: text.places[text.next - 1] + 1});
  };

  /** Marks for all segments that are found again, each in the blocks that hold it here. */
  pw.suggestions = ({segments = []}, page) => {
    const known = new Map(), marks = [];
    for (const {xpath, text, label, probability, nodes = []} of segments) {
      const element = pw.labelNamed(label) && xpath ? page.find(xpath) : null;
      if (!element) continue;
      const stretches = (nodes.length && named(nodes, page)) || searched(element, text, known);
      for (const piece of pw.pieces(stretches)) marks.push({...piece, label, probability, by: "model"});
    }
    return marks;
  };
})();
