// The original beside the paper: every part of the page, those that are left out dimmed, each a button.

import { rove } from "./rove.js";
import { isKept, state, turn } from "./state.js";

const list = document.getElementById("units");
const seek = document.getElementById("seek");
const refresh = rove(list, ".unit:not(:disabled)");

/** List the parts of a page. */
export function showOriginal(shown) {
  list.lang = shown.language;
  list.dir = shown.direction;
  list.replaceChildren(...state.units.map(item));
  seek.value = "";
  markOriginal();
}

/** Mark what is printed now. */
export function markOriginal() {
  for (const button of list.querySelectorAll(".unit")) {
    const kept = isKept(button.dataset.name);
    if (!button.disabled) button.setAttribute("aria-pressed", String(kept));
    button.classList.toggle("changed", state.changed.has(button.dataset.name));
  }
  refresh();
}

/** Show the first part that is printed. */
export function scrollOriginal() {
  const first = list.querySelector(".unit[aria-pressed='true']");
  const pane = document.getElementById("original");
  if (!first || first.offsetParent === null) return;
  if (getComputedStyle(pane).overflowY === "auto") {
    pane.scrollTop = first.offsetTop - pane.querySelector(".pane-head").offsetHeight - 12;
  } else scrollTo(0, first.getBoundingClientRect().top + scrollY - 90);
}

function item(unit) {
  const li = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "unit";
  button.dataset.name = unit.name;
  button.dataset.kind = unit.kind;
  button.tabIndex = -1;
  const note = told(unit);
  if (note) {
    const small = document.createElement("small");
    small.textContent = note;
    button.append(small);
  }
  const text = document.createElement("span");
  text.dir = "auto";
  text.textContent = unit.text || "A picture without words";
  button.append(text);
  button.disabled = Boolean(unit.fixed);
  li.append(button);
  return li;
}

function told(unit) {
  if (unit.fixed) return "The title";
  if (unit.kind === "picture") return "Picture";
  return unit.hidden ? "Hidden on the page" : "";
}

list.addEventListener("click", (event) => {
  const button = event.target.closest(".unit");
  if (button && !button.disabled) turn([button.dataset.name]);
});
seek.addEventListener("input", () => {
  const wanted = seek.value.trim().toLowerCase();
  for (const li of list.children) li.hidden = wanted !== "" && !li.textContent.toLowerCase().includes(wanted);
});
