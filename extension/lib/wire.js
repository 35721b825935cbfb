// Wire: the only file that speaks over the network, and only to the two addresses that the person set.
import {readSettings} from "./settings.js";

const MOST = 32 * 1024 * 1024; // bytes; servers refuse more

/** Store a page's annotations. */
export const saveAnnotations = async (body) => {
  const {annotations, annotationsToken, annotator} = await settings();
  if (!annotator) throw new Error("Set your name as annotator in the options.");
  return (await call(annotations, annotationsToken, "/v1/annotations", {version: 1, annotator, ...body})).json();
};
/** What the current model thinks of a page. */
export const prelabel = async ({url, html}) => {
  const {annotations, annotationsToken} = await settings();
  return (await call(annotations, annotationsToken, "/v1/prelabel", {url, html})).json();
};
/** The page that would teach the model most: its address, or "" and a word why there is none. */
export const nextPage = async () => {
  const {annotations, annotationsToken} = await settings();
  const {page, told} = await (await call(annotations, annotationsToken, "/v1/next")).json();
  const isThere = /^https?:\/\//.test(page?.url ?? "");
  return {url: isThere ? page.url : "", told: page ? `It has no address: open ${page.file}.` : String(told)};
};
/** A page's printout: a blob of the asked format. It is made of this page alone: no other is fetched for its text. */
export const print = async ({url, html, format}, force = false) => {
  const {service, serviceToken} = await settings();
  const options = {print_link: false, parts: 1, force};
  return (await call(service, serviceToken, "/v1/print", {url, html, format, options})).blob();
};
/** How far the annotating is; tells, too, whether the server can be reached with this token. */
export const progress = async ({annotations, annotationsToken}) =>
  (await call(annotations, annotationsToken, "/v1/progress")).json();
/** Whether the service prints, with this token: a page of one sentence. */
export const tryService = async ({service, serviceToken}) =>
  call(service, serviceToken, "/v1/extract", {html: "<p>Who is there?</p>", format: "text", options: {force: true}});

const settings = async () => {
  const found = await readSettings();
  if (!found) throw new Error("Set the addresses in the options first.");
  return found;
};

/** One request; nothing is sent along but the token, and no answer leads elsewhere. */
const call = async (address, token, path, body) => {
  const content = body === undefined ? undefined : JSON.stringify(body);
  if (content?.length > MOST) throw new Error("This page is larger than 32 MB: print it from a file instead.");
  const headers = {Authorization: `Bearer ${token}`, ...(content && {"Content-Type": "application/json"})};
  let reply;
  try {
    reply = await fetch(address + path, {
      method: content === undefined ? "GET" : "POST", headers, body: content,
      credentials: "omit", redirect: "error", cache: "no-store", referrerPolicy: "no-referrer",
    });
  } catch {
    throw new Error(`${address} does not answer: start it there, or correct the address in the options.`);
  }
  if (!reply.ok) throw await complaint(reply, address);
  return reply;
};

/** What a server complained of, in its own words if they are a problem document (RFC 9457), and its `code` for it. */
const complaint = async (reply, address) => {
  const told = await reply.json().catch(() => null);
  const detail = typeof told?.detail === "string" ? told.detail.slice(0, 400) : `it answered ${reply.status}`;
  const refused = `${address} refused the token: copy it anew into the options.`;
  const error = new Error(reply.status === 401 ? refused : `${address}: ${detail}`);
  return Object.assign(error, {code: typeof told?.code === "string" ? told.code : ""});
};
