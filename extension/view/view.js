// View: a page that waits to be printed -> its printout, in a frame that can run nothing and fetch nothing.
import {print} from "../lib/wire.js";

const status = document.getElementById("status");
const anyway = document.getElementById("anyway");
const KINDS = {pdf: "application/pdf", html: "text/html"};

const load = async () => {
  const answer = await chrome.runtime.sendMessage({type: "printout", key: location.hash.slice(1)});
  if (answer.error) throw new Error(answer.error);
  return answer.value;
};

const show = async (blob, {format, title}) => {
  const frame = document.createElement("iframe");
  frame.title = "Printout";
  if (format === "html") {
    frame.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox allow-modals");
    frame.srcdoc = await blob.text();
  } else {
    frame.src = URL.createObjectURL(blob);
  }
  document.getElementById("paper").replaceChildren(frame);
  const file = document.getElementById("file");
  file.href = URL.createObjectURL(blob);
  file.download = `${fileName(title)}.${format}`;
  file.hidden = false;
};
const fileName = (title) => title.replace(/[^\p{L}\p{N} ._-]+/gu, " ").trim().slice(0, 80) || "page";

const complain = (error) => {
  status.textContent = error.message;
  status.className = "bad";
  anyway.hidden = error.code !== "no-article";
};
const printPage = async (page, force) => {
  anyway.hidden = true;
  status.className = "";
  status.textContent = "Printing …";
  const blob = await print(page, force);
  // The kind is what was asked for, whatever the answer calls itself.
  await show(new Blob([blob], {type: KINDS[page.format]}), page);
  status.textContent = "";
};

try {
  const page = await load();
  document.title = page.title || "Printout";
  document.querySelector("h1").textContent = page.title || "Printout";
  anyway.addEventListener("click", () => printPage(page, true).catch(complain));
  await printPage(page, false);
} catch (error) {
  complain(error);
}
