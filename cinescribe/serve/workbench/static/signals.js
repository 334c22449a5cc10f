// A quiet sound where cues start and end while the film plays. It is off until somebody switches it on.
import { say } from "./announcing.js";
import { words } from "./words.js";

const STORE = "cinescribe-signals";
const HIGH = 880; // Hz, where a cue starts
const LOW = 587; // Hz, where it ends
const LENGTH = 0.09; // seconds
const LEVEL = 0.08; // share of full scale: under voices
const JUMP = 1; // seconds: more between two looks is a jump in the film

let context = null;
let last = 0;

export function watchSignals(film) {
  const box = document.getElementById("signals");
  if (!box) return;
  box.closest("[hidden]").hidden = false;
  box.checked = localStorage.getItem(STORE) === "on";
  box.addEventListener("change", () => {
    localStorage.setItem(STORE, box.checked ? "on" : "off");
    say(box.checked ? words("signals-on") : words("signals-off"));
    if (box.checked) beep(HIGH);
  });
  film.addEventListener("seeked", () => (last = film.currentTime));
  film.addEventListener("timeupdate", () => {
    const now = film.currentTime;
    if (box.checked && !film.muted && now > last && now - last < JUMP) mark(last, now);
    last = now;
  });
}

function mark(before, now) {
  const crossed = (time) => time > before && time <= now;
  for (const cue of document.querySelectorAll("[data-cue]")) {
    if (crossed(Number(cue.dataset.start))) return beep(HIGH);
    if (crossed(Number(cue.dataset.end))) return beep(LOW);
  }
}

function beep(pitch) {
  context ??= new AudioContext();
  const at = context.currentTime;
  const tone = new OscillatorNode(context, { frequency: pitch });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(LEVEL, at + 0.01);
  level.gain.linearRampToValueAtTime(0, at + LENGTH);
  tone.connect(level).connect(context.destination);
  tone.start(at);
  tone.stop(at + LENGTH);
}
