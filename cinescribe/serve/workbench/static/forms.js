// Sends the forms of cues without leaving the page, puts the answer in its place, and says what happened.
import { say } from "./announcing.js";
import { words } from "./words.js";

const LIST = "list";
const NOT_REACHED = words("not-reached");

const CHOOSE = words("choose-first");
const CONFLICT = "article.cue [id$='-conflict']";

export function watchForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.closest("[data-plain]")) return;
    event.preventDefault();
    send(form, event.submitter);
  });
  document.addEventListener("focusout", (event) => {
    const article = event.target.closest?.("article.cue");
    if (article && !isReplacing && !article.contains(event.relatedTarget) && isChanged(article)) send(article.querySelector("form"), null, { quiet: true });
  });
  window.addEventListener("beforeunload", (event) => {
    if ([...document.querySelectorAll("article.cue")].some(isChanged) || document.querySelector(CONFLICT)) event.preventDefault();
  });
}

export const FIELDS = "textarea[name], input[name]:not([type=hidden])";

export function isChanged(article) {
  const fields = article.querySelectorAll(FIELDS);
  return !article.dataset.sending && [...fields].some((field) => field.value !== field.defaultValue);
}

let last = Promise.resolve();
let isReplacing = false;

// One at a time: the second of two edits needs the revision that the first one gave.
export function send(form, submitter, { quiet = false } = {}) {
  last = last.then(() => sendNow(document.getElementById(form.closest("article")?.id)?.querySelector("form") ?? form, submitter, quiet));
  return last;
}

// A form that is not on the page as it is sent, such as one with a recording.
export function sendBody(target, body) {
  last = last.then(() => sent(target, body, null, false, []));
  return last;
}

async function sendNow(form, submitter, quiet) {
  const article = form.closest("article");
  const choice = article?.querySelector(CONFLICT);
  if (choice && !choice.contains(submitter)) return say(CHOOSE);
  const text = form.elements.text;
  if (form.elements.at && text) form.elements.at.value = text.selectionStart;
  const body = new URLSearchParams(new FormData(form));
  const target = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  const query = new URL(target, location.href).searchParams;
  query.forEach((value, name) => body.set(name, value));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  const fields = [...form.querySelectorAll(FIELDS)].map((field) => [field, field.value]);
  return sent(target, body, article, quiet, fields);
}

async function sent(target, body, article, quiet, fields) {
  if (article) article.dataset.sending = "yes";
  let answer, response;
  try {
    response = await fetch(target, { method: "POST", body, headers: { accept: "application/json" } });
    answer = await read(response);
    // What was sent is saved; what was typed since is not.
    if (response.ok) for (const [field, value] of fields) field.defaultValue = value;
  } catch {
    say(NOT_REACHED);
    return null;
  } finally {
    if (article) delete article.dataset.sending;
  }
  await show(answer, article, quiet, response.ok);
  return answer;
}

async function read(response) {
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  if (isJson) return response.json();
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return { message: page.querySelector("main p")?.textContent ?? NOT_REACHED, parts: {} };
}

async function show(answer, article, quiet, isSaved) {
  const place = placeOfFocus();
  const address = answer.reload ?? (quiet ? null : elsewhere(answer));
  if (address) await reload(address);
  for (const [id, html] of Object.entries(answer.parts ?? {})) replace(id, html, article, isSaved);
  if (answer.field && article) markWrong(article, answer.field, answer.message, answer.lang);
  if (answer.focus && !quiet) focusOn(answer.focus);
  else returnTo(place);
  say(answer.message, answer.lang);
}

// Where the cue stands that gets the focus, if that is on another page of the list.
function elsewhere({ focus, to }) {
  return focus && to && !document.getElementById(focus) && document.getElementById(LIST) ? to : null;
}

// A cue that somebody is writing in stays as it is; if the edit was its own, its next one follows on that.
function replace(id, html, sender, isSaved) {
  const old = document.getElementById(id);
  if (!old) return;
  const made = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  if (isChanged(old) && (old !== sender || isSaved)) {
    if (old === sender) old.querySelector("[name=revision]").value = made.querySelector("[name=revision]").value;
    return;
  }
  const isOpen = old.querySelector("details")?.open;
  if (isOpen) made.querySelector("details").open = true;
  putInPlace(old, made);
}

// A field that is taken off the page loses the focus, which is no reason to save it: somebody may have to choose first.
function putInPlace(old, made) {
  isReplacing = true;
  old.replaceWith(made);
  isReplacing = false;
}

async function reload(address) {
  const response = await fetch(address, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const list = page.getElementById(LIST);
  const old = document.getElementById(LIST);
  if (!list || !old) return location.assign(address);
  const open = new Set([...old.querySelectorAll("details[open]")].map((one) => one.closest("article")?.id));
  for (const article of list.querySelectorAll("article")) if (open.has(article.id)) article.querySelector("details").open = true;
  const unsaved = [...old.querySelectorAll("article.cue")].filter(isChanged);
  for (const article of unsaved) document.adoptNode(list).querySelector(`#${CSS.escape(article.id)}`)?.replaceWith(article);
  putInPlace(old, document.adoptNode(list));
  history.replaceState(null, "", address);
}

function placeOfFocus() {
  const active = document.activeElement;
  const article = active?.closest?.("article");
  const action = active?.dataset?.action ?? active?.dataset?.play;
  return { id: active?.id, article: article?.id, action, at: active?.selectionStart };
}

function returnTo({ id, article, action, at }) {
  if (document.activeElement && document.activeElement !== document.body) return;
  const home = document.getElementById(article);
  const same = id && document.getElementById(id);
  const again = home?.querySelector(`[data-action="${action}"], [data-play="${action}"]`);
  (same || again || home)?.focus({ preventScroll: true });
  if (same && at != null) same.setSelectionRange?.(at, at);
}

export function focusOn(id) {
  const found = document.getElementById(id);
  if (!found) return;
  (found.matches("article.cue") ? found.querySelector("textarea") : found).focus();
}

function markWrong(article, name, message, lang) {
  const field = article.querySelector("form").elements[name];
  if (!field) return;
  field.closest("details")?.setAttribute("open", "");
  field.setAttribute("aria-invalid", "true");
  const id = `${field.id}-error`;
  document.getElementById(id)?.remove();
  const note = Object.assign(document.createElement("p"), { id, className: "error", textContent: `${words("error")} ${message}` });
  if (lang) note.lang = lang;
  field.after(note);
  field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${id}`.trim());
  field.focus();
}
