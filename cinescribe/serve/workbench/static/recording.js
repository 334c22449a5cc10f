// Records a take of one cue with the microphone, plays it, and sends it; each step says what happened.
import { say } from "./announcing.js";
import { sendBody } from "./forms.js";
import { hear, silence } from "./playing.js";

const LONGEST = 60_000; // milliseconds: what the workbench takes
const LEAVES = { record: ["record"], recording: ["stop"], taken: ["record", "hear", "keep", "discard"] };

let recorder = null;
let take = null;
let limit = 0;

export function watchRecording() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-take]");
    if (!button) return;
    if (button.getAttribute("aria-disabled") === "true") say(WHY_NOT[button.dataset.take]);
    else STEPS[button.dataset.take](button.closest("[data-record]"));
  });
  new MutationObserver(showButtons).observe(document.getElementById("main"), { childList: true, subtree: true });
  showButtons();
}

const WHY_NOT = {
  record: "A take is being recorded. Stop it first.",
  stop: "Nothing is being recorded.",
  hear: "There is no take yet. Record one first.",
  keep: "There is no take yet. Record one first.",
  discard: "There is no take yet.",
};
const STEPS = { record, stop, hear: hearTake, keep, discard };

async function record(form) {
  silence();
  if (!navigator.mediaDevices?.getUserMedia || !window.MediaRecorder) return say("This browser cannot record. Send a sound file instead.");
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } });
  } catch (error) {
    return say(error.name === "NotFoundError" ? "No microphone is there. Connect one, or send a sound file." : "The microphone may not be used. Allow it for this address, or send a sound file.");
  }
  const pieces = [];
  recorder = new MediaRecorder(stream);
  recorder.addEventListener("dataavailable", (event) => pieces.push(event.data));
  recorder.addEventListener("stop", () => {
    for (const track of stream.getTracks()) track.stop();
    clearTimeout(limit);
    take = new Blob(pieces, { type: recorder.mimeType });
    recorder = null;
    enable("taken");
    document.querySelector('[data-take="keep"]')?.focus();
    say("Recorded. Hear it, keep it, or discard it.");
  });
  recorder.start();
  limit = setTimeout(() => recorder?.stop(), LONGEST);
  enable("recording");
  form.querySelector('[data-take="stop"]').focus();
  say("Recording.");
}

function stop() {
  recorder.stop();
}

function hearTake() {
  hear(take);
}

async function keep(form) {
  const body = new FormData();
  for (const name of ["csrf", "revision"]) body.set(name, form.elements[name].value);
  body.set("take", take, "take");
  const answer = await sendBody(form.getAttribute("action"), body);
  if (answer?.parts?.take) {
    take = null;
    enable("record");
  }
}

function discard() {
  take = null;
  enable("record");
  document.querySelector('[data-take="record"]').focus();
  say("The take is discarded.");
}

// Buttons that cannot be used stay reachable and say why, so that the focus is never lost.
function enable(state) {
  for (const button of document.querySelectorAll("[data-take]")) {
    const can = LEAVES[state].includes(button.dataset.take);
    if (can) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
  }
}

function showButtons() {
  for (const hidden of document.querySelectorAll("[data-scripted][hidden]")) hidden.hidden = false;
}
