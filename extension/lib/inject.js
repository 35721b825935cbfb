// Inject: our scripts into a tab, in a world of their own that scripts of the page cannot reach.

// Each adds to what those before it made.
const SHARED = ["labels", "roots", "serialise"];
const ANNOTATE = [
  ...SHARED, "blocks", "selection", "marks", "send", "locate", "suggestions", "dom", "styles", "overlay", "panel",
  "target", "links", "ears", "annotate",
];
const files = (names) => names.map((name) => `/content/${name}.js`);

/** Run it in a tab; what came of it. From its own pages Chromium sends an error, Firefox nothing at all. */
const run = async (tabId, what) => {
  const [ran] = await chrome.scripting.executeScript({target: {tabId}, ...what}).catch(() => []);
  if (!ran) throw new Error("This page is the browser's own, and closed to extensions: go to another page.");
  return ran.result;
};

/** Open the annotating mode in a tab, and label what is selected if a label is given. */
export const annotate = async (tabId, {suggest = true, label = null} = {}) => {
  const isThere = await run(tabId, {func: () => Boolean(globalThis.printworthy?.annotator)});
  if (!isThere) await run(tabId, {files: files(ANNOTATE)});
  const start = (asks, name) => {
    globalThis.printworthy.annotator.open(asks);
    if (name) globalThis.printworthy.annotator.label(name);
  };
  await run(tabId, {func: start, args: [suggest, label]});
};

/** The page of a tab as it is seen: its HTML, address and title. */
export const snapshot = async (tabId) => {
  await run(tabId, {files: files(SHARED)});
  return run(tabId, {func: () => globalThis.printworthy.snapshot()});
};
