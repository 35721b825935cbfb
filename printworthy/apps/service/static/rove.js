// One tab stop for many buttons: the arrow keys move between them.

/** Make the buttons that `selector` finds in `area` one stop for the Tab key. */
export function rove(area, selector) {
  const all = () => [...area.querySelectorAll(selector)].filter((one) => one.offsetParent !== null);

  area.addEventListener("keydown", (event) => {
    const buttons = all();
    const at = buttons.indexOf(event.target.closest(selector));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    buttons[Math.max(0, Math.min(to, buttons.length - 1))].focus();
  });
  area.addEventListener("focusin", (event) => {
    const button = event.target.closest(selector);
    if (button) stop(all(), button);
  });
  return () => {
    const buttons = all();
    if (!buttons.some((one) => one.tabIndex === 0)) stop(buttons, buttons[0]);
  };
}

function stop(buttons, chosen) {
  for (const one of buttons) one.tabIndex = one === chosen ? 0 : -1;
}
