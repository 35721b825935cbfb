// Labels: what a piece of text can be, the key for it, and its colour. Background and pages read the same list.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});

  // `ink` is dark enough for white letters on it (4.5 : 1), also for eyes that see few colours; names stand beside it.
  pw.LABELS = Object.freeze([
    {name: "title", key: "t", ink: "#b3261e"},
    {name: "date", key: "d", ink: "#8a4b00"},
    {name: "author", key: "a", ink: "#7a2fa8"},
    {name: "body", key: "b", ink: "#146c43"},
    {name: "caption", key: "c", ink: "#0a66a8"},
    {name: "comment", key: "m", ink: "#a3195b"},
    {name: "junk", key: "j", ink: "#5c6166"},
  ].map(Object.freeze));
  pw.labelNamed = (name) => pw.LABELS.find((label) => label.name === name);
})();
