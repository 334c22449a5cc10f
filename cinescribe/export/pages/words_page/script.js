"use strict";
(() => {
  for (const section of document.querySelectorAll(".seen")) {
    const bar = section.querySelector(".words"), now = section.querySelector(".now");
    const words = [...bar.querySelectorAll("button")];
    const looks = [...section.querySelectorAll(".look")], rows = [...section.querySelectorAll("tbody tr")];
    let held = null; // the word that stays shown when the pointer leaves
    section.querySelector(".caption").className = "unseen";
    bar.hidden = now.hidden = false;
    const UNASKED = "Choose a word to see what counted for it.";
    now.textContent = UNASKED;

    function show(at) {
      words.forEach((word, n) => word.setAttribute("aria-pressed", String(n === at)));
      looks.forEach((look, n) => look.classList.toggle("shown", n === at));
      rows.forEach((row, n) => row.classList.toggle("current", n === at));
      now.textContent = at === null ? UNASKED : words[at].dataset.told;
    }

    function stop(at) {
      words.forEach((word, n) => { word.tabIndex = n === at ? 0 : -1; });
      words[at].focus();
    }

    words.forEach((word, at) => {
      word.addEventListener("pointerenter", () => show(at));
      word.addEventListener("pointerleave", () => show(held));
      word.addEventListener("focus", () => { held = at; show(at); });
      word.addEventListener("click", () => { held = at; stop(at); show(at); });
    });
    bar.addEventListener("keydown", (event) => {
      const at = words.indexOf(event.target), last = words.length - 1;
      if (event.key === "Escape") { held = null; show(null); return; }
      const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      stop(Math.max(0, Math.min(last, to)));
    });
  }
})();
