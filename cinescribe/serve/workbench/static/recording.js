// Records a take of one cue with the microphone, plays it, and sends it; each step says what happened.
import { say } from "./announcing.js";
import { sendBody } from "./forms.js";
import { hear, silence } from "./playing.js";
import { words } from "./words.js";

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
  record: words("recording-now"),
  stop: words("not-recording"),
  hear: words("no-take-record"),
  keep: words("no-take-record"),
  discard: words("no-take"),
};
const STEPS = { record, stop, hear: hearTake, keep, discard };

async function record(form) {
  silence();
  if (!navigator.mediaDevices?.getUserMedia || !window.MediaRecorder) return say(words("no-recorder"));
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } });
  } catch (error) {
    return say(error.name === "NotFoundError" ? words("no-microphone") : words("no-permission"));
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
    say(words("recorded"));
  });
  recorder.start();
  limit = setTimeout(() => recorder?.stop(), LONGEST);
  enable("recording");
  form.querySelector('[data-take="stop"]').focus();
  say(words("recording"));
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
  say(words("discarded"));
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
