// Marks: the labelled pieces of the page, and the way back. A text has one label at most: a new one replaces the old.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});

  const WORD = /[\p{L}\p{N}]/u;

  /** What is left of a mark outside of a piece, if it is more than a comma. */
  const cut = (mark, piece) => {
    if (mark.block !== piece.block || mark.end <= piece.start || mark.start >= piece.end) return [mark];
    const parts = [{...mark, end: piece.start}, {...mark, start: piece.end}].filter((part) => part.start < part.end);
    return parts.filter((part) => WORD.test(part.block.textContent.slice(part.start, part.end)))
      .map((part) => ({...part, ...pw.trim(part)}));
  };

  class Marks {
    #states = [[]];
    #undone = [];
    saved = this.#states[0];

    /** The marks now: `{block, start, end, label, by, probability}`. */
    get all() {
      return this.#states.at(-1);
    }
    get canUndo() {
      return this.#states.length > 1;
    }
    get canRedo() {
      return this.#undone.length > 0;
    }
    get isSaved() {
      return this.saved === this.all;
    }
    /** Label pieces; without a label they lose theirs. True if that changed anything. */
    put(pieces, label) {
      const rest = pieces.reduce((marks, piece) => marks.flatMap((mark) => cut(mark, piece)), this.all);
      const made = label ? pieces.map((piece) => ({...piece, label, by: "person"})) : [];
      const untouched = rest.length === this.all.length && rest.every((mark, at) => mark === this.all[at]);
      if (untouched && !made.length) return false;
      this.#step([...rest, ...made]);
      return true;
    }
    /** Add what the model thinks, where nothing is marked yet. How many marks came of it. */
    suggest(marks) {
      const outside = (mark) => this.all.reduce((parts, old) => parts.flatMap((part) => cut(part, old)), [mark]);
      const free = marks.flatMap(outside);
      if (free.length) this.#step([...this.all, ...free]);
      return free.length;
    }
    /** One step back; false if there is none. */
    undo() {
      return this.canUndo && this.#undone.push(this.#states.pop()) > 0;
    }
    redo() {
      return this.canRedo && this.#states.push(this.#undone.pop()) > 0;
    }
    counts() {
      const found = Object.fromEntries(pw.LABELS.map((label) => [label.name, 0]));
      for (const mark of this.all) found[mark.label] += 1;
      return found;
    }
    #step(marks) {
      this.#states.push(marks);
      this.#undone = [];
    }
  }

  pw.Marks = Marks;
})();
