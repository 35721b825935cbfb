// Popup: three actions on the page in front, and the ways to the next page to label and to the options.
import {readSettings} from "../lib/settings.js";
import {nextPage} from "../lib/wire.js";

const status = document.getElementById("status");
const say = (text, bad = false) => {
  status.textContent = text;
  status.classList.toggle("bad", bad);
};

const act = async (name) => {
  say("One moment …");
  const answer = await chrome.runtime.sendMessage({type: "act", name});
  if (answer?.error) say(answer.error, true);
  else window.close();
};

/** Open the page that the annotation server wants labelled next. */
const openNext = async () => {
  say("Asking …");
  try {
    const {url, told} = await nextPage();
    if (!url) return say(told, true);
    await chrome.tabs.create({url});
    window.close();
  } catch (error) {
    say(error.message, true);
  }
};

for (const button of document.querySelectorAll("[data-act]"))
  button.addEventListener("click", () => act(button.dataset.act));
document.getElementById("next").addEventListener("click", openNext);
document.getElementById("options").addEventListener("click", () => chrome.runtime.openOptionsPage());

for (const {name, shortcut} of await chrome.commands.getAll()) {
  const button = document.querySelector(`[data-act="${name}"]`);
  if (button && shortcut) button.querySelector("kbd").textContent = shortcut;
}
for (const key of document.querySelectorAll("kbd:empty")) key.remove();
if (!(await readSettings())) say("Set the addresses of your servers in the options first.");
document.querySelector("[data-act]").focus();
