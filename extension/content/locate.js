// Locate: the live page and its marks -> the HTML that is sent, and where each mark stands in that HTML once parsed.
//
// A page that scripts built may parse to other nodes than it had (a paragraph in a paragraph, a table without a body).
// So the page is written with a number on every element and a sign at both ends of every mark, parsed by the browser's
// own parser, and the paths are read from there: they are right for whoever parses by the standard.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});

  const PATH = /^(\/[A-Za-z][\w:.-]*\[\d+\])+$/;

  /** Numbers and signs that no page contains, and that no escaping changes. */
  class Signs {
    constructor(marks) {
      this.word = `pw${pw.random(8)}`;
      this.live = [];
      this.ends = new Map();
      marks.forEach((mark, number) => {
        const stretches = pw.stretchesOf(mark);
        if (!stretches.length) return;
        const first = stretches[0], last = stretches.at(-1);
        this.#add(first.text, first.from, `${this.word}s${number}e`);
        this.#add(last.text, last.to, `${this.word}e${number}e`);
      });
      this.pattern = new RegExp(`${this.word}([se])(\\d+)e`, "g");
      this.all = new RegExp(` ${this.word}-\\d+(?=[ >])|${this.word}[se]\\d+e`, "g");
    }
    #add(text, at, sign) {
      const known = this.ends.get(text) ?? [];
      this.ends.set(text, [...known, [at, sign]]);
    }
    element(element) {
      return `${this.word}-${this.live.push(element) - 1}`;
    }
    text(node) {
      return (this.ends.get(node) ?? []).toSorted((one, other) => one[0] - other[0] || (one[1] > other[1] ? 1 : -1));
    }
  }

  /** The path of an element in its tree, each step with its number among elements of the same name. */
  const xpath = (element) => {
    const steps = [];
    for (let at = element; at?.nodeType === 1; at = at.parentNode) {
      let number = 1;
      for (let before = at.previousElementSibling; before; before = before.previousElementSibling)
        if (before.localName === at.localName) number += 1;
      steps.unshift(`/${at.localName}[${number}]`);
    }
    return steps.join("");
  };

  /** The written page parsed again: for each number its element and tree, for each sign its text node and offset. */
  const read = (written, signs) => {
    const elements = [], ends = new Map(), trees = [];
    const prefix = `${signs.word}-`;
    const enterPage = (html, frame) => {
      const page = new DOMParser().parseFromString(html, "text/html");
      walk(page, {root: page, frame, shadow: ""});
    };
    const walk = (root, tree) => {
      trees.push(tree);
      for (const element of root.querySelectorAll("*")) {
        for (const name of element.getAttributeNames()) if (name.startsWith(prefix)) {
          elements[Number(name.slice(prefix.length))] = {element, tree};
          element.removeAttribute(name);
        }
        if (element.localName === "template" && element.getAttribute("shadowrootmode") === "open") {
          const shadow = joined(tree.shadow, element.parentNode);
          walk(element.content, {root: element.content, frame: tree.frame, shadow});
        }
        if (pw.isFrame(element) && element.hasAttribute("srcdoc") && !tree.shadow)
          enterPage(element.getAttribute("srcdoc"), joined(tree.frame, element));
      }
      for (const text of pw.texts(root, false)) takeSigns(text, tree);
    };
    const takeSigns = (text, tree) => {
      if (!text.data.includes(signs.word)) return;
      let removed = 0;
      text.data = text.data.replace(signs.pattern, (sign, end, number, at) => {
        ends.set(end + number, {text, at: at - removed, tree});
        removed += sign.length;
        return "";
      });
    };
    enterPage(written, "");
    return {elements, ends, trees};
  };
  const joined = (outer, element) => (outer ? `${outer} >> ${xpath(element)}` : xpath(element));

  /** Where a mark stands in the parsed page: path, text and offsets; null if it is not in one tree there. */
  const place = (start, end, wanted) => {
    if (!start || !end || start.tree !== end.tree) return null;
    let element = start.text.parentElement;
    if (wanted?.contains(start.text) && wanted.contains(end.text)) element = wanted;
    while (element && !element.contains(end.text)) element = element.parentElement;
    if (!element || !PATH.test(xpath(element))) return null; // a name that no path can say
    const text = [...spoken(element)].map((node) => node.data).join("");
    const [from, to] = [start, end].map((one) => offset(element, one));
    const {frame, shadow} = start.tree;
    return {xpath: xpath(element), text, selected: text.slice(from, to), start: from, end: to, frame, shadow};
  };
  /** The text nodes of an element, but for scripts and styles, which nobody reads. */
  function* spoken(element) {
    for (const text of pw.texts(element, false)) if (!text.parentNode.closest?.("script, style")) yield text;
  }
  const offset = (element, {text, at}) => {
    let before = 0;
    for (const other of spoken(element)) {
      if (other === text) break;
      before += other.data.length;
    }
    return before + at;
  };

  /** The page to send, and its annotations in the order of the page; `lost` counts marks whose text is gone. */
  pw.locate = (marks) => {
    const signs = new Signs(marks);
    const written = pw.serialise(document, {marks: signs});
    const {elements, ends} = read(written, signs);
    const numbers = new Map(signs.live.map((element, number) => [element, number]));
    const found = marks.map((mark, number) => {
      const at = place(ends.get(`s${number}`), ends.get(`e${number}`), elements[numbers.get(mark.block)]?.element);
      return at && {label: mark.label, ...at};
    });
    const annotations = found.filter(Boolean);
    return {html: written.replace(signs.all, ""), annotations, lost: found.length - annotations.length};
  };

  /** The page to send, and a way back from its paths to live elements. */
  pw.mapped = () => {
    const signs = new Signs([]);
    const written = pw.serialise(document, {marks: signs});
    const {elements, trees} = read(written, signs);
    const live = new Map();
    elements.forEach((one, number) => one && live.set(one.element, signs.live[number]));
    const find = (path) => live.get(follow(trees[0].root, path)) ?? null;
    return {html: written.replace(signs.all, ""), find};
  };
  /** The element at a path; a step to a text ends at its element. */
  const follow = (root, path) => {
    let at = root;
    for (const [, name, number] of path.matchAll(/\/([^/[]+)(?:\[(\d+)\])?/g)) {
      if (name === "text()") break;
      at = [...at.children].filter((child) => child.localName === name)[Number(number ?? 1) - 1];
      if (!at) return null;
    }
    return at.nodeType === 1 ? at : null;
  };
})();
