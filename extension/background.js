// Background: menus, keys and messages -> what is to be done. It keeps nothing but pages that are about to be printed.
import "./content/labels.js";
import {annotate, snapshot} from "./lib/inject.js";
import {lockAway, readSettings} from "./lib/settings.js";
import {prelabel, saveAnnotations} from "./lib/wire.js";

const {LABELS} = globalThis.printworthy;
const EVERYWHERE = ["page", "frame", "selection", "link", "image"];
const waiting = new Map();

const MENU = [
  {id: "annotate", title: "Annotate this page"},
  {id: "print-pdf", title: "Print what I see"},
  {id: "print-html", title: "Open the reader page of what I see"},
  ...LABELS.map(({name}) => ({id: `label-${name}`, title: `Label as ${name}`, contexts: ["selection"]})),
];

/** Every action, by the name that menu, keys and popup have for it. */
const act = async (name, tab) => {
  const settings = await readSettings();
  if (!settings) return chrome.runtime.openOptionsPage();
  const [verb, what] = name.split("-");
  if (verb === "annotate") return annotate(tab.id, {suggest: settings.suggest});
  if (verb === "label") return annotate(tab.id, {suggest: false, label: what});
  if (verb === "print") return openPrintout(tab, what);
};

const openPrintout = async (tab, format) => {
  const key = crypto.randomUUID();
  waiting.set(key, {...(await snapshot(tab.id)), format});
  const view = await chrome.tabs.create({url: chrome.runtime.getURL(`view/view.html#${key}`), index: tab.index + 1});
  chrome.tabs.onRemoved.addListener(function forget(closed) {
    if (closed !== view.id) return;
    waiting.delete(key);
    chrome.tabs.onRemoved.removeListener(forget);
  });
};

/** What went wrong where no page of ours can say it: a sign on the button, and the words in its title. */
const tell = async (error) => {
  await chrome.action.setBadgeText({text: error ? "!" : ""});
  await chrome.action.setTitle({title: error ? `Printworthy: ${error.message}` : "Printworthy"});
};
const attempt = (name, tab) => act(name, tab).then(() => tell(null), tell);

const ours = (sender, folder) => sender.url?.startsWith(chrome.runtime.getURL(folder));
/** Who may ask for what: a page's script for two calls, our own pages for the rest. No message names an address. */
const ANSWERS = {
  save: ({body}) => saveAnnotations(body),
  prelabel: ({url, html}) => prelabel({url, html}),
  act: async ({name}, sender) => {
    if (!ours(sender, "popup/")) throw new Error("Only the popup may ask that.");
    const [tab] = await chrome.tabs.query({active: true, currentWindow: true});
    await act(name, tab);
  },
  printout: ({key}, sender) => {
    const page = ours(sender, "view/") ? waiting.get(key) : null;
    if (!page) throw new Error("This printout is gone: go back to the page and print it again.");
    return page;
  },
};

chrome.runtime.onInstalled.addListener(async () => {
  lockAway();
  await chrome.contextMenus.removeAll();
  for (const item of MENU) chrome.contextMenus.create({contexts: EVERYWHERE, ...item});
});
chrome.runtime.onStartup.addListener(lockAway);
chrome.contextMenus.onClicked.addListener((info, tab) => attempt(String(info.menuItemId), tab));
chrome.commands.onCommand.addListener((name, tab) => attempt(name, tab));
chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (sender.id !== chrome.runtime.id || !Object.hasOwn(ANSWERS, message?.type)) return false;
  const answered = (async () => ANSWERS[message.type](message, sender))();
  answered.then((value) => answer({value}), ({message: error, code}) => answer({error, code}));
  return true;
});
