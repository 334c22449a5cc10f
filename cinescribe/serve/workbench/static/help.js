// The table of keys on the page of help: each can be changed, conflicts are said, and nothing is kept that conflicts.
import { say } from "./announcing.js";
import { KEYS, keep, keyOf, settings } from "./keys.js";

// With Alt, browsers open menus and the address bar, or go back and forth.
const OF_BROWSERS = new Set(["d", "e", "f", "ArrowLeft", "ArrowRight", "Home", "Enter", " "]);
const MOST = 10000; // milliseconds of a step: more is a new time, which is typed
const SHORT = { ArrowUp: "Up arrow", ArrowDown: "Down arrow", ArrowLeft: "Left arrow", ArrowRight: "Right arrow", " ": "Space" };
const NAMED = Object.fromEntries(Object.entries(SHORT).map(([key, name]) => [name.toLowerCase(), key]));

export function showKeys() {
  const home = document.querySelector("[data-keys]");
  fill(home.querySelector("tbody"));
  const single = document.getElementById("keys-single");
  single.checked = settings().single;
  single.addEventListener("change", () => {
    keep({ ...settings(), single: single.checked });
    say(single.checked ? "Single letters work without Alt, outside of fields." : "Keys work with Alt only.");
  });
  const step = document.getElementById("keys-step");
  step.value = settings().step;
  step.addEventListener("change", () => changeStep(step));
  document.getElementById("keys-reset").addEventListener("click", () => {
    keep({ ...settings(), keys: {} });
    fill(home.querySelector("tbody"));
    say("All keys are set back.");
  });
  home.hidden = false;
}

function fill(body) {
  body.replaceChildren(...Object.entries(KEYS).map(([name, [, words]], n) => row(name, words, `key-${n}`)));
}

function row(name, words, id) {
  const line = document.createElement("tr");
  const head = Object.assign(document.createElement("th"), { scope: "row" });
  head.append(Object.assign(document.createElement("label"), { htmlFor: id, textContent: words }));
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
  if (!(step >= 1 && step <= MOST)) return refuse(field, `Enter 1 to ${MOST} milliseconds.`);
  clear(field);
  keep({ ...settings(), step });
  say(`Your own step is ${step} milliseconds.`);
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
  if (!key) return refuse(field, "Type one letter or digit, or press Alt and a key.");
  if (other) return refuse(field, `${shown(key)} is taken: ${KEYS[other][1]}. Choose another key.`);
  keep({ ...settings(), keys: { ...settings().keys, [name]: key } });
  clear(field);
  field.value = shown(key);
  const warning = OF_BROWSERS.has(key) ? " Browsers may keep Alt with this key for themselves." : "";
  say(`${shown(key)}: ${KEYS[name][1]}.${warning}`);
}

function refuse(field, message) {
  clear(field);
  const id = `${field.id}-error`;
  field.after(Object.assign(document.createElement("p"), { id, className: "error", textContent: `Error: ${message}` }));
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  say(message);
}

function clear(field) {
  document.getElementById(`${field.id}-error`)?.remove();
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
}
