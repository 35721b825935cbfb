// Target: the text that the next label is for. A click picks a block, clicks grow it outwards, and it can shrink again.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});

  class Target {
    pieces = [];
    #element = null;
    #trail = [];

    get isEmpty() {
      return !this.pieces.length;
    }
    clear() {
      Object.assign(this, {pieces: []});
      this.#element = null;
      this.#trail = [];
    }
    /** A selection: any pieces; growing leads to the blocks that they stand in. */
    take(pieces) {
      this.clear();
      this.pieces = pieces;
    }
    pick(element) {
      this.clear();
      this.#element = element;
      this.pieces = pw.piecesIn(element);
    }
    /** Does an element stand inside the target? */
    holds(element) {
      return !this.isEmpty && this.#element !== null && pw.holds(this.#element, element);
    }
    /** The next block around that holds more text; first of all the whole of the blocks that the target cuts. */
    grow() {
      if (this.isEmpty) return false;
      const first = this.#element ? outer(this.#element) : around(this.pieces);
      for (let element = first; element; element = outer(element)) {
        const pieces = pw.piecesIn(element);
        if (pw.samePieces(pieces, this.pieces)) continue;
        this.#trail.push({element: this.#element, pieces: this.pieces});
        this.#element = element;
        this.pieces = pieces;
        return true;
      }
      return false;
    }
    /** Back the way that it grew; else to the block inside, the one at `inner` if it is given. */
    shrink(inner = null) {
      const back = this.#trail.pop();
      if (back) {
        this.#element = back.element;
        this.pieces = back.pieces;
        return true;
      }
      const smaller = this.#element && smallerIn(this.#element, this.pieces, inner);
      if (!smaller) return false;
      this.#element = smaller;
      this.pieces = pw.piecesIn(smaller);
      return true;
    }
  }

  const outer = (element) => {
    const up = element.parentElement ?? element.getRootNode().host;
    return up && element.localName !== "body" ? pw.blockOf(up) : null;
  };
  /** The smallest block that holds all blocks of the pieces. */
  const around = (pieces) => {
    let element = pieces[0].block;
    while (element && !pieces.every((piece) => pw.holds(element, piece.block))) element = outer(element);
    return element ?? pieces[0].block;
  };
  const smallerIn = (element, pieces, inner) => {
    const blocks = pw.piecesIn(element).map((piece) => piece.block).filter((block) => block !== element);
    const start = blocks.find((block) => inner && pw.holds(block, inner)) ?? blocks[0];
    let best = null;
    for (let at = start; at && at !== element; at = outer(at))
      if (!pw.samePieces(pw.piecesIn(at), pieces)) best = at;
    return best;
  };

  pw.Target = Target;
})();
