// Overlay: marks and target -> boxes over the page, in a closed shadow root in the browser's top layer.
// The page sees one empty element; it can take it away (it is put back) but neither read nor press anything in it.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});
  const HOST_STYLE = Object.entries({
    all: "initial", position: "fixed", inset: 0, display: "block", width: "auto", height: "auto", border: 0, padding: 0,
    margin: 0, background: "none", overflow: "visible", "pointer-events": "none", "z-index": 2147483647,
    visibility: "visible", opacity: 1,
  }).map(([name, value]) => `${name}: ${value} !important;`).join(" ");

  const ROOM = 90; // pixels that the longest name takes

  class Overlay {
    #host = document.createElement(pw.HOST);
    #root = this.#host.attachShadow({mode: "closed"});
    #layer = pw.make("div", {class: "layer", "aria-hidden": "true"});
    #guard = new MutationObserver(() => this.#restore());
    #waiting = 0;

    constructor(panel, state) {
      this.state = state;
      this.panel = panel;
      dress(this.#root);
      this.#root.append(this.#layer, panel);
    }
    get isOpen() {
      return this.#host.isConnected;
    }
    open() {
      this.#restore();
      this.#guard.observe(document.documentElement, {childList: true});
      this.#guard.observe(this.#host, {attributes: true});
      this.redraw();
    }
    close() {
      this.#guard.disconnect();
      cancelAnimationFrame(this.#waiting);
      this.#host.remove();
    }
    /** Is this event one of our own panel's? Outside of the closed root all of them come from the host. */
    owns(event) {
      return event.composedPath().includes(this.#host);
    }
    /** Draw anew before the next frame is shown. */
    redraw() {
      cancelAnimationFrame(this.#waiting);
      this.#waiting = requestAnimationFrame(() => this.#draw());
    }
    #restore() {
      if (this.#host.getAttribute("style") !== HOST_STYLE) this.#host.setAttribute("style", HOST_STYLE);
      for (const name of this.#host.getAttributeNames())
        if (name !== "style" && name !== "popover") this.#host.removeAttribute(name);
      if (this.#host.getAttribute("popover") !== "manual") this.#host.setAttribute("popover", "manual");
      if (this.#host.parentNode !== document.documentElement) document.documentElement.append(this.#host);
      if (this.#host.showPopover && !this.#host.matches(":popover-open")) this.#host.showPopover();
      this.#guard.takeRecords();
    }
    #draw() {
      const {marks, target, hover} = this.state();
      const windows = new Map();
      const windowOf = (page) => windows.get(page) ?? windows.set(page, pw.windowOf(page)).get(page);
      const drawn = [], chips = [];
      for (const mark of marks) {
        const found = lines(mark, windowOf(mark.block.ownerDocument));
        if (!found.length) continue;
        const box = {class: kind("box", mark), "data-label": mark.label};
        drawn.push(...found.map((line) => placed(pw.make("div", box), line)));
        // The model calls most of a page junk: a name over each of its words would hide the rest.
        if (mark.by === "person" || mark.label !== "junk") chips.push(chip(mark, found));
      }
      const under = hover && clip(hover.getBoundingClientRect(), windowOf(hover.ownerDocument));
      if (under) drawn.push(placed(pw.make("div", {class: "hover"}), under));
      if (target.length) drawn.push(...frame("target", target, windowOf));
      this.#layer.replaceChildren(...drawn, ...chips);
    }
  }

  const dress = (root) => {
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(pw.css());
      root.adoptedStyleSheets = [sheet];
    } catch {
      const style = document.createElement("style"); // browsers that keep such sheets from extensions
      style.textContent = pw.css();
      root.append(style);
    }
  };

  /** The lines of a piece in the window, as far as they can be seen. */
  const lines = (piece, view) => {
    const whole = piece.block.getBoundingClientRect();
    if (whole.bottom + view.y < view.top - 50 || whole.top + view.y > view.bottom + 50) return [];
    const range = piece.block.ownerDocument.createRange();
    return pw.stretchesOf(piece).flatMap(({text, from, to}) => {
      range.setStart(text, from);
      range.setEnd(text, to);
      return [...range.getClientRects()];
    }).map((line) => clip(line, view)).filter(Boolean);
  };
  const clip = (box, view) => {
    const left = Math.max(view.left, box.left + view.x), right = Math.min(view.right, box.right + view.x);
    const top = Math.max(view.top, box.top + view.y), bottom = Math.min(view.bottom, box.bottom + view.y);
    return right - left > 1 && bottom - top > 1 ? {left, top, right, bottom} : null;
  };
  const placed = (element, {left, top, right, bottom}) => {
    element.style.cssText = `left:${left}px;top:${top}px;width:${right - left}px;height:${bottom - top}px`;
    return element;
  };

  const kind = (name, mark) => (mark.by === "model" ? `${name} model` : name);
  /** The name of a mark behind its end, if there is room in its block; else only its letter, over the beginning. */
  const chip = (mark, found) => {
    const {block, end, label} = mark, first = found[0], last = found.at(-1), box = block.getBoundingClientRect();
    const leftwards = block.ownerDocument.defaultView.getComputedStyle(block).direction === "rtl";
    const view = pw.windowOf(block.ownerDocument);
    const room = leftwards ? last.left - box.left - view.x : box.right + view.x - last.right;
    const isBehind = room > ROOM && !block.textContent.slice(end).trim();
    const sure = mark.by === "model" ? ` ${Math.round((mark.probability ?? 1) * 100)} %` : "";
    const made = pw.make("div", {class: kind("chip", mark), "data-label": label});
    made.textContent = isBehind ? label + sure : pw.labelNamed(label).key;
    made.classList.toggle("behind", isBehind);
    if (!isBehind) made.style.cssText = `left:${first.left}px;top:${Math.max(14, first.top)}px`;
    else if (leftwards) made.style.cssText = `right:${innerWidth - last.left + 4}px;top:${last.top}px`;
    else made.style.cssText = `left:${last.right + 4}px;top:${last.top}px`;
    return made;
  };

  /** One frame around all pieces of each document. */
  const frame = (kind, pieces, windowOf) => {
    const around = new Map();
    for (const piece of pieces) {
      const page = piece.block.ownerDocument;
      for (const line of lines(piece, windowOf(page))) {
        const old = around.get(page) ?? line;
        around.set(page, {
          left: Math.min(old.left, line.left), top: Math.min(old.top, line.top),
          right: Math.max(old.right, line.right), bottom: Math.max(old.bottom, line.bottom),
        });
      }
    }
    return [...around.values()].map((box) => placed(pw.make("div", {class: kind}), {
      left: box.left - 4, top: box.top - 4, right: box.right + 4, bottom: box.bottom + 4,
    }));
  };

  pw.Overlay = Overlay;
})();
