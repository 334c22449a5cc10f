// Plays what a button asks for: the sound comes from the workbench, which mixes it from the film and the voice; the
// pictures run in step without their own sound, where the browser plays them.
import { say } from "./announcing.js";
import { isChanged, send } from "./forms.js";
import { watchSignals } from "./signals.js";
import { words } from "./words.js";

const BESIDE = 2; // seconds before and after a cue in the film
const AROUND = 0.5; // seconds around its start and its end
const NOT_REACHED = words("not-heard");
const PATIENCE = 4000; // milliseconds between two questions whether the film is copied

const audio = new Audio();
let asked = 0; // a sound that comes after another one was asked for is not played

export function watchPlaying() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-play]");
    if (!button) return;
    if (button.dataset.play === "stop") stop();
    else play(button.closest("[data-cue]"), button.dataset.play);
  });
  audio.addEventListener("ended", rest);
  const film = document.getElementById("film");
  if (film) {
    film.addEventListener("play", () => film.muted || hush());
    film.addEventListener("error", () => tellOfFilm(film));
    prepare(film);
    watchSignals(film);
  }
}

export function stop() {
  const film = document.getElementById("film");
  const wasHeard = !audio.paused || (film && !film.paused);
  silence();
  say(wasHeard ? words("stopped") : words("nothing-plays"));
}

// Ends every sound, and says nothing of it.
export function silence() {
  asked += 1;
  hush();
  document.getElementById("film")?.pause();
}

// The cue as it is on the page: what was typed is saved first.
export async function play(cue, what) {
  const number = (asked += 1);
  hush();
  if (cue.matches("article") && cue.querySelector("form") && isChanged(cue)) {
    const answer = await send(cue.querySelector("form"), null, { quiet: true });
    if (!answer || answer.field) return;
  }
  const now = document.getElementById(cue.id) ?? cue;
  const sound = await fetched(addressOf(now, what));
  if (number !== asked || !sound) return;
  if (await hear(sound)) show(now, what);
}

export async function hear(blob) {
  URL.revokeObjectURL(audio.src);
  audio.src = URL.createObjectURL(blob);
  try {
    await audio.play();
    return true;
  } catch (error) {
    if (error.name === "NotAllowedError") say(words("not-allowed"));
    else if (error.name !== "AbortError") say(words("not-playable"));
    return false;
  }
}

function addressOf(cue, what) {
  const times = what === "mix" ? `?before=${BESIDE}&after=${BESIDE}` : "";
  return `${cue.dataset.cue}/${what}.wav${times}`;
}

async function fetched(address) {
  try {
    const response = await fetch(address, { headers: { accept: "application/json" } });
    if (response.ok) return response.blob();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const answer = isJson ? await response.json() : { message: NOT_REACHED };
    say(answer.message, answer.lang);
  } catch {
    say(NOT_REACHED);
  }
  return null;
}

function hush() {
  audio.pause();
  rest();
}

// The pictures that go with a sound stop with it.
function rest() {
  const film = document.getElementById("film");
  if (film?.dataset.with === "sound") {
    film.pause();
    film.muted = false;
    delete film.dataset.with;
  }
}

function show(cue, what) {
  const film = document.getElementById("film");
  if (!film || what === "voice" || film.error || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const start = Number(cue.dataset.start);
  const end = Number(cue.dataset.end);
  const from = { mix: start - BESIDE, film: start - BESIDE, start: start - AROUND, end: end - AROUND }[what];
  film.dataset.with = "sound";
  film.muted = true;
  film.currentTime = Math.max(0, from);
  film.play().catch(() => rest());
}

// Why the film does not play: it is being copied for the browser, or it is gone. It is said once, and shown meanwhile.
async function tellOfFilm(film) {
  const state = await stateOf(film);
  if (state.message) {
    if (!film.dataset.waits) say(state.message, state.lang);
    film.dataset.waits = "yes";
    setTimeout(() => tellOfFilm(film), PATIENCE);
  } else if (film.dataset.waits) {
    delete film.dataset.waits;
    film.load();
    say(words("film-ready"));
  } else say(words("film-not-playable"));
  note(state);
}

// The workbench looks at the film before something of it is asked for, and the page shows what is wrong with it.
async function prepare(film) {
  note(await stateOf(film));
}

function note({ message, lang }) {
  const place = document.getElementById("film-note");
  if (!place) return;
  place.textContent = message;
  if (lang) place.lang = lang;
  else place.removeAttribute("lang");
}

async function stateOf(film) {
  try {
    return await (await fetch(`${film.getAttribute("src")}/state`, { headers: { accept: "application/json" } })).json();
  } catch {
    return { message: NOT_REACHED };
  }
}
