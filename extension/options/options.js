// Options: a form -> settings. Saving asks the browser for leave to talk to these two addresses, and to no other.
import {cleanAddress, DEFAULTS, isInTheClear, permissionFor, readSettings, saveSettings} from "../lib/settings.js";
import {progress, tryService} from "../lib/wire.js";

const form = document.getElementById("form");
const status = document.getElementById("status");
const found = document.getElementById("found");

const say = (text, kind = "") => {
  status.textContent = text;
  status.className = kind;
};
const fill = (settings) => {
  for (const [name, value] of Object.entries(settings)) {
    const field = form.elements[name];
    if (field?.type === "checkbox") field.checked = value;
    else if (field) field.value = value;
  }
};

/** The form's content, cleaned; a field that is wrong gets the focus. */
const read = () => {
  const settings = {suggest: form.elements.suggest.checked};
  for (const name of ["service", "annotations"]) settings[name] = checked(form.elements[name], cleanAddress);
  for (const name of ["serviceToken", "annotationsToken", "annotator"])
    settings[name] = form.elements[name].value.trim();
  return settings;
};
const checked = (field, clean) => {
  try {
    field.removeAttribute("aria-invalid");
    return clean(field.value);
  } catch (error) {
    field.setAttribute("aria-invalid", "true");
    field.focus();
    throw error;
  }
};

/** Save, if the browser's owner agrees. Nothing may be waited for before the question is asked. */
const save = async () => {
  found.replaceChildren();
  const settings = read();
  const origins = [...new Set([settings.service, settings.annotations].map(permissionFor))];
  const allowed = await chrome.permissions.request({origins});
  if (!allowed) throw new Error("Not saved: the browser was not allowed to talk to these addresses.");
  const before = await readSettings();
  await saveSettings(settings);
  await giveBack(before, origins);
  fill(settings);
  const clear = [settings.service, settings.annotations].filter(isInTheClear);
  if (clear.length) say(`Saved. Mind that ${clear.join(" and ")} is not encrypted on its way.`);
  else say("Saved.", "good");
  return settings;
};
/** Leave for addresses that are set no longer is given back. */
const giveBack = async (before, origins) => {
  const old = before ? [before.service, before.annotations].map(permissionFor) : [];
  const gone = old.filter((origin) => !origins.includes(origin));
  if (gone.length) await chrome.permissions.remove({origins: gone}).catch(() => {});
};

const tryBoth = async (settings) => {
  say("Trying …");
  const trials = [["Printing service", tryService], ["Annotation server", progress]];
  const results = await Promise.allSettled(trials.map(([, trial]) => trial(settings)));
  found.replaceChildren(...results.map(({status: how, reason}, at) => {
    const item = document.createElement("li");
    item.textContent = `${trials[at][0]}: ${how === "fulfilled" ? "answers." : reason.message}`;
    item.className = how === "fulfilled" ? "good" : "bad";
    return item;
  }));
  say("Saved.", "good");
};

const attempt = (work) => work().catch((error) => say(error.message, "bad"));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(save);
});
document.getElementById("check").addEventListener("click", () => attempt(async () => tryBoth(await save())));
fill((await readSettings()) ?? DEFAULTS);
