// Tries all that a page can try against the overlay; what it heard and found is kept in `window.loot`.
window.loot = {keys: [], root: "none", names: [], messages: 0};
addEventListener("message", () => { window.loot.messages += 1; });
window.attack = () => {
  const host = document.querySelector("printworthy-overlay");
  window.loot.root = String(host.shadowRoot);
  window.loot.names = Object.getOwnPropertyNames(window).filter((name) => /printworthy|pw/i.test(name));
  const text = document.getElementById("one");
  getSelection().selectAllChildren(text);
  for (const target of [text, host, document, window]) {
    for (const key of ["b", "t", "s", "Enter"])
      target.dispatchEvent(new KeyboardEvent("keydown", {key, ctrlKey: key === "Enter", bubbles: true, composed: true}));
    target.dispatchEvent(new MouseEvent("click", {bubbles: true, composed: true}));
    target.dispatchEvent(new PointerEvent("pointerover", {bubbles: true, composed: true}));
  }
  host.click();
  postMessage({type: "label", name: "junk"}, "*");
  postMessage({type: "save"}, "*");
  getSelection().removeAllRanges();
};
window.vandalise = () => {
  const host = document.querySelector("printworthy-overlay");
  host.setAttribute("style", "display: none !important; opacity: 0");
  host.hidden = true;
  host.inert = true;
  host.hidePopover();
  host.remove();
};
