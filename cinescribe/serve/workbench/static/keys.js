// Keys for the actions of the cue that has the focus. They are pressed with Alt, so that letters stay letters; single
// letters work outside of fields if somebody switches them on. Every key can be changed on the page of help.
import { say } from "./announcing.js";
import { focusOn, send } from "./forms.js";
import { words } from "./words.js";

// Each with its key, and the name of the message that says what it does.
export const KEYS = {
  "accept": ["a", "does-accept"],
  "play mix": ["p", "does-play-mix"],
  "play voice": ["v", "does-play-voice"],
  "play film": ["o", "does-play-film"],
  "play start": ["b", "does-play-start"],
  "play end": ["n", "does-play-end"],
  "play stop": ["q", "does-play-stop"],
  "nudge-start -0.01": ["1", "does-start-10-earlier"],
  "nudge-start 0.01": ["2", "does-start-10-later"],
  "nudge-start -1frame": ["3", "does-start-frame-earlier"],
  "nudge-start 1frame": ["4", "does-start-frame-later"],
  "nudge-start -0.1": ["5", "does-start-100-earlier"],
  "nudge-start 0.1": ["6", "does-start-100-later"],
  "nudge-end -0.1": ["7", "does-end-100-earlier"],
  "nudge-end 0.1": ["8", "does-end-100-later"],
  "nudge-start -own": ["9", "does-start-own-earlier"],
  "nudge-start own": ["0", "does-start-own-later"],
  "nudge-end -own": ["-", "does-end-own-earlier"],
  "nudge-end own": ["=", "does-end-own-later"],
  "fit": ["g", "does-fit"],
  "next-gap": ["m", "does-next-gap"],
  "split": ["s", "does-split"],
  "join": ["j", "does-join"],
  "insert": ["i", "does-insert"],
  "duplicate": ["c", "does-duplicate"],
  "extend": ["w", "does-extend"],
  "reject": ["x", "does-reject"],
  "unseen": ["u", "does-unseen"],
  "previous cue": ["ArrowUp", "does-previous"],
  "next cue": ["ArrowDown", "does-next"],
  "undo": ["z", "does-undo"],
  "redo": ["y", "does-redo"],
  "again": ["r", "does-again"],
  "explain": ["k", "does-explain"],
};
const STORE = "cinescribe-keys";
const OWN = /^(nudge-\w+) (-?)own$/;
const FIELD = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

let explains = false;

export function settings() {
  try {
    return { keys: {}, single: false, step: 50, ...JSON.parse(localStorage.getItem(STORE) ?? "{}") };
  } catch {
    return { keys: {}, single: false, step: 50 };
  }
}

export function keep(changed) {
  localStorage.setItem(STORE, JSON.stringify(changed));
}

export function watchKeys() {
  document.addEventListener("keydown", (event) => {
    const chosen = settings();
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    const isSingle = isPlain && chosen.single && !event.target.matches(FIELD);
    if (!(event.altKey && !event.ctrlKey && !event.metaKey) && !isSingle) return;
    const name = Object.keys(KEYS).find((one) => (chosen.keys[one] ?? KEYS[one][0]) === keyOf(event));
    if (!name) {
      if (explains && event.key !== "Alt") explain("key-nothing");
      return;
    }
    event.preventDefault();
    if (explains) explain(KEYS[name][1]);
    else act(name);
  });
}

// With Alt some keyboards type other characters: the place of the key says which letter it is.
export function keyOf(event) {
  const found = /^(?:Key|Digit)(.)$/.exec(event.code);
  return found ? found[1].toLowerCase() : event.key;
}

function explain(does) {
  explains = false;
  say(words("key-does", { action: words(does) }));
}

function act(name) {
  const article = current();
  if (name === "explain") {
    explains = true;
    say(words("key-press"));
  } else if (name === "again") again();
  else if (name === "previous cue" || name === "next cue") step(article, name === "next cue" ? 1 : -1);
  else if (name === "unseen") unseen(article);
  else if (name === "insert" && article) write(article);
  else if (OWN.test(name)) nudge(article, OWN.exec(name));
  else if (name.startsWith("play ")) press(article, `[data-play="${name.slice(5)}"]`);
  else press(article, `[data-action="${name}"]`);
}

function current() {
  return document.activeElement?.closest?.("article.cue") ?? document.querySelector("article.cue");
}

function press(article, selector) {
  const button = article?.querySelector(selector) ?? document.querySelector(`aside ${selector}, .find ${selector}`);
  if (!button) return say(words("key-impossible"));
  if (button.type === "button" || button.form.method !== "post") button.click();
  else send(button.form, button);
}

// A step of one's own, in milliseconds: as the button of the smallest step, by another time.
function nudge(article, [, action, sign]) {
  const like = article?.querySelector(`[data-action="${action} 0.01"]`);
  if (!like) return say(words("key-impossible"));
  const button = like.cloneNode();
  button.setAttribute("formaction", like.getAttribute("formaction").replace(/by=[^&]*/, `by=${sign}${settings().step / 1000}`));
  send(like.form, button);
}

function again() {
  say(document.getElementById("status").textContent || words("nothing-said"));
}

function step(article, by) {
  const all = [...document.querySelectorAll("article.cue")];
  const next = all[all.indexOf(article) + by];
  if (next) focusOn(next.id);
  else say(by > 0 ? words("last-cue") : words("first-cue"));
}

// On this page from the focus on; the server knows about other pages.
function unseen(article) {
  const all = [...document.querySelectorAll("article.cue")];
  const next = all.slice(all.indexOf(article) + 1).find((one) => one.hasAttribute("data-unseen"));
  if (next) focusOn(next.id);
  else press(null, '[data-action="unseen"]');
}

function write(article) {
  const field = article.querySelector("[name=new_text]");
  if (field.value) return press(article, '[data-action="insert"]');
  article.querySelector("details").open = true;
  field.focus();
}
