// The printed pages: drawings of paper with a button over each block, and a mark where something was dropped.

import { call } from "./api.js";
import { rove } from "./rove.js";
import { isKept, state, turn } from "./state.js";
import { complain } from "./tell.js";

const pages = document.getElementById("pages");
const refresh = rove(pages, ".block.first:not(.fixed), .gap");
const near = new IntersectionObserver(arrive, { rootMargin: "900px 0px" });
const hovering = new Set();

/** Show the pages that the service has made. */
export function showPages(shown) {
  const wanted = shown.pages;
  while (pages.children.length > wanted) near.unobserve(pages.lastChild), pages.lastChild.remove();
  while (pages.children.length < wanted) pages.append(newPage(pages.children.length));
  [...pages.children].forEach((page, number) => setPage(page, number, shown));
  refresh();
  pages.classList.remove("busy");
}

/** The pages are being made anew; what is on its way out fades at once. */
export function expectPages(names) {
  pages.classList.add("busy");
  for (const one of pages.querySelectorAll(".block")) {
    if (one.units.some((name) => names.includes(name) && !isKept(name))) one.classList.add("going");
  }
}

/** Put the focus on what became of a unit: its block, or the mark where it stood. */
export function focusUnit(name, focus = true) {
  const found = [...pages.querySelectorAll(".block.first, .gap")].find((one) => one.units.includes(name));
  if (!found) return;
  if (found.matches(".block")) found.classList.add("fresh");
  if (focus) found.focus({ preventScroll: true });
  const box = found.getBoundingClientRect();
  if (box.top < 80 || box.bottom > innerHeight - 20) found.scrollIntoView({ block: "center" });
}

function newPage(number) {
  const page = document.createElement("figure");
  page.className = "page";
  const image = document.createElement("img");
  image.alt = "";
  page.append(image);
  page.number = number;
  near.observe(page);
  return page;
}

function setPage(page, number, shown) {
  const [width, height] = shown.sizes[number];
  const paper = { width, height };
  page.style.aspectRatio = `${width} / ${height}`;
  page.setAttribute("aria-label", `Page ${number + 1} of ${shown.pages}`);
  for (const old of page.querySelectorAll(".block, .gap")) old.remove();
  const seen = new Set(shown.places.filter(([, at]) => at < number).map(([block]) => block));
  for (const [block, at, ...box] of shown.places) {
    if (at !== number) continue;
    page.append(newBlock(shown.blocks[block], block, box, paper, !seen.has(block)));
    seen.add(block);
  }
  for (const gap of shown.gaps) if (gap.place && gap.place[0] === number) page.append(newGap(gap, paper));
  page.wanted = `/sheets/${shown.name}/${shown.key}/${number}.svg?${shown.wanted}`;
  if (page.close) draw(page);
}

function newBlock({ units, kind, text }, number, box, paper, first) {
  const fixed = units.every((name) => state.units.find((one) => one.name === name)?.fixed);
  const block = document.createElement(first && !fixed ? "button" : "span");
  block.className = `block${first ? " first" : ""}${fixed ? " fixed" : ""}`;
  Object.assign(block, { units, number });
  if (first && !fixed) {
    block.type = "button";
    block.tabIndex = -1;
    block.setAttribute("aria-pressed", "true");
    block.setAttribute("aria-label", `${name(kind)} on paper: ${text || "without words"}`);
  }
  place(block, box, paper);
  return block;
}

function newGap({ name: unit, kind, text, place: [, x, y, width] }, paper) {
  const gap = document.createElement("button");
  gap.type = "button";
  gap.className = "gap";
  gap.tabIndex = -1;
  gap.units = [unit];
  gap.title = "Bring it back";
  gap.setAttribute("aria-pressed", "false");
  gap.setAttribute("aria-label", `Dropped ${name(kind).toLowerCase()}, bring it back: ${text || "without words"}`);
  gap.style.left = `${(100 * x) / paper.width}%`;
  gap.style.top = `${(100 * (y - 4)) / paper.height}%`;
  gap.style.width = `${(100 * width) / paper.width}%`;
  return gap;
}

// A place begins at the height of capitals and ends where the next one begins: a little higher looks right.
function place(block, [x, y, width, height], paper) {
  block.style.left = `${(100 * x) / paper.width}%`;
  block.style.top = `${(100 * (y - 2.5)) / paper.height}%`;
  block.style.width = `${(100 * width) / paper.width}%`;
  block.style.height = `${(100 * Math.max(height - 1.5, 4)) / paper.height}%`;
}

function name(kind) {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

// Drawings are fetched when their page comes near the window.

function arrive(entries) {
  for (const { target, isIntersecting } of entries) {
    target.close = isIntersecting;
    if (isIntersecting) draw(target);
  }
}

async function draw(page) {
  const address = page.wanted;
  if (page.drawn === address || page.drawing === address) return;
  page.drawing = address;
  try {
    const drawing = URL.createObjectURL(await (await call(address)).blob());
    const image = page.querySelector("img");
    const next = new Image();
    next.src = drawing;
    await next.decode().catch(() => {});
    if (page.wanted !== address) return URL.revokeObjectURL(drawing);
    if (image.src) URL.revokeObjectURL(image.src);
    image.src = drawing;
    page.drawn = address;
    page.dataset.ready = "true";
  } catch (error) {
    complain(error);
  } finally {
    if (page.drawing === address) page.drawing = "";
  }
}

// A click on any part of a block means the block.

pages.addEventListener("click", (event) => {
  const hit = event.target.closest(".block:not(.fixed), .gap");
  if (hit) turn(hit.units);
});
pages.addEventListener("pointerover", (event) => light(event.target.closest(".block:not(.fixed)")));
pages.addEventListener("pointerleave", () => light(null));

/** Light a block, all its parts, and the same in the original. */
function light(block) {
  for (const one of hovering) one.classList.remove("near");
  hovering.clear();
  if (!block) return;
  const same = [...pages.querySelectorAll(".block")].filter((one) => one.number === block.number);
  const units = block.units.map((unit) => document.querySelector(`.unit[data-name="${CSS.escape(unit)}"]`));
  for (const one of [...same, ...units]) if (one) one.classList.add("near"), hovering.add(one);
}
