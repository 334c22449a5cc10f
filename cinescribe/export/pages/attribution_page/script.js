"use strict";
(() => {
  for (const section of document.querySelectorAll(".attribution")) {
    const bar = section.querySelector(".words"), now = section.querySelector(".now");
    const words = [...bar.querySelectorAll("button")];
    const heatMaps = [...section.querySelectorAll(".heat-map")], rows = [...section.querySelectorAll("tbody tr")];
    const picture = section.querySelector(".picture"), alt = picture.getAttribute("aria-label");
    let selected = null; // the word that remains shown when the pointer leaves
    section.querySelector(".caption").className = "unseen";
    bar.hidden = now.hidden = false;
    const PROMPT = "Choose a word to see its attribution.";
    now.textContent = PROMPT;

    function show(at) {
      words.forEach((word, n) => word.setAttribute("aria-pressed", String(n === at)));
      heatMaps.forEach((map, n) => map.classList.toggle("shown", n === at));
      rows.forEach((row, n) => row.classList.toggle("current", n === at));
      now.textContent = at === null ? PROMPT : words[at].dataset.summary;
      picture.setAttribute("aria-label", at === null ? alt : `${alt} Marked: ${words[at].dataset.summary}`);
    }

    function stop(at) {
      words.forEach((word, n) => { word.tabIndex = n === at ? 0 : -1; });
      words[at].focus();
    }

    words.forEach((word, at) => {
      word.addEventListener("pointerenter", () => show(at));
      word.addEventListener("pointerleave", () => show(selected));
      word.addEventListener("focus", () => { selected = at; show(at); });
      word.addEventListener("click", () => { selected = at; stop(at); show(at); });
    });
    bar.addEventListener("keydown", (event) => {
      const at = words.indexOf(event.target), last = words.length - 1;
      if (event.key === "Escape") { selected = null; show(null); return; }
      const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      stop(Math.max(0, Math.min(last, to)));
    });
  }
})();
