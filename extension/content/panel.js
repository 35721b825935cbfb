// Panel: the buttons under the page. Every one calls an action of the annotator; `show` brings it up to date.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});

  const TOOLS = [
    {name: "shrink", text: "Shrink", key: "-", told: "Shrink to the block inside"},
    {name: "grow", text: "Grow", key: "+", told: "Grow to the block around"},
    {name: "erase", text: "No label", key: "x", told: "Take the label away"},
    {name: "undo", text: "Undo", key: "u", told: "Undo the last step"},
    {name: "redo", text: "Redo", key: "r", told: "Do it again"},
    {name: "suggest", text: "Ask the model", key: "s", told: "Label the rest of the page by the model"},
  ];

  class Panel {
    #buttons = new Map();
    #counts = new Map();
    #status = pw.make("span", {class: "status", role: "status", "data-name": "status"});

    constructor(actions) {
      const labels = pw.LABELS.map((label) => this.#labelButton(label, actions));
      const tools = TOOLS.map((tool) => this.#button(tool, actions[tool.name]));
      const save = this.#button({name: "save", text: "Save", key: "Enter", told: "Send the labels"}, actions.save);
      save.classList.add("main");
      const edge = {name: "move", text: "Move", told: "Move this panel to the other edge"};
      const move = this.#button(edge, () => this.move());
      const close = this.#button({name: "close", text: "Close", told: "Stop annotating"}, actions.close);
      this.element = pw.make(
        "div", {class: "panel", role: "toolbar", "aria-label": "Printworthy: label this page"},
        pw.make("div", {class: "row"}, pw.make("span", {class: "name"}, "Label as"), ...labels),
        pw.make("div", {class: "row"}, ...tools, pw.make("span", {class: "gap"}), save, move, close),
        pw.make("div", {class: "row"}, this.#status),
      );
      // A press on a button must not take the selection away.
      this.element.addEventListener("mousedown", (event) => event.preventDefault());
    }
    #labelButton({name, key}, actions) {
      const count = pw.make("span", {class: "count"}, "0");
      this.#counts.set(name, count);
      const what = {name: `label-${name}`, text: name, key, told: `Label as ${name}`};
      const button = this.#button(what, () => actions.label(name));
      button.classList.add("label");
      button.dataset.label = name;
      button.append(count);
      return button;
    }
    #button({name, text, key, told}, action) {
      const shortcut = {Enter: "Control+Enter", "+": "Plus"}[key] ?? key;
      const button = pw.make(
        "button", {type: "button", title: told, "data-name": name, "aria-keyshortcuts": shortcut, onclick: action},
        text, key ? pw.make("kbd", {"aria-hidden": "true"}, key === "Enter" ? "Ctrl ↵" : key) : null,
      );
      this.#buttons.set(name, button);
      return button;
    }
    move() {
      this.element.classList.toggle("top");
    }
    focus() {
      this.#buttons.get("label-title").focus();
    }
    /** Numbers beside the labels; what cannot be done now cannot be pressed. */
    show({counts, can}) {
      for (const [name, count] of this.#counts) {
        count.textContent = String(counts[name]);
        this.#buttons.get(`label-${name}`).setAttribute("aria-label", `${name}, ${counts[name]} marked`);
      }
      for (const [name, possible] of Object.entries(can)) this.#buttons.get(name).disabled = !possible;
    }
    say(text, bad = false) {
      this.#status.textContent = text;
      this.#status.classList.toggle("bad", bad);
    }
  }

  pw.Panel = Panel;
})();
