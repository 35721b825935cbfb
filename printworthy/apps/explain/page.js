"use strict";
(() => {
  const facts = JSON.parse(document.getElementById("facts").textContent);
  const one = (query) => document.querySelector(query);
  const all = (query) => [...document.querySelectorAll(query)];
  const segments = all(".s");
  const bars = all(".strip rect");
  const inner = one(".inspector .inner");
  let method = 0;
  let current = -1;

  // Text is only ever set as text, so that nothing of the page can become markup here.
  const make = (tag, name, text, ...children) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== "") element.textContent = text;
    element.append(...children);
    return element;
  };
  const percent = (value) => `${Math.round(100 * value)}\u00a0%`;

  const verdictRow = (entry) => {
    const [kept, probability, tenth] = entry.verdicts[current];
    const meter = make("span", "meter", "");
    meter.dataset.p = tenth;
    return make("tr", entry.name === facts.methods[method].name ? "now" : "", "",
      make("th", "", entry.name), make("td", "", entry.error ? "–" : kept ? "kept" : "dropped"),
      make("td", "", "", ...(entry.error ? [] : [meter, percent(probability)])));
  };

  const reasons = (look, title) => {
    const [probability, found] = look[current];
    const widest = Math.max(0.5, ...found.map((reason) => Math.abs(reason[2])));
    const list = make("ul", "reasons", "");
    for (const [word, value, added] of found) {
      const bar = make("span", added > 0 ? "bar for" : "bar against", "");
      bar.style.setProperty("--w", `${Math.round(50 * Math.abs(added) / widest)}%`);
      const sign = make("b", "", `${added > 0 ? "+" : "−"}${Math.abs(added).toFixed(2)}`);
      const label = make("span", "what", facts.words[word], make("small", "", ` (${value})`));
      list.append(make("li", "", "", label, sign, make("span", "track", "", bar)));
    }
    return [make("h3", "", `${title}: ${percent(probability)}`), list];
  };

  const inspect = () => {
    if (current < 0) return;
    const entry = facts.methods[method];
    const [kept, probability, , why] = entry.verdicts[current];
    const [step, reason] = entry.whys[why];
    const { path, words } = facts.segments[current];
    const text = segments[current].textContent;
    const table = make("table", "all", "", make("tbody", "", "", ...facts.methods.map(verdictRow)));
    const parts = [
      make("p", kept ? "badge kept" : "badge", "", make("strong", "", kept ? "Kept" : "Dropped"),
        make("span", "", percent(probability))),
      make("p", "said", text.length > 140 ? `${text.slice(0, 140)}…` : text),
      make("p", "why", "", make("b", "", step ? `${step} · ` : ""), reason || "no reason was given"),
      make("p", "path", `${path} · ${words} ${words === 1 ? "word" : "words"}`),
    ];
    if (entry.name === "learned" && facts.looks.length) {
      parts.push(...reasons(facts.looks[0], "First look"), ...reasons(facts.looks[1], "Second look"));
    }
    parts.push(make("h3", "", "All methods"), table);
    inner.replaceChildren(...parts);
    inner.scrollTop = 0;
    document.body.classList.add("inspecting");
  };

  const point = (number, move) => {
    if (number < 0 || number >= segments.length || number === current) return;
    if (current >= 0) {
      segments[current].classList.remove("at");
      segments[current].tabIndex = -1;
      bars[current].classList.remove("at");
    }
    current = number;
    segments[number].classList.add("at");
    segments[number].tabIndex = 0;
    bars[number].classList.add("at");
    if (move) {
      segments[number].scrollIntoView({ block: "center", behavior: move === "jump" ? "auto" : "smooth" });
    }
    inspect();
  };

  const choose = (name) => {
    method = facts.methods.findIndex((entry) => entry.name === name);
    for (const element of all("[data-method]")) element.hidden = element.dataset.method !== name;
    facts.methods[method].verdicts.forEach(([kept, , tenth], number) => {
      for (const element of [segments[number], bars[number]]) {
        element.dataset.p = tenth;
        element.dataset.k = kept;
      }
    });
    inspect();
  };

  const show = (pane) => {
    document.body.dataset.show = pane;
    for (const button of all("[data-show]")) {
      if (button.tagName === "BUTTON") button.setAttribute("aria-pressed", String(button.dataset.show === pane));
    }
  };

  const close = () => {
    document.body.classList.remove("inspecting");
  };

  const original = one(".original .sheet");
  const numberOf = (event) => segments.indexOf(event.target.closest(".s"));
  // On a phone the reasons cover half of the text: there a touch opens them.
  const hovers = matchMedia("(hover: hover) and (min-width: 52.01rem)");
  original.addEventListener("pointerover", (event) => {
    if (hovers.matches && event.pointerType === "mouse") point(numberOf(event), "");
  });
  original.addEventListener("click", (event) => {
    if (numberOf(event) === current) inspect();
    else point(numberOf(event), "");
  });
  original.addEventListener("focusin", (event) => point(numberOf(event), ""));
  original.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || current < 0) return;
    event.preventDefault();
    point(current + step, "jump");
    segments[current].focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  one(".strip").addEventListener("click", (event) => {
    const number = bars.indexOf(event.target);
    if (number < 0) return;
    show("original");
    point(number, "smooth");
    inspect();
  });
  one(".inspector .close").addEventListener("click", close);
  for (const button of all("button[data-show]")) button.addEventListener("click", () => show(button.dataset.show));
  const radios = all('input[name="method"]');
  for (const radio of radios) radio.addEventListener("change", () => choose(radio.value));
  radios[0].checked = true;
  show("article");
})();
