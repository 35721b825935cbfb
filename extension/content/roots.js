// Roots: the live page -> its trees, each a document or an open shadow root, with the way to it.
// Frames of other origins and closed shadow roots cannot be entered; the former are listed, so that one can be told.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});
  const HOST = "printworthy-overlay";

  /** The document in a frame, or null where another origin's stands. */
  const inside = (frame) => {
    try {
      return frame.contentDocument?.documentElement ? frame.contentDocument : null;
    } catch {
      return null;
    }
  };
  const isFrame = (element) => element.localName === "iframe" || element.localName === "frame";
  const isOverlay = (node) => node.nodeType === 1 && node.localName === HOST;

  /** Every tree of the page: `{root, document, frames, hosts}`, outer ones first; `closed` gets the frames left out. */
  const roots = (top = document, closed = []) => {
    const found = [];
    const enter = (root, place) => {
      const whole = {root, ...place};
      found.push(whole);
      for (const element of root.querySelectorAll("*")) {
        if (isOverlay(element)) continue;
        if (element.shadowRoot) enter(element.shadowRoot, {...place, hosts: [...place.hosts, element]});
        if (isFrame(element)) enterFrame(element, place);
      }
    };
    const enterFrame = (frame, place) => {
      const page = inside(frame);
      // The wire format names frames first and hosts then: a frame inside a shadow root has no name in it.
      if (page && !place.hosts.length) enter(page, {document: page, frames: [...place.frames, frame], hosts: []});
      else closed.push(frame);
    };
    enter(top, {document: top, frames: [], hosts: []});
    return found;
  };

  /** Where a frame's own corner stands in the window of the page, and what of it can be seen. */
  const windowOf = (page) => {
    const view = page.defaultView;
    const whole = {x: 0, y: 0, left: 0, top: 0, right: innerWidth, bottom: innerHeight};
    const frame = view && view !== window ? view.frameElement : null;
    if (!frame) return whole;
    const outer = windowOf(frame.ownerDocument), box = frame.getBoundingClientRect();
    const style = frame.ownerDocument.defaultView.getComputedStyle(frame);
    const x = outer.x + box.left + frame.clientLeft + parseFloat(style.paddingLeft || 0);
    const y = outer.y + box.top + frame.clientTop + parseFloat(style.paddingTop || 0);
    return {
      x, y, left: Math.max(outer.left, x), top: Math.max(outer.top, y),
      right: Math.min(outer.right, x + view.innerWidth), bottom: Math.min(outer.bottom, y + view.innerHeight),
    };
  };

  Object.assign(pw, {HOST, inside, isFrame, isOverlay, roots, windowOf});
})();
