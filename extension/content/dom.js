// Elements of our own, made one by one: text goes in as text, never as markup.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});

  /** An element with attributes, handlers (`onclick`) and children; strings become text. Handlers obey people only. */
  pw.make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      const heard = (event) => event.isTrusted && value(event);
      if (typeof value === "function") element.addEventListener(key.slice(2), heard);
      else if (value === true) element.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  };
})();
