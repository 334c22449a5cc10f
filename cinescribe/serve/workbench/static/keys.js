// Keys for the actions of the cue that has the focus. They are pressed with Alt, so that letters stay letters; single
// letters work outside of fields if somebody switches them on. Every key can be changed on the page of help.
import { say } from "./announcing.js";
import { focusOn, send } from "./forms.js";

export const KEYS = {
  "accept": ["a", "Accept this cue and go to the next unseen one"],
  "play mix": ["p", "Hear this cue in the film"],
  "play voice": ["v", "Hear the voice alone"],
  "play film": ["o", "Hear the film without this cue"],
  "play start": ["b", "Hear around the start"],
  "play end": ["n", "Hear around the end"],
  "play stop": ["q", "Stop the sound"],
  "nudge-start -0.01": ["1", "Start 10 milliseconds earlier"],
  "nudge-start 0.01": ["2", "Start 10 milliseconds later"],
  "nudge-start -1frame": ["3", "Start one frame earlier"],
  "nudge-start 1frame": ["4", "Start one frame later"],
  "nudge-start -0.1": ["5", "Start 100 milliseconds earlier"],
  "nudge-start 0.1": ["6", "Start 100 milliseconds later"],
  "nudge-end -0.1": ["7", "End 100 milliseconds earlier"],
  "nudge-end 0.1": ["8", "End 100 milliseconds later"],
  "nudge-start -own": ["9", "Start earlier by your own step"],
  "nudge-start own": ["0", "Start later by your own step"],
  "nudge-end -own": ["-", "End earlier by your own step"],
  "nudge-end own": ["=", "End later by your own step"],
  "fit": ["g", "Fit to the gap"],
  "next-gap": ["m", "Move to the next gap"],
  "split": ["s", "Split at the cursor"],
  "join": ["j", "Join with the next cue"],
  "insert": ["i", "Write a new cue after this one"],
  "duplicate": ["c", "Duplicate this cue"],
  "extend": ["w", "Pause the film for this cue"],
  "reject": ["x", "Reject this cue"],
  "unseen": ["u", "Go to the next unseen cue"],
  "previous cue": ["ArrowUp", "Go to the cue before"],
  "next cue": ["ArrowDown", "Go to the cue after"],
  "undo": ["z", "Undo"],
  "redo": ["y", "Redo"],
  "again": ["r", "Say the last message again"],
  "explain": ["k", "Say what the next key does"],
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
      if (explains && event.key !== "Alt") explain("This key does nothing here");
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

function explain(words) {
  explains = false;
  say(`${words}.`);
}

function act(name) {
  const article = current();
  if (name === "explain") {
    explains = true;
    say("Press a key to hear what it does.");
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
  if (!button) return say("That cannot be done with this cue.");
  if (button.type === "button" || button.form.method !== "post") button.click();
  else send(button.form, button);
}

// A step of one's own, in milliseconds: as the button of the smallest step, by another time.
function nudge(article, [, action, sign]) {
  const like = article?.querySelector(`[data-action="${action} 0.01"]`);
  if (!like) return say("That cannot be done with this cue.");
  const button = like.cloneNode();
  button.setAttribute("formaction", like.getAttribute("formaction").replace(/by=[^&]*/, `by=${sign}${settings().step / 1000}`));
  send(like.form, button);
}

function again() {
  say(document.getElementById("status").textContent || "Nothing was said yet.");
}

function step(article, by) {
  const all = [...document.querySelectorAll("article.cue")];
  const next = all[all.indexOf(article) + by];
  if (next) focusOn(next.id);
  else say(by > 0 ? "This is the last cue of the page." : "This is the first cue of the page.");
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
