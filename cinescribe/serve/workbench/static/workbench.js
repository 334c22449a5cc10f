// Starts what a page of the workbench needs. Pages work without it, except for playing.
import { watchForms } from "./forms.js";
import { watchKeys } from "./keys.js";

watchForms();
watchKeys();
if (document.querySelector("[data-play]")) import("./playing.js").then((playing) => playing.watchPlaying());
if (document.querySelector("[data-record]")) import("./recording.js").then((recording) => recording.watchRecording());
