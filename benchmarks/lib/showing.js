// What the browser shows of each text node, in the order of the page: one row a node, see `Shown` in showing.py.
(() => {
  const SKIP = new Set(["SCRIPT", "STYLE", "TEMPLATE", "HEAD", "TITLE", "IFRAME", "OBJECT", "NOFRAMES", "TEXTAREA"]);
  const FIRST_MARK = 0xf0000, MOST = 0x1fff0;
  const body = document.body;
  if (!body) return "[]";
  const sheets = [];
  const gather = (rules, media) => {
    for (const rule of rules) {
      if (rule.cssRules && !rule.selectorText) {
        const wanted = rule.media ? rule.media.mediaText : "";
        if (!wanted || matchMedia(wanted).matches) gather(rule.cssRules, wanted || media);
      } else if (rule.selectorText) sheets.push([rule, media]);
    }
  };
  for (const sheet of document.styleSheets) {
    try { if (matchMedia(sheet.media.mediaText || "all").matches) gather(sheet.cssRules, sheet.media.mediaText); } catch { /* not ours */ }
  }
  const OUT = /^(none|hidden|collapse|0(px|%)?|-.*)$/;
  const culprit = (element, property) => {
    const own = element.style && element.style.getPropertyValue(property);
    let how = own ? `inline ${property}:${own}` : element.hidden ? "hidden attribute" : "browser";
    if (!own) for (const [rule, media] of sheets) {
      let hit = false;
      try { hit = rule.style.getPropertyValue(property) && element.matches(rule.selectorText); } catch { /* odd selector */ }
      if (hit && (how[0] !== "r" || OUT.test(rule.style.getPropertyValue(property)))) how = `rule ${media ? `@${media} ` : ""}${rule.selectorText.slice(0, 120)}{${property}:${rule.style.getPropertyValue(property)}}`;
    }
    const named = [...element.attributes].filter(one => /^(class|id|role|aria-|hidden|open|data-(aos|anim|w-id))/.test(one.name));
    return `${how} | ${element.localName} ${named.map(one => `${one.name}=${one.value.slice(0, 80)}`).join(" ")}`;
  };
  const known = new Map();
  const CLIPS = /^(hidden|clip|scroll|auto)$/;
  const clear = color => /^rgba\(.*, 0\)$/.test(color) || color === "transparent";
  // Of an element, from its ancestors down: why it is unseen, the box that clips it, whether its ink is seen.
  const look = element => {
    let found = known.get(element);
    if (found) return found;
    const up = element.parentElement && element !== document.documentElement ? look(element.parentElement) : null;
    const style = getComputedStyle(element);
    found = { why: up ? up.why : "", how: up ? up.how : "", clip: up ? up.clip : null, ink: up ? up.ink : "", size: parseFloat(style.fontSize), clipper: up ? up.clipper : null };
    known.set(element, found);
    const hide = (why, property) => { if (!found.why || found.why === "visibility") { found.why = why; found.how = culprit(element, property); } };
    if (style.display === "none") hide("display", "display");
    if (found.why === "display") return found;
    if (found.why === "visibility" && style.visibility === "visible") { found.why = ""; found.how = ""; }
    if (style.visibility !== "visible" && !found.why) {
      let top = element;
      while (top.parentElement && getComputedStyle(top.parentElement).visibility !== "visible") top = top.parentElement;
      found.why = "visibility"; found.how = culprit(top, "visibility");
    }
    if (parseFloat(style.opacity) < 0.05) hide("opacity", "opacity");
    if (style.position === "absolute" || style.position === "fixed") {
      if (/^rect\(/.test(style.clip)) {
        const [t, r, b, l] = style.clip.match(/-?[\d.]+|auto/g).map(parseFloat);
        if (r - l <= 1 || b - t <= 1) hide("clip", "clip");
      }
      const holder = style.position === "fixed" ? null : element.offsetParent;
      const inner = holder ? look(holder) : null;
      found.clip = inner ? inner.clip : null; found.clipper = inner ? inner.clipper : null;
    }
    if (/^inset\((100|50)%/.test(style.clipPath) || /^(circle|polygon)\(0/.test(style.clipPath)) hide("clip", "clip-path");
    if (found.size < 1) hide("font", "font-size");
    if (/scale\(0|matrix\(0, 0, 0, 0/.test(style.transform)) hide("transform", "transform");
    if ((CLIPS.test(style.overflowX) || CLIPS.test(style.overflowY)) && element !== body && element !== document.documentElement) {
      const box = element.getBoundingClientRect(), old = found.clip;
      const ends = [box.left + scrollX, box.top + scrollY, box.right + scrollX, box.bottom + scrollY];
      const scrolls = /scroll|auto/.test(style.overflowX + style.overflowY) && box.width > 2 && box.height > 2;
      if (!scrolls) {
        found.clip = old ? [Math.max(old[0], ends[0]), Math.max(old[1], ends[1]), Math.min(old[2], ends[2]), Math.min(old[3], ends[3])] : ends;
        found.clipper = element;
      }
    }
    // Only what an element says of both its colours counts: others may stand on pictures and styles that did not load.
    const flat = style.backgroundImage === "none" && !clear(style.backgroundColor);
    if (clear(style.color) ? style.backgroundImage === "none" && style.textShadow === "none" : flat && style.color === style.backgroundColor) found.ink ||= culprit(element, "color").replace(/^browser.*/, "");
    else if (!up || style.color !== getComputedStyle(element.parentElement).color || flat || style.backgroundImage !== "none") found.ink = "";
    return found;
  };
  const blocks = new Map(), numbers = new Map();
  const number = element => {
    if (!numbers.has(element)) numbers.set(element, numbers.size);
    return numbers.get(element);
  };
  const block = element => {
    if (!blocks.has(element)) {
      const inline = /^(inline|contents|ruby|none)/.test(getComputedStyle(element).display) && element !== body;
      blocks.set(element, inline ? block(element.parentElement) : number(element));
    }
    return blocks.get(element);
  };
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const rows = [], nodes = [];
  let before = null;
  for (let node; (node = walker.nextNode()) && nodes.length < MOST;) {
    const parent = node.parentElement;
    if (!/\S/.test(node.data) || !parent || parent.closest("script,style,template,iframe,object,noframes,textarea")) continue;
    const seen = look(parent);
    let why = seen.why, how = seen.how, gap = 0;
    const range = document.createRange();
    const start = node.data.search(/\S/), end = node.data.trimEnd().length;
    range.setStart(node, start); range.setEnd(node, end);
    const boxes = [...range.getClientRects()].filter(box => box.width > 0 && box.height > 0);
    const shut = parent.closest("details:not([open])");
    if (!why && shut && !parent.closest("summary")) { why = "details"; how = culprit(shut, "content-visibility"); }
    if (!why && !parent.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true })) {
      why = "unseen"; how = culprit(parent, "content-visibility");
    }
    if (!why && !boxes.length) { why = "nobox"; how = culprit(parent, "width"); }
    if (!why && boxes.every(box => box.right + scrollX <= 0 || box.bottom + scrollY <= 0)) { 
      let top = parent;
      while (top.parentElement && top.parentElement !== body && top.parentElement.getBoundingClientRect().right + scrollX <= 0) top = top.parentElement;
      why = "offscreen"; how = culprit(top, getComputedStyle(top).textIndent[0] === "-" ? "text-indent" : "left");
    }
    if (!why && seen.clip && Math.min(seen.clip[2] - seen.clip[0], seen.clip[3] - seen.clip[1]) < 2) {
      why = "clipped"; how = culprit(seen.clipper, "overflow") + ` ${seen.clip[2] - seen.clip[0] | 0}x${seen.clip[3] - seen.clip[1] | 0}`;
    }
    if (!why && seen.ink) { why = "ink"; how = seen.ink; }
    if (boxes.length) {
      const first = boxes[0], last = before;
      if (last) {
        const shared = Math.min(first.bottom, last.bottom) - Math.max(first.top, last.top);
        if (shared < 0.3 * Math.min(first.height, last.height)) gap = 2;
        else if (first.left - last.right > 0.12 * seen.size || first.left < last.left - 1) gap = 1;
      }
      if (!why) before = boxes[boxes.length - 1];
    }
    const item = parent.closest("li,tr,dt,dd");
    const kin = [];
    for (let up = parent; up && up !== body && kin.length < 5; up = up.parentElement) kin.push(up.localName + (up.className && up.className.split ? "." + up.className.trim().split(/\s+/).slice(0, 2).join(".") : ""));
    rows.push([node.data.trim().split(/\s+/).join(" "), null, why, how.slice(0, 300), gap, block(parent), item ? number(item) : -1, kin.join("<")]);
    nodes.push(node);
  }
  nodes.forEach((node, at) => node.insertData(node.data.search(/\S/), String.fromCodePoint(FIRST_MARK + at)));
  const drawn = getComputedStyle(body).display === "none" ? "" : body.innerText;
  const parts = drawn.split(/([\u{F0000}-\u{10FFEF}])/u);
  for (let at = 1; at < parts.length; at += 2) {
    const row = rows[parts[at].codePointAt(0) - FIRST_MARK];
    if (row) row[1] = (row[1] || "") + parts[at + 1];
  }
  return JSON.stringify(rows);
})()
