// Ears: mouse and keys in every document of the page -> calls of the annotator. Only what a person did is heard; events
// that scripts of the page dispatch are not, and none of ours reaches the page.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});
  const EDITABLE = /^(input|textarea|select)$/;
  const KINDS = [
    "click", "auxclick", "mousedown", "mousemove", "mouseup", "keydown", "pointerover", "selectionchange", "scroll",
    "load",
  ];

  class Ears {
    #pages = new Set();
    #links = new pw.LinkSelection();

    /** `does` has a function for all that can be heard; `owns(event)` knows what belongs to the overlay. */
    constructor(does, owns) {
      Object.assign(this, {does, owns});
    }
    /** Hear all documents of the page, those of frames too; one that loads later is heard from then on. */
    open() {
      for (const {root, document: page} of pw.roots()) {
        if (root !== page || this.#pages.has(page)) continue;
        this.#pages.add(page);
        for (const kind of KINDS) page.addEventListener(kind, this.#hear, true);
      }
      addEventListener("resize", this.does.redraw);
      addEventListener("beforeunload", this.does.leaving);
    }
    close() {
      for (const page of this.#pages) for (const kind of KINDS) page.removeEventListener(kind, this.#hear, true);
      this.#pages.clear();
      removeEventListener("resize", this.does.redraw);
      removeEventListener("beforeunload", this.does.leaving);
    }
    #hear = (event) => {
      if (event.type === "scroll") this.does.redraw();
      if (event.type === "load") this.open();
      if (!event.isTrusted) return;
      if (event.type === "keydown") this.#key(event);
      else if (!this.owns(event)) this.#mouse(event);
    };
    #mouse(event) {
      const node = event.composedPath()[0];
      if (event.type === "selectionchange") return this.does.selecting(event.currentTarget);
      if (event.type === "pointerover") return this.does.hover(textBlock(node));
      if (this.#links.hear(event)) return;
      if (event.type !== "click" && event.type !== "auxclick") return;
      keep(event);
      if (event.type === "click") this.does.click(textBlock(node), node, event.shiftKey);
    }
    #key(event) {
      const own = this.owns(event), field = event.composedPath()[0];
      if (!own && (EDITABLE.test(field.localName ?? "") || field.isContentEditable)) return;
      const action = this.#action(event, own);
      if (!action) return;
      keep(event);
      action();
    }
    #action({key, ctrlKey, metaKey, altKey, shiftKey}, own) {
      const {does} = this, command = ctrlKey || metaKey, small = key.toLowerCase();
      if (command && key === "Enter") return does.save;
      if (command && small === "z") return shiftKey ? does.redo : does.undo;
      if (command || altKey) return null;
      if (own && (key === "Enter" || key === " ")) return null; // they press the button that has the focus
      const label = pw.LABELS.find((one) => one.key === small);
      if (label) return () => does.label(label.name);
      if (shiftKey && small.startsWith("arrow")) return null; // it extends a selection
      return KEYS[small] ? () => does[KEYS[small]]() : null;
    }
  }
  const KEYS = {
    "+": "grow", "=": "grow", "-": "shrink", x: "erase", delete: "erase", u: "undo", r: "redo", s: "suggest",
    p: "focus", escape: "clear", arrowdown: "next", arrowup: "previous",
  };

  const keep = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  /** The block of text around a node; the page as a whole is none. */
  const textBlock = (node) => {
    const block = node?.nodeType === 1 || node?.nodeType === 3 ? pw.blockOf(node) : null;
    return block && !/^(html|body)$/.test(block.localName) ? block : null;
  };

  pw.Ears = Ears;
})();
