// What the page says besides the article: a passing word, or a trouble that stays until it is closed.

const status = document.getElementById("status");
const trouble = document.getElementById("trouble");
const troubleText = document.getElementById("trouble-text");
let timer = 0;

/** Say something; it goes by itself, unless it `stays`. */
export function say(text, stays = false) {
  clearTimeout(timer);
  status.classList.remove("past");
  status.textContent = text;
  if (!stays) timer = setTimeout(() => status.classList.add("past"), 4000);
}

/** Say what went wrong. */
export function complain(error) {
  if (error.name === "AbortError") return;
  say("");
  troubleText.textContent = error.message;
  trouble.hidden = false;
}

/** Say what the reader should know of this page; it stays until it is closed. */
export function warn(text) {
  troubleText.textContent = text;
  trouble.hidden = false;
}

/** Take the complaint away. */
export function settle() {
  trouble.hidden = true;
  troubleText.textContent = "";
}

document.getElementById("trouble-close").addEventListener("click", settle);
