// Send: questions of the page's script to the background, which alone knows addresses and tokens.
(() => {
  "use strict";
  const pw = (globalThis.printworthy ??= {});

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  /** So many random bytes in hexadecimal digits; pages without encryption have no `crypto.randomUUID`. */
  pw.random = (count) => hex(crypto.getRandomValues(new Uint8Array(count)));

  pw.uuid = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };
  /** The page's address, if it is one that others understand. */
  pw.address = () => (/^(https?|file):/.test(document.URL) ? document.URL : "");

  /** Ask the background; its answer, or an error that says what to do. */
  pw.ask = async (message) => {
    const answer = await chrome.runtime.sendMessage(message).catch(() => null);
    if (!answer) throw new Error("The extension was updated: reload this page and start again.");
    if (answer.error) throw Object.assign(new Error(answer.error), {code: answer.code});
    return answer.value;
  };
})();
