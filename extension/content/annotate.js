// Annotate: the mode in which a person labels the page. It ties target, marks, overlay, panel and ears together, and
// sends what is asked for.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});
  if (pw.annotator) return;

  class Annotator {
    #marks = new pw.Marks();
    #target = new pw.Target();
    #hover = null;
    #lastPage = null;
    #pending = null;
    #revision = null;
    #asked = false;
    #closing = false;
    #does = {
      label: (name) => this.label(name), erase: () => this.label(null), grow: () => this.grow(),
      shrink: () => this.shrink(), undo: () => this.undo(), redo: () => this.redo(), suggest: () => this.suggest(),
      save: () => this.save(), close: () => this.close(), next: () => this.step(1), previous: () => this.step(-1),
      clear: () => this.clear(), focus: () => this.#panel.focus(), redraw: () => this.#overlay.redraw(),
      click: (...args) => this.#click(...args), selecting: (page) => { this.#lastPage = page; },
      hover: (block) => { this.#hover = block; this.#overlay.redraw(); },
      leaving: (event) => { if (this.#isUnsaved) event.preventDefault(); },
    };
    #panel = new pw.Panel(this.#does);
    #overlay = new pw.Overlay(this.#panel.element, () => ({
      marks: this.#marks.all, target: this.#target.pieces, hover: this.#hover,
    }));
    #ears = new pw.Ears(this.#does, (event) => this.#overlay.owns(event));

    /** Begin; with `suggest` the model labels the page first. */
    open(suggest = true) {
      if (this.#overlay.isOpen) return;
      this.#overlay.open();
      this.#ears.open();
      this.#tell(`Select text or click a block, then press a label.${unreached()}`);
      if (suggest && !this.#asked) this.suggest();
    }
    /** End; if labels were not sent, only when it is asked for twice. */
    close() {
      if (this.#isUnsaved && !this.#closing) {
        this.#closing = true;
        return this.#tell("These labels are not saved. Press Close again to leave them.", true);
      }
      this.#closing = false;
      this.#ears.close();
      this.#overlay.close();
    }

    label(name) {
      const pieces = this.#chosen();
      if (!pieces.length) return this.#tell("Nothing is selected: select text or click a block first.", true);
      const changed = this.#marks.put(pieces, name);
      this.#target.take(pieces);
      pw.clearSelection(pw.roots());
      const told = changed ? "Label taken away." : "There was no label.";
      this.#tell(name ? `${many(pieces.length, "text")} labelled ${name}.` : told);
    }
    grow() {
      this.#adopt();
      this.#moved(this.#target.grow(), "There is no larger block.");
    }
    shrink(inner = null) {
      this.#adopt();
      this.#moved(this.#target.shrink(inner), "There is no smaller block.");
    }
    undo() {
      this.#tell(this.#marks.undo() ? "Undone." : "There is nothing to undo.");
    }
    redo() {
      this.#tell(this.#marks.redo() ? "Done again." : "There is nothing to do again.");
    }
    clear() {
      this.#target.clear();
      pw.clearSelection(pw.roots());
      this.#tell("Nothing is chosen.");
    }
    /** Move to the next text of the page, or to the one before. */
    step(by) {
      const found = pw.roots().filter(({root}) => root.body).flatMap(({root}) => pw.piecesIn(root.body));
      const blocks = [...new Set(found.map((piece) => piece.block))];
      if (!blocks.length) return this.#tell("There is no text on this page.", true);
      const now = blocks.indexOf(this.#target.pieces[0]?.block);
      const next = blocks[now < 0 ? (by > 0 ? 0 : blocks.length - 1) : (now + by + blocks.length) % blocks.length];
      pw.clearSelection(pw.roots());
      this.#target.pick(next);
      next.scrollIntoView({block: "center"});
      const label = this.#marks.all.find((mark) => mark.block === next)?.label ?? "no label";
      this.#tell(`${label}: ${next.textContent.trim().replace(/\s+/g, " ").slice(0, 80)}`);
    }

    async suggest() {
      this.#asked = true;
      await this.#attempt("Asking the model …", async () => {
        const page = pw.mapped();
        const answer = await pw.ask({type: "prelabel", html: page.html, url: pw.address()});
        const count = this.#marks.suggest(pw.suggestions(answer, page));
        if (!count) return this.#tell("The model has nothing to add.");
        this.#tell(`The model labelled ${many(count, "text")}: correct what is wrong, then save.`);
      });
    }
    async save() {
      const marks = this.#marks.all;
      if (!marks.length) return this.#tell("Nothing is labelled yet: label a text first.", true);
      await this.#attempt("Saving …", async () => {
        const {lost, message} = this.#submission(marks);
        if (!message.body.annotations.length) throw new Error("The labelled text is gone: label the page again.");
        const stored = await pw.ask(message).catch((error) => this.#conflict(error));
        this.#marks.saved = marks;
        this.#revision = stored.revision ?? null;
        const gone = lost ? ` ${many(lost, "label")} lost: the page has changed since.` : "";
        this.#tell(`Saved: ${many(stored.stored, "label")}.${gone}`, lost > 0);
      });
    }
    /** What is sent; the same thing with the same number, however often it is tried. */
    #submission(marks) {
      if (this.#pending?.marks !== marks) {
        const {html, annotations, lost} = pw.locate(marks);
        const time = new Date().toISOString().replace(/\.\d+Z$/, "Z");
        const body = {id: pw.uuid(), url: pw.address(), time, html, annotations};
        if (this.#revision !== null) body.base = this.#revision;
        this.#pending = {marks, lost, message: {type: "save", body}};
      }
      return this.#pending;
    }
    /** Somebody saved the page since: the next try is a new submission that replaces it. */
    #conflict(error) {
      if (error.code !== "conflict") throw error;
      this.#revision = this.#pending = null;
      throw new Error("You saved this page elsewhere meanwhile. Press Save again to replace that.");
    }
    async #attempt(told, work) {
      this.#tell(told);
      try {
        await work();
      } catch (error) {
        this.#tell(error.message, true);
      }
    }

    #click(block, inner, back) {
      if (pw.selected(pw.roots(), this.#lastPage).length) return; // the end of a selection by mouse
      if (!block) return this.clear();
      if (back && !this.#target.isEmpty) return this.shrink(inner);
      if (this.#target.holds(inner)) return this.grow();
      this.#target.pick(block);
      this.#moved(!this.#target.isEmpty, "There is no text here.");
    }
    get #isUnsaved() {
      return this.#marks.all.length > 0 && !this.#marks.isSaved;
    }
    /** The pieces to label: what is selected now, else the target. */
    #chosen() {
      const found = pw.selected(pw.roots(), this.#lastPage);
      return found.length ? found : this.#target.pieces;
    }
    /** A selection becomes the target. */
    #adopt() {
      const found = pw.selected(pw.roots(), this.#lastPage);
      if (found.length) this.#target.take(found);
      pw.clearSelection(pw.roots());
    }
    #moved(done, otherwise) {
      this.#tell(done ? `${many(this.#target.pieces.length, "text")} chosen.` : otherwise, !done);
    }
    /** Say what happened, and show it. */
    #tell(text, bad = false) {
      this.#panel.say(text, bad);
      this.#panel.show({
        counts: this.#marks.counts(),
        can: {undo: this.#marks.canUndo, redo: this.#marks.canRedo, save: this.#marks.all.length > 0},
      });
      this.#overlay.redraw();
    }
  }

  const many = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;
  /** A word about frames that are worth labelling and cannot be entered. */
  const unreached = () => {
    const closed = [];
    pw.roots(document, closed);
    const large = closed.filter((frame) => frame.clientWidth > 200 && frame.clientHeight > 100).length;
    return large ? ` ${many(large, "frame")} of another site cannot be reached: open it in a tab of its own.` : "";
  };

  pw.annotator = new Annotator();
})();
