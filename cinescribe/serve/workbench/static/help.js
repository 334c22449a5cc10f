// The table of keys on the page of help: each can be changed, conflicts are said, and nothing is kept that conflicts.
import { say } from "./announcing.js";
import { KEYS, keep, keyOf, settings } from "./keys.js";
import { words } from "./words.js";

// With Alt, browsers open menus and the address bar, or go back and forth.
const OF_BROWSERS = new Set(["d", "e", "f", "ArrowLeft", "ArrowRight", "Home", "Enter", " "]);
const MOST = 10000; // milliseconds of a step: more is a new time, which is typed
const SHORT = { ArrowUp: words("arrow-up"), ArrowDown: words("arrow-down"), ArrowLeft: words("arrow-left"), ArrowRight: words("arrow-right"), " ": words("space") };
const NAMED = Object.fromEntries(Object.entries(SHORT).map(([key, name]) => [name.toLowerCase(), key]));

export function showKeys() {
  const home = document.querySelector("[data-keys]");
  fill(home.querySelector("tbody"));
  const single = document.getElementById("keys-single");
  single.checked = settings().single;
  single.addEventListener("change", () => {
    keep({ ...settings(), single: single.checked });
    say(single.checked ? words("single-on") : words("single-off"));
  });
  const step = document.getElementById("keys-step");
  step.value = settings().step;
  step.addEventListener("change", () => changeStep(step));
  document.getElementById("keys-reset").addEventListener("click", () => {
    keep({ ...settings(), keys: {} });
    fill(home.querySelector("tbody"));
    say(words("keys-reset"));
  });
  home.hidden = false;
}

function fill(body) {
  body.replaceChildren(...Object.entries(KEYS).map(([name, [, does]], n) => row(name, words(does), `key-${n}`)));
}

function row(name, does, id) {
  const line = document.createElement("tr");
  const head = Object.assign(document.createElement("th"), { scope: "row" });
  head.append(Object.assign(document.createElement("label"), { htmlFor: id, textContent: does }));
  const cell = document.createElement("td");
  const field = Object.assign(document.createElement("input"), { id, value: shown(keyFor(name)), size: 10, autocomplete: "off" });
  field.addEventListener("keydown", (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.key === "Alt") return;
    event.preventDefault();
    event.stopPropagation();
    change(field, name, keyOf(event));
  });
  field.addEventListener("change", () => change(field, name, typed(field.value)));
  cell.append(field);
  line.append(head, cell);
  return line;
}

function changeStep(field) {
  const step = Number(field.value);
  if (!(step >= 1 && step <= MOST)) return refuse(field, words("step-wanted", { most: MOST }));
  clear(field);
  keep({ ...settings(), step });
  say(words("step-kept", { step }));
}

function keyFor(name) {
  return settings().keys[name] ?? KEYS[name][0];
}

function shown(key) {
  return SHORT[key] ?? key.toUpperCase();
}

function typed(text) {
  const plain = text.trim();
  return plain.length === 1 ? plain.toLowerCase() : (NAMED[plain.toLowerCase()] ?? "");
}

function change(field, name, key) {
  const other = Object.keys(KEYS).find((one) => one !== name && keyFor(one) === key);
  if (!key) return refuse(field, words("key-wanted"));
  if (other) return refuse(field, words("key-taken", { key: shown(key), action: words(KEYS[other][1]) }));
  keep({ ...settings(), keys: { ...settings().keys, [name]: key } });
  clear(field);
  field.value = shown(key);
  const kept = words("key-kept", { key: shown(key), action: words(KEYS[name][1]) });
  say(OF_BROWSERS.has(key) ? `${kept} ${words("key-of-browsers")}` : kept);
}

function refuse(field, message) {
  clear(field);
  const id = `${field.id}-error`;
  field.after(Object.assign(document.createElement("p"), { id, className: "error", textContent: `${words("error")} ${message}` }));
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  say(message);
}

function clear(field) {
  document.getElementById(`${field.id}-error`)?.remove();
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
}
