// Selection: what the person has selected, in whatever document or shadow root -> pieces.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});

  /** The ranges selected in a document; a range that reaches into shadow roots has its real ends. */
  const rangesOf = (page, shadows) => {
    const selection = page.getSelection();
    if (!selection) return [];
    if (!shadows.length) return plainRanges(selection);
    if (selection.getComposedRanges) return composedRanges(selection, shadows).filter((range) => !isEmpty(range));
    const inner = shadows.flatMap((root) => (root.getSelection ? plainRanges(root.getSelection()) : []));
    return inner.length ? inner : plainRanges(selection);
  };
  const plainRanges = (selection) =>
    Array.from({length: selection.rangeCount}, (_, at) => selection.getRangeAt(at)).filter((range) => !isEmpty(range));
  const composedRanges = (selection, shadowRoots) => {
    try {
      return selection.getComposedRanges({shadowRoots});
    } catch {
      return selection.getComposedRanges(...shadowRoots); // as the first browsers had it
    }
  };
  const isEmpty = (range) => range.startContainer === range.endContainer && range.startOffset === range.endOffset;

  /** The stretches of text between the ends of a range, in the order in which they are seen. */
  const stretches = (page, range) => {
    const all = [...pw.texts(page)];
    const ends = [
      point(all, range.startContainer, range.startOffset, false), point(all, range.endContainer, range.endOffset, true),
    ];
    // Through shadow roots, what is seen first may come last in the tree.
    const [start, end] = ends.toSorted((one, other) => one.at - other.at || one.offset - other.offset);
    return all.slice(start.at, end.at + 1).map((text, number) => ({
      text, from: number ? 0 : start.offset, to: start.at + number === end.at ? end.offset : text.data.length,
    })).filter(({from, to}) => from < to);
  };

  /** A point of a tree -> a point in the list of texts; between two it is in the next one, for an end in the last. */
  const point = (all, node, offset, isEnd) => {
    const known = all.indexOf(node);
    if (known >= 0) return {at: known, offset};
    const root = node.getRootNode(), range = node.ownerDocument.createRange();
    range.setStart(node, offset);
    const side = (text) => (text.getRootNode() === root ? range.comparePoint(text, 0) : 0);
    if (isEnd) {
      const at = all.findLastIndex((text) => side(text) < 0);
      return at < 0 ? {at: 0, offset: 0} : {at, offset: all[at].data.length};
    }
    const at = all.findIndex((text) => side(text) > 0);
    return {at: at < 0 ? all.length : at, offset: 0};
  };

  /** What is selected, as pieces; the document selected in last comes first. */
  const selected = (trees, last) => {
    const pages = [...new Set([last, ...trees.map((tree) => tree.document)])].filter(Boolean);
    for (const page of pages) {
      const shadows = trees.filter((tree) => tree.document === page && tree.hosts.length).map((tree) => tree.root);
      const found = rangesOf(page, shadows).flatMap((range) => pw.pieces(stretches(page, range)));
      if (found.length) return found;
    }
    return [];
  };
  const clearSelection = (trees) => {
    for (const page of new Set(trees.map((tree) => tree.document))) page.getSelection()?.removeAllRanges();
  };

  Object.assign(pw, {selected, clearSelection});
})();
