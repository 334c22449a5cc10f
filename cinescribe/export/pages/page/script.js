"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const video = byId("video"), track = byId("track"), playhead = byId("playhead"), axis = byId("axis"), scroll = byId("scroll");
  const speak = byId("speak"), announce = byId("announce"), live = byId("live"), status = byId("status");
  const duration = Number(track.dataset.duration) || 1;
  const marks = [...document.querySelectorAll(".mark")];
  const cues = [...document.querySelectorAll("tr[data-number]")].map((row, n) => ({
    row, mark: marks[n], number: row.dataset.number, status: row.dataset.status,
    start: Number(row.dataset.start), until: Number(row.dataset.until), rate: Number(row.dataset.rate), pause: Number(row.dataset.pause),
    text: row.querySelector(".text").textContent,
  }));
  const heard = cues.filter((cue) => cue.status !== "dropped").sort((a, b) => a.start - b.start);
  const TOLERANCE = 0.05; // seconds by which a seek can miss its target, since frames have a duration
  let current = null;

  // The words of the page: a message by its name, with values in the places of their names.
  const phrases = JSON.parse(document.documentElement.dataset.words);
  const phrase = (name, values = {}) => phrases[name].replace(/\{(\w+)\}/g, (_, value) => values[value]);

  // --- times ---
  function clock(time) {
    const whole = Math.floor(time), second = whole % 60, minute = Math.floor(whole / 60) % 60, hour = Math.floor(whole / 3600);
    const two = (n) => String(n).padStart(2, "0");
    return hour ? `${hour}:${two(minute)}:${two(second)}` : `${minute}:${two(second)}`;
  }

  // --- current cue and position ---
  function show(cue) {
    if (cue === current) return;
    for (const part of [current?.row, current?.mark]) { part?.classList.remove("current"); part?.removeAttribute("aria-current"); }
    for (const part of [cue?.row, cue?.mark]) { part?.classList.add("current"); part?.setAttribute("aria-current", "true"); }
    current = cue;
    if (!cue) return;
    byId("now-label").textContent = phrase(`now-${cue.status}`, { number: cue.number, time: clock(cue.start) });
    byId("now-text").textContent = cue.text;
    byId("now-text").lang = byId("now-text").dataset.lang;
  }

  function cueAt(time) { return heard.findLast((cue) => cue.start <= time + TOLERANCE) ?? null; }

  function movePlayhead(time) { playhead.style.left = `${100 * Math.min(1, time / duration)}%`; }

  function arrive(time, cue) {
    interrupted = null;
    stopVoice();
    last = time - 2 * TOLERANCE; // so that a cue that starts here is presented when the film plays on
    movePlayhead(time);
    show(cue ?? cueAt(time));
  }

  function seek(time, cue) {
    target = cue;
    video.currentTime = time;
    arrive(time, cue);
    const box = video.getBoundingClientRect();
    if (box.bottom < 0 || box.top > innerHeight) video.scrollIntoView({ block: "nearest" });
  }

  // --- presenting cues while the film plays ---
  let last = 0; // cues up to this time have been presented
  let target = null; // the cue that the current seek leads to
  let interrupted = null; // the cue that a pause interrupted
  let speaking = null, holding = false, timer = 0, volume = null;

  function hold(reason) { if (!holding) { holding = true; status.textContent = reason; video.pause(); } }

  function release() {
    clearTimeout(timer);
    speaking = null;
    if (volume !== null) { video.volume = volume; volume = null; }
    if (holding) { holding = false; status.textContent = ""; video.play(); }
  }

  function stopVoice() { window.speechSynthesis?.cancel(); release(); }

  function say(cue) {
    const words = new SpeechSynthesisUtterance(cue.text);
    words.lang = byId("now-text").dataset.lang;
    words.rate = cue.rate;
    words.onend = words.onerror = () => { if (speaking === words) release(); };
    speechSynthesis.cancel();
    clearTimeout(timer);
    speaking = words;
    volume ??= video.volume;
    video.volume = volume * 0.35;
    speechSynthesis.speak(words);
    timer = setTimeout(words.onend, 1000 * (8 + cue.text.length / 5)); // some voices never report back
  }

  function present(cue) {
    show(cue);
    if (announce.checked) live.textContent = cue.text;
    if (speak.checked) say(cue);
    if (cue.status !== "extended" || !(speak.checked || announce.checked)) return;
    hold(phrase("waits"));
    if (!speak.checked) timer = setTimeout(release, 1000 * cue.pause);
  }

  function advance() {
    const time = video.currentTime;
    movePlayhead(time);
    if (holding) return;
    if (speaking && time >= current.until - TOLERANCE) { hold(phrase("waits-voice")); return; }
    const due = heard.find((cue) => cue.start > last && cue.start <= time + TOLERANCE / 2);
    if (due) { last = due.start; present(due); } else { last = Math.max(last, time); show(cueAt(time)); }
  }

  function onFrame() { if (video.paused) return; advance(); requestAnimationFrame(onFrame); }

  video.addEventListener("play", () => {
    if (holding) stopVoice();
    if (interrupted) { present(interrupted); interrupted = null; }
    requestAnimationFrame(onFrame);
  });
  video.addEventListener("pause", () => { if (speaking && !holding) { interrupted = current; stopVoice(); } });
  video.addEventListener("seeking", () => { arrive(video.currentTime, target); target = null; });
  video.addEventListener("error", () => { byId("trouble").hidden = false; });
  if (video.error) byId("trouble").hidden = false;
  speak.addEventListener("change", () => {
    stopVoice();
    if (speak.checked && !window.speechSynthesis) {
      speak.checked = false;
      status.textContent = phrase("no-voice");
    }
  });

  // --- seeking ---
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.time) {
      const row = button.closest("tr");
      seek(Number(button.dataset.time), button.closest(".when") ? cues.find((cue) => cue.row === row) : undefined);
    } else if (button?.dataset.cue) {
      const cue = cues[Number(button.dataset.cue) - 1];
      rove(marks.indexOf(button), false);
      seek(cue.start, cue);
    } else if (event.target.closest(".strip")) {
      const box = event.target.closest(".strip").getBoundingClientRect();
      seek(duration * (event.clientX - box.left) / box.width);
    }
  });
  function step(by) {
    const from = current ? cues.indexOf(current) : by > 0 ? -1 : cues.length;
    const cue = cues[from + by];
    if (cue) seek(cue.start, cue);
  }
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));

  // --- keyboard in the cue lane: one tab stop, arrow keys move ---
  let stop = 0;
  function rove(to, focus = true) {
    marks[stop].tabIndex = -1;
    stop = Math.max(0, Math.min(marks.length - 1, to));
    marks[stop].tabIndex = 0;
    if (focus) { marks[stop].focus(); marks[stop].scrollIntoView({ block: "nearest", inline: "nearest" }); }
  }
  document.querySelector(".cue-lane").addEventListener("keydown", (event) => {
    const at = marks.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10, Home: 0, End: marks.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    rove(to);
  });

  // --- zoom and axis ---
  const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]; // seconds
  function drawAxis() {
    const perSecond = axis.clientWidth / duration;
    const every = STEPS.find((seconds) => seconds * perSecond >= 64) ?? 7200;
    const ticks = [];
    for (let time = 0; (duration - time) * perSecond > 40; time += every) {
      const tick = document.createElement("span");
      tick.className = "tick";
      tick.style.left = `${100 * time / duration}%`;
      tick.textContent = clock(time);
      ticks.push(tick);
    }
    axis.replaceChildren(...ticks);
  }
  byId("zoom").addEventListener("input", (event) => {
    const factor = 2 ** Number(event.target.value);
    const middle = video.currentTime / duration;
    track.style.width = `${100 * factor}%`;
    event.target.setAttribute("aria-valuetext", factor === 1 ? phrase("whole-film") : phrase("times", { n: factor }));
    scroll.scrollLeft = middle * scroll.scrollWidth - scroll.clientWidth / 2;
  });
  new ResizeObserver(drawAxis).observe(axis);

  // --- filters ---
  byId("filters").addEventListener("change", () => {
    const state = byId("by-status").value, person = byId("by-person").value;
    let shown = 0;
    for (const { row } of cues) {
      row.hidden = Boolean((state && row.dataset.status !== state) || (person && !row.dataset.people.split(" ").includes(person)));
      shown += row.hidden ? 0 : 1;
    }
    byId("shown").textContent = phrase("shown", { shown, all: cues.length });
  });
})();
