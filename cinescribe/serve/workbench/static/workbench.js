// Starts what a page of the workbench needs. Pages work without it, except for playing.
import { say } from "./announcing.js";
import { focusOn, watchForms } from "./forms.js";
import { watchJobs } from "./jobs.js";
import { watchKeys } from "./keys.js";

watchForms();
watchJobs();
const arrival = document.getElementById("status").textContent.trim();
if (arrival) say(arrival, document.getElementById("status").lang); // what stands there when a page comes is not read by itself
watchKeys();
if (location.hash.startsWith("#cue-")) focusOn(decodeURIComponent(location.hash.slice(1)));
if (document.querySelector("[data-play]")) import("./playing.js").then((playing) => playing.watchPlaying());
if (document.querySelector("[data-record]")) import("./recording.js").then((recording) => recording.watchRecording());
if (document.querySelector("[data-keys]")) import("./help.js").then((help) => help.showKeys());
const home = document.querySelector("[data-home]");
if (home) import("./one_cue.js").then((cue) => cue.watchCue(home));
if (document.querySelector("[data-ask]")) import("./asking.js").then((asking) => asking.watchAsking());
