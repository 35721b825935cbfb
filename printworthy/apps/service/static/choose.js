// The form with the choices.

import { choose, state } from "./state.js";

const form = document.getElementById("choices-form");
const NUMBERS = new Set(["columns", "size"]);

/** Show what is chosen. */
export function showChoices() {
  for (const [name, value] of Object.entries(state.choices)) {
    const field = form.elements[name];
    if (field) field.value = String(value);
  }
}

form.addEventListener("change", ({ target }) => {
  choose(target.name, NUMBERS.has(target.name) ? Number(target.value) : target.value);
});
form.addEventListener("submit", (event) => event.preventDefault());
