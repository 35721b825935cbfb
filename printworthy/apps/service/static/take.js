// Ways out: documents, permalinks, and feedback for training.

import { call, post } from "./api.js";
import { choices, state } from "./state.js";
import { complain, say, settle } from "./tell.js";

const SUFFIX = { pdf: "pdf", epub: "epub", html: "html", markdown: "md" };

for (const button of document.querySelectorAll("[data-format]")) {
  button.addEventListener("click", () => busy(button, () => download(button.dataset.format)));
}
const share = document.getElementById("share");
share.addEventListener("click", () => busy(share, makeLink));
const feedback = document.getElementById("feedback");
feedback.addEventListener("click", () => busy(feedback, saveFeedback));

/** A new page has no link yet. */
export function forgetLink() {
  document.getElementById("share-result").hidden = true;
}

async function download(format) {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ choices: choices(), format });
  const response = await call(`/v1/sheets/${state.name}/document`, { method: "POST", headers, body });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = fileName(response, format);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  say(`${link.download} is on its way.`);
}

function fileName(response, format) {
  const named = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("Content-Disposition") || "");
  return named ? decodeURIComponent(named[1]) : `article.${SUFFIX[format]}`;
}

async function makeLink() {
  const { path } = await post(`/v1/sheets/${state.name}/share`, { choices: choices() });
  const field = document.getElementById("share-link");
  field.value = location.origin + path;
  document.getElementById("share-result").hidden = false;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    say("The link is made and copied.");
  } catch {
    say("The link is made: copy it from the field.");
  }
}

async function saveFeedback() {
  const annotator = document.getElementById("annotator").value.trim();
  const { stored } = await post(`/v1/sheets/${state.name}/feedback`, { choices: choices(), annotator });
  say(`Thank you: ${stored} parts of the page were saved as an example.`);
}

async function busy(button, work) {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  settle();
  try {
    await work();
  } catch (error) {
    complain(error);
  } finally {
    button.removeAttribute("aria-busy");
  }
}
