// How the overlay looks. It stands in a closed shadow root: no rule of the page reaches it, and none of it the page.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});

  const inks = () => pw.LABELS.map(({name, ink}) => `[data-label="${name}"] { --ink: ${ink}; }`).join("\n");
  pw.css = () => `
    :host { all: initial !important; }
    * { box-sizing: border-box; }
    ${inks()}
    .layer { position: fixed; inset: 0; overflow: hidden; pointer-events: none; }
    .box { position: absolute; background: color-mix(in srgb, var(--ink) 22%, transparent);
      border-bottom: 2px solid var(--ink); }
    .box.model { background: color-mix(in srgb, var(--ink) 12%, transparent); border-bottom-style: dashed; }
    .chip { position: absolute; font: 600 10px/14px system-ui, sans-serif; color: #fff; background: var(--ink);
      padding: 0 4px; border-radius: 3px 3px 0 0; white-space: nowrap; transform: translateY(-100%); }
    .chip.behind { border-radius: 3px; transform: translateY(2px); }
    .chip.model { color: var(--ink); background: #fff; outline: 1px dashed var(--ink); outline-offset: -1px; }
    .target { position: absolute; border: 2px solid #1a4fd8; border-radius: 4px; box-shadow: 0 0 0 2px #fffc; }
    .hover { position: absolute; border: 1px dashed #1a4fd8; border-radius: 4px; }
    .panel { position: fixed; inset-inline: 0; bottom: 12px; margin: 0 auto; width: fit-content;
      max-width: calc(100vw - 24px); direction: ltr; text-align: left; pointer-events: auto; user-select: none;
      color: #1c2024; background: #fff; border: 1px solid #c3c8ce; border-radius: 12px; padding: 10px 12px;
      box-shadow: 0 6px 28px #0004; font: 13px/1.4 system-ui, sans-serif; }
    .panel.top { bottom: auto; top: 12px; }
    .row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
    .row + .row { margin-top: 8px; }
    .name { font-weight: 650; margin-inline-end: 4px; }
    .status { flex: 1 1 14em; min-height: 1.4em; color: #3f464d; overflow-wrap: anywhere; }
    .status.bad { color: #a1140c; font-weight: 600; }
    button { font: inherit; color: inherit; background: #f2f4f6; border: 1px solid #c3c8ce; border-radius: 7px;
      min-height: 30px; padding: 3px 9px; cursor: pointer; display: inline-flex; align-items: center; gap: 6px; }
    button:hover:not(:disabled) { background: #e4e8ec; }
    button:focus-visible { outline: 3px solid #1a4fd8; outline-offset: 1px; }
    button:disabled { color: #6b7278; cursor: default; border-style: dashed; background: #fff; }
    button.label { background: var(--ink); border-color: var(--ink); color: #fff; }
    button.label:hover { background: color-mix(in srgb, var(--ink) 85%, #000); }
    button.main { background: #1a4fd8; border-color: #1a4fd8; color: #fff; font-weight: 600; }
    button.main:hover:not(:disabled) { background: #153fae; }
    button.main:disabled { background: #fff; border-color: #c3c8ce; color: #6b7278; }
    kbd { font: 600 11px/1 ui-monospace, monospace; border: 1px solid currentColor; border-radius: 4px;
      padding: 2px 4px; opacity: .85; }
    .count { font-variant-numeric: tabular-nums; font-weight: 600; }
    .gap { width: 1px; align-self: stretch; background: #d5d9dd; margin: 0 2px; }
    @media (prefers-color-scheme: dark) {
      .panel { color: #e8eaed; background: #202327; border-color: #4a5057; }
      .status { color: #bfc5cb; } .status.bad { color: #ff9c94; }
      button { background: #2d3136; border-color: #565d65; } button:hover:not(:disabled) { background: #3a3f45; }
      button:disabled { color: #9aa1a8; background: #202327; }
      button.main:disabled { background: #202327; color: #9aa1a8; border-color: #565d65; }
      .gap { background: #4a5057; }
      button:focus-visible { outline-color: #8fb0ff; }
    }
    @media (forced-colors: active) { .box, .target, .hover { forced-color-adjust: none; } }
  `;
})();
