// What is open, what was chosen, and what was changed. Everything else asks here, and is told when it changes.

const FIELDS = ["style", "paper", "columns", "size", "images", "links"];
const listeners = new Set();
const past = [];

export const state = { name: "", shown: null, units: [], choices: read(), changed: new Set() };

/** The choices as the service reads them. */
export function choices() {
  return { ...state.choices, changed: [...state.changed] };
}

/** Be told when something was chosen or changed; `what` says which. */
export function listen(listener) {
  listeners.add(listener);
}

/** Take a page that the service has opened. */
export function open(shown) {
  const { changed, ...chosen } = shown.choices;
  Object.assign(state, { name: shown.name, shown, units: shown.units, choices: chosen, changed: new Set(changed) });
  past.length = 0;
}

/** Drop these units or bring them back: all of them become what the first one is not. */
export function turn(names) {
  past.push([...state.changed]);
  const off = isKept(names[0]);
  for (const name of names) if (isKept(name) === off) flip(name);
  tell("changed", names);
}

/** Is a unit printed? One that the page does not know stands on paper only. */
export function isKept(name) {
  const unit = state.units.find((one) => one.name === name);
  return (unit ? unit.kept : true) !== state.changed.has(name);
}

/** Take the last change back, or all of them. */
export function undo(all = false) {
  const before = all ? [] : past.pop() || [];
  if (all) past.push([...state.changed]);
  state.changed = new Set(before);
  tell("changed", []);
}

/** Can a change be taken back? */
export function canUndo() {
  return past.length > 0;
}

/** Choose how the article is printed. */
export function choose(name, value) {
  state.choices = { ...state.choices, [name]: value };
  // Which pictures are there to drop or add depends on this choice.
  if (name === "images") {
    state.changed = new Set([...state.changed].filter((one) => !one.startsWith("p")));
    past.length = 0;
  }
  localStorage.setItem("choices", JSON.stringify(state.choices));
  tell("chosen", [name]);
}

function flip(name) {
  if (!state.changed.delete(name)) state.changed.add(name);
}

function tell(what, names) {
  for (const listener of listeners) listener(what, names);
}

function read() {
  const usual = { style: "classic", paper: usualPaper(), columns: 0, size: 0, images: "relevant", links: "auto" };
  try {
    const kept = JSON.parse(localStorage.getItem("choices")) || {};
    for (const field of FIELDS) if (typeof kept[field] === typeof usual[field]) usual[field] = kept[field];
  } catch { /* nothing was kept */ }
  return usual;
}

function usualPaper() {
  return /-(US|CA|MX|PH|CL|CO)\b/.test(navigator.language) ? "letter" : "a4";
}
