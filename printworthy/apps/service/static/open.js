// Ways in: an address that was pasted, a file that was dropped or chosen, the bookmarklet, a permalink.

import { call, post } from "./api.js";
import { choices, state } from "./state.js";
import { complain, say, settle } from "./tell.js";

const field = document.getElementById("address");
const file = document.getElementById("file");
const LARGEST = 16 * 1024 * 1024;

/** Call `opened` with every page that is opened. */
export function prepare(opened) {
  const go = async (told, ask, address) => {
    settle();
    say(told, true);
    document.body.dataset.state = state.name ? "busy" : "start";
    try {
      await opened(await ask());
      if (address) history.pushState(null, "", address);
    } catch (error) {
      complain(error);
    } finally {
      document.body.dataset.state = state.name ? "open" : "start";
    }
  };
  const address = (url) => go(
    "Fetching the page…",
    () => post("/v1/sheets", { url, choices: { ...choices(), changed: [] } }),
    `/?url=${encodeURIComponent(url)}`,
  );
  const take = (given) => {
    field.value = "";
    return go("Reading the file…", () => send(given), "/");
  };

  document.getElementById("address-form").addEventListener("submit", (event) => {
    event.preventDefault();
    address(completed(field.value));
  });
  field.addEventListener("change", () => { field.value = completed(field.value); });
  file.addEventListener("change", () => {
    if (file.files[0]) take(file.files[0]);
    file.value = "";
  });
  watchDrops(take);
  setBookmarklet();
  begin(address, (share) => go("Opening the link…", async () => (await call(`/v1/shares/${share}`)).json(), ""));
}

function begin(address, shared) {
  const share = /^\/s\/([0-9a-f]{24})$/.exec(location.pathname);
  const url = new URLSearchParams(location.search).get("url");
  if (share) shared(share[1]);
  else if (url) {
    field.value = completed(url);
    address(field.value);
  } else field.focus({ preventScroll: true });
}

function completed(text) {
  const url = text.trim();
  return url === "" || /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`;
}

async function send(given) {
  if (given.size > LARGEST) throw new Error("That file is larger than 16 MB: save the page without its pictures.");
  const options = { method: "POST", headers: { "Content-Type": "text/html" }, body: await given.arrayBuffer() };
  const opened = await (await call("/v1/sheets", options)).json();
  return Object.assign(opened, { again: true });
}

function watchDrops(take) {
  let depth = 0;
  const over = (now) => document.body.classList.toggle("over", now);
  addEventListener("dragenter", () => over(++depth > 0));
  addEventListener("dragleave", () => over(--depth > 0));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    over((depth = 0) > 0);
    const [given] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text/uri-list") || event.dataTransfer.getData("text/plain");
    if (given) take(given);
    else if (text) {
      field.value = completed(text.split("\n")[0]);
      document.getElementById("address-form").requestSubmit();
    }
  });
}

function setBookmarklet() {
  const link = document.getElementById("bookmarklet");
  const target = JSON.stringify(`${location.origin}/?url=`);
  link.href = `javascript:void(open(${target}+encodeURIComponent(location.href)))`;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    say("Drag it to your bookmarks bar, then use it on any page.");
  });
}
