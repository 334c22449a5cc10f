// Starts what a page of the workbench needs. Pages work without it, except for playing.
import { focusOn, watchForms } from "./forms.js";
import { watchKeys } from "./keys.js";

watchForms();
watchKeys();
if (location.hash.startsWith("#cue-")) focusOn(decodeURIComponent(location.hash.slice(1)));
if (document.querySelector("[data-play]")) import("./playing.js").then((playing) => playing.watchPlaying());
if (document.querySelector("[data-record]")) import("./recording.js").then((recording) => recording.watchRecording());
