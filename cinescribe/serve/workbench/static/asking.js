// Keeps the moment of a question that of the film, until somebody writes another, and the model that was asked last.
const STORE = "cinescribe-model";

export function watchAsking() {
  const film = document.querySelector("video");
  const at = document.getElementById("ask-at");
  if (film && at) film.addEventListener("timeupdate", () => {
    if (document.activeElement !== at) at.value = clock(film.currentTime);
  });
  const model = document.getElementById("ask-model");
  model.value ||= localStorage.getItem(STORE) ?? "";
  model.addEventListener("change", () => localStorage.setItem(STORE, model.value.trim()));
}

function clock(seconds) {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
