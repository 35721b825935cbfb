// Settings: what the person set in the options page, kept by the browser where only the extension's own pages read it.

export const DEFAULTS = Object.freeze({
  service: "http://127.0.0.1:8000", serviceToken: "",
  annotations: "http://127.0.0.1:8031", annotationsToken: "",
  annotator: "", suggest: true,
});

/** Keep pages' own processes away from the tokens, where the browser can. */
export const lockAway = () =>
  chrome.storage.local.setAccessLevel?.({accessLevel: "TRUSTED_CONTEXTS"})?.catch?.(() => {});

/** What is set, or null if nothing was ever saved. */
export const readSettings = async () => {
  const {settings} = await chrome.storage.local.get("settings");
  return settings ? {...DEFAULTS, ...settings} : null;
};
export const saveSettings = (settings) => chrome.storage.local.set({settings});

/** An address without its end, or an error that says what belongs there. */
export const cleanAddress = (text) => {
  let url;
  try {
    url = new URL(text.trim());
  } catch {
    throw new Error("Give a whole address, such as http://127.0.0.1:8000.");
  }
  if (!/^https?:$/.test(url.protocol)) throw new Error("The address begins with http:// or https://.");
  if (url.username || url.password) throw new Error("Leave name and password out of the address: use the token.");
  return (url.origin + url.pathname).replace(/\/+$/, "");
};
/** The host permission that covers an address; patterns know no ports. */
export const permissionFor = (address) => {
  const {protocol, hostname} = new URL(address);
  return `${protocol}//${hostname}/*`;
};
/** Does what is sent there cross a network in the clear? */
export const isInTheClear = (address) => {
  const {protocol, hostname} = new URL(address);
  return protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
};
