// Links: browsers drag a link where one would select in it. While the mode lasts, a press on a link selects its text.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});

  class LinkSelection {
    #anchor = null;

    /** Take an event of the mouse; true if it was one that concerns nobody else. */
    hear(event) {
      if (event.type === "mousedown") this.#press(event);
      else if (event.type === "mouseup") this.#anchor = null;
      else if (event.type === "mousemove") this.#extend(event);
      else return false;
      return true;
    }
    #press(event) {
      this.#anchor = null;
      if (event.button !== 0 || !event.composedPath().some((node) => node.draggable)) return;
      event.preventDefault(); // no dragging, and no selecting by the browser
      event.currentTarget.getSelection().removeAllRanges();
      this.#anchor = caret(event);
    }
    #extend(event) {
      const end = this.#anchor && caret(event);
      if (!end || end.node.ownerDocument !== this.#anchor.node.ownerDocument) return;
      const {node, offset} = this.#anchor;
      if (node !== end.node || offset !== end.offset)
        node.ownerDocument.getSelection().setBaseAndExtent(node, offset, end.node, end.offset);
    }
  }

  /** The place in the text under the pointer, in open shadow roots, too. */
  const caret = ({currentTarget: page, clientX, clientY}) => {
    if (!page.caretPositionFromPoint) {
      const range = page.caretRangeFromPoint(clientX, clientY);
      return range && {node: range.startContainer, offset: range.startOffset};
    }
    const shadowRoots = pw.roots(page).map(({root}) => root).filter((root) => root.host);
    const found = page.caretPositionFromPoint(clientX, clientY, {shadowRoots});
    return found && {node: found.offsetNode, offset: found.offset};
  };

  pw.LinkSelection = LinkSelection;
})();
