// Calls to the service. Whatever goes wrong comes out as an Error whose message a person can read.

let token = sessionStorage.getItem("token") || "";

/** A call; asks for a token once, if the service wants one. */
export async function call(path, options = {}) {
  const response = await reach(path, options);
  if (response.status === 401 && (await askToken())) return call(path, options);
  if (response.status === 429 && !options.again) {
    await new Promise((done) => setTimeout(done, 1000 * (Number(response.headers.get("Retry-After")) || 1)));
    return call(path, { ...options, again: true });
  }
  if (!response.ok) throw new Error(await reason(response));
  return response;
}

/** A call with a JSON body and a JSON answer. */
export async function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return (await call(path, { method: "POST", headers, body: JSON.stringify(body), signal })).json();
}

async function reach(path, { again, headers, ...options }) {
  const all = { ...headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  try {
    return await fetch(path, { ...options, headers: all, credentials: "same-origin" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("The service cannot be reached: is it still running?");
  }
}

async function reason(response) {
  try {
    const { detail, title } = await response.json();
    const said = detail || title;
    const first = /^https?:/i.test(said) ? said.charAt(0) : said.charAt(0).toUpperCase();
    return first + said.slice(1) + (/[.!?]$/.test(said) ? "" : ".");
  } catch {
    return `The service answered ${response.status}: try again in a moment.`;
  }
}

function askToken() {
  const dialog = document.getElementById("token-dialog");
  const field = document.getElementById("token");
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      token = field.value.trim();
      sessionStorage.setItem("token", token);
      done(dialog.returnValue !== "cancel" && token !== "");
    }, { once: true });
    dialog.addEventListener("cancel", () => { dialog.returnValue = "cancel"; }, { once: true });
    field.value = "";
    dialog.returnValue = "";
    dialog.showModal();
  });
}
