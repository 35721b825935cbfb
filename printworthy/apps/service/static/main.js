// The order: a page is opened, shown, corrected, and shown again.

import { post } from "./api.js";
import { showChoices } from "./choose.js";
import { prepare } from "./open.js";
import { markOriginal, scrollOriginal, showOriginal } from "./original.js";
import { expectPages, focusUnit, showPages } from "./paper.js";
import { canUndo, choices, isKept, listen, open, state, undo } from "./state.js";
import { forgetLink } from "./take.js";
import { complain, say, warn } from "./tell.js";

const desk = document.getElementById("desk");
const title = document.getElementById("paper-title");
const summary = document.getElementById("summary");
const undoButton = document.getElementById("undo");
const resetButton = document.getElementById("reset");
let running = new AbortController();
let missing = 0;

async function opened(shown) {
  const own = state.choices;
  const again = shown.again;
  open(shown);
  missing = 0;
  if (again) state.choices = own; // a file is opened with the usual choices first
  document.querySelector(".mark").after(document.getElementById("address-form"));
  document.getElementById("start").hidden = true;
  desk.hidden = false;
  show(shown);
  showOriginal(shown);
  showChoices();
  forgetLink();
  scrollOriginal();
  document.title = `${shown.title || "A page"} · Printworthy`;
  scrollTo(0, 0);
  if (again && JSON.stringify(own) !== JSON.stringify(chosen(shown))) await renew({ units: true });
  await fetchPictures();
  say(`Ready: ${pagesOf(state.shown)}.`);
  if (doubt(shown)) warn(doubt(shown));
}

function show(shown) {
  state.shown = shown;
  if (shown.units) state.units = shown.units;
  for (const one of [title, document.getElementById("desk-title")]) {
    one.textContent = shown.title || shown.site || "A page without a title";
    one.lang = shown.language;
  }
  const changes = state.changed.size;
  summary.textContent = [shown.site, pagesOf(shown), changes ? `${changes} ${changes === 1 ? "change" : "changes"}` : ""]
    .filter(Boolean).join(" · ");
  undoButton.disabled = !canUndo();
  resetButton.disabled = changes === 0;
  showPages(shown);
}

/** Ask for the pages anew; a later call takes the place of an earlier one. */
async function renew({ path = "", units = false } = {}) {
  running.abort();
  const mine = (running = new AbortController());
  try {
    const shown = await post(`/v1/sheets/${state.name}${path}`, { choices: choices(), units }, mine.signal);
    if (running !== mine) return false;
    show(shown);
    if (units) showOriginal(shown);
    return true;
  } catch (error) {
    if (running === mine) complain(error);
    return false;
  }
}

listen(async (what, names) => {
  if (!state.name) return;
  const fromPaper = document.getElementById("pages").contains(document.activeElement);
  expectPages(names);
  markOriginal();
  const done = await renew({ units: what === "chosen" && names[0] === "images" });
  if (!done) return;
  if (what === "changed" && names.length) {
    focusUnit(names[0], fromPaper);
    say(`${isKept(names[0]) ? "Brought in" : "Dropped"}: ${pagesOf(state.shown)}.`);
  } else say(`${pagesOf(state.shown)}.`);
  await fetchPictures();
});

/** Fetch the pictures that are not there yet; those that did not come once are not asked for again. */
async function fetchPictures() {
  if (state.shown.wanted <= missing) return;
  say("The pictures are on their way…", true);
  if (!(await renew({ path: "/pictures" }))) return;
  missing = state.shown.wanted;
  say(missing ? "Not all pictures could be fetched." : `${pagesOf(state.shown)}.`);
}

undoButton.addEventListener("click", () => undo());
resetButton.addEventListener("click", () => undo(true));
addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && !typing && canUndo()) {
    event.preventDefault();
    undo();
  }
});
for (const tab of document.querySelectorAll(".tabs button")) {
  tab.addEventListener("click", () => {
    desk.dataset.show = tab.dataset.show;
    for (const one of document.querySelectorAll(".tabs button")) one.setAttribute("aria-pressed", String(one === tab));
    if (tab.dataset.show === "original") scrollOriginal();
  });
}

function pagesOf({ pages }) {
  return pages === 1 ? "1 page" : `${pages} pages`;
}

function doubt({ worth, unseen, wall }) {
  if (worth) return wall && `P${wall.slice(1)}. Log in with your browser, save the page, and drop the file here.`;
  if (!unseen) return "This page hardly looks like an article: check what was found.";
  return "This page hardly looks like an article. Perhaps scripts make its text, and there is no browser here to run "
    + "them: open the page in yours, save it, and drop the file here.";
}

function chosen({ choices: { changed, ...rest } }) {
  return rest;
}

showChoices();
prepare(opened);
