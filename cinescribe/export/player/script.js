"use strict";
// Plays a film with its description, and answers questions about the moment. What it knows is described in
// player_data.py. At most one voice speaks at a time: all that is said goes through `give`.
(() => {
  const section = document.querySelector("[data-player]");
  const part = (name) => section.querySelector(`[data-part="${name}"]`);
  const data = JSON.parse(part("data").textContent);
  const film = part("film"), said = part("said");
  // A page that has a live region lends it: of two, screen readers may speak both, or the second one late.
  const live = section.dataset.live ? document.getElementById(section.dataset.live) : part("live");
  const cues = data.cues ?? [];
  const speech = window.speechSynthesis;
  const SLACK = 0.05; // seconds by which a seek can miss its target, since frames have a duration
  const LATEST = 4; // seconds after its start at which a cue may still begin, as in all exports
  const ATTACK = 0.25, RELEASE = 0.4; // seconds in which the film is ducked and raised, as in a described film
  const TICK = 0.05; // seconds between two looks at the film's clock
  const WORDS = 2.5; // a second, where nothing says how long a screen reader or a braille display takes
  const STEP = 10; // seconds, back and forward

  // The words of the page: a message by its name, with values in the places of their names.
  const phrases = JSON.parse(section.dataset.words), lang = document.documentElement.lang;
  const phrase = (name, values = {}) => phrases[name].replace(/\{(\w+)\}/g, (_, value) => values[value]);

  const { clock, length, who, written } = momentsOf(data, phrase, lang);
  const { set, keep, show, take } = settingsOf(section, phrase, lang);

  // --- voices ---
  const ears = [new Audio(), new Audio()]; // one is heard while the other loads what is next
  let saying = null; // what is said: wording, rate, by, cue, done, and while it is said: sound, words, timer

  const voices = () => speech?.getVoices() ?? [];

  function sayer(wording) {
    if (set.voice === "made" && wording.sound) return "made";
    return set.voice !== "reader" && voices().length ? "browser" : "reader";
  }

  function load(address) {
    let one = ears.find((each) => each.getAttribute("src") === address);
    if (!one) {
      one = ears.find((each) => each !== saying?.sound);
      one.setAttribute("src", address);
    }
    return one;
  }

  // Gives something to be heard, in place of what is said now.
  function give(it) {
    hush();
    saying = it;
    it.by ??= sayer(it.wording);
    if (it.by === "browser" && !voices().length) it.by = "reader";
    if (it.by === "made") {
      it.sound = load(it.wording.sound);
      it.sound.currentTime = 0;
    }
    begin(it);
  }

  function begin(it) {
    it.suspended = false;
    wake();
    if (it.by === "made") {
      it.sound.onended = () => finish(it);
      it.sound.onerror = () => instead(it);
      it.sound.playbackRate = set.speed;
      it.sound.volume = set.level / 100;
      it.sound.play().catch((error) => { if (error.name !== "AbortError") instead(it); });
    } else if (it.by === "browser") utter(it);
    else {
      announce(it.wording.text, it.isAnswer, it.cue ? data.language : lang);
      it.timer = setTimeout(() => finish(it), 1000 * lasting(it.wording));
    }
  }

  // A sound that cannot be played is said in another way, so that nothing is lost in silence.
  function instead(it) {
    if (saying !== it || it.by !== "made") return;
    it.by = voices().length ? "browser" : "reader";
    begin(it);
  }

  function utter(it) {
    const words = new SpeechSynthesisUtterance(it.wording.text);
    words.lang = it.cue ? data.language : lang;
    const wanted = set.voice.startsWith("browser:") ? set.voice.slice(8) : "";
    const voice = voices().find((one) => one.voiceURI === wanted);
    if (voice && it.cue) words.voice = voice;
    words.rate = set.speed * it.rate;
    words.volume = set.level / 100;
    it.words = words;
    words.onend = words.onerror = () => { if (it.words === words && !it.suspended) finish(it); };
    speech.speak(words);
    it.timer = setTimeout(words.onend, 1000 * (8 + 2 * lasting(it.wording))); // some voices never report back
  }

  const lasting = (wording) => (wording.seconds ?? wording.text.split(/\s+/).length / WORDS) / set.speed;

  function suspend(it) {
    if (!it) return;
    it.suspended = true;
    clearTimeout(it.timer);
    it.sound?.pause();
    if (it.words) { it.words = null; speech.cancel(); }
  }

  function hush() { suspend(saying); saying = null; }

  function finish(it) {
    if (saying !== it) return;
    hush();
    it.done();
  }

  // --- what the screen reader says: text, in the one live region; the same message twice is spoken twice ---
  let odd = false;
  function announce(text, isShown = true, language = lang) {
    odd = !odd;
    live.lang = language;
    live.textContent = odd ? text : `${text}\u00a0`;
    if (isShown) write(text);
  }

  function write(text) {
    said.hidden = false;
    said.textContent = text;
  }

  // An answer interrupts a cue, which is said again after it; the film waits for both.
  function answer(text) {
    const cut = saying?.isAnswer ? saying.cut : saying;
    write(text);
    hold();
    give({
      wording: { text }, rate: 1, by: set.answers, isAnswer: true, cut,
      done: () => {
        if (!cut) release();
        else if (wanted) give(cut);
        else { saying = cut; cut.suspended = true; }
      },
    });
  }

  // A note says what a key has done, while everything goes on.
  function note(text) { if (set.answers === "browser" && !saying) answer(text); else announce(text); }

  // --- the film and its cues ---
  let queue = [], next = 0; // cues that are heard at this level of detail, and the place of the next one
  let wanted = false; // whether the listener wants the film to run
  let holding = false; // whether the film waits for a voice

  function lineUp(time) {
    queue = cues.filter((cue) => cue[set.detail] !== undefined && (set.wait || !cue.waits));
    aim(time);
  }

  function aim(time) {
    const at = queue.findIndex((cue) => cue.start >= time - SLACK);
    next = at < 0 ? queue.length : at;
    const wording = queue[next] && worded(queue[next]);
    if (wording?.sound && set.voice === "made") load(wording.sound);
  }

  const worded = (cue) => cue.wordings[cue[set.detail] ?? cue.full];

  function present(cue, more = {}) {
    const line = section.querySelector(`[data-cue="${CSS.escape(cue.id)}"]`);
    section.querySelector("[aria-current]")?.removeAttribute("aria-current");
    line?.setAttribute("aria-current", "true");
    part("now-label").textContent = phrase("now", { time: clock(cue.start) });
    part("now").lang = data.language;
    part("now").textContent = worded(cue).text;
    give({ wording: worded(cue), rate: cue.rate ?? 1, cue, done: release, ...more });
  }

  function begins(time) {
    while (queue[next] && queue[next].start <= time + SLACK / 2) {
      const cue = queue[next++];
      if (time - cue.start > LATEST) continue; // it was passed while another one was said
      const coming = queue[next] && worded(queue[next]);
      present(cue);
      if (coming?.sound && set.voice === "made") load(coming.sound);
      if (set.wait && cue.until <= time + SLACK) hold();
      return;
    }
  }

  function hold() { if (wanted && !holding) { holding = true; film.pause(); } state(); }

  function release() {
    if (!holding) return;
    holding = false;
    const due = queue[next];
    if (wanted && due && due.until <= film.currentTime + SLACK) begins(film.currentTime);
    if (!holding && wanted) play();
    state();
  }

  function play() { film.play().catch((error) => { if (error.name !== "AbortError") missing(); }); }

  function look() {
    const time = film.currentTime;
    part("time").textContent = clock(time);
    duck(time);
    if (!film.paused && !holding) {
      if (!saying) begins(time);
      else if (set.wait && saying.cue && time >= saying.cue.until - SLACK) hold();
    }
    if (film.paused && (!saying || saying.suspended) && gain === 1) { clearInterval(timer); timer = 0; }
  }

  let timer = 0;
  function wake() { timer ||= setInterval(look, 1000 * TICK); }

  // --- ducking: the film's own level, as its controls set it, times a gain ---
  let own = film.volume, gain = 1, put = film.volume;
  function duck(time) {
    const soon = !film.paused && !holding && queue[next] && queue[next].start - time < ATTACK;
    const target = (saying && !saying.suspended) || soon ? set.ducked / 100 : 1;
    const most = TICK / (target < gain ? ATTACK : RELEASE);
    gain = target < gain ? Math.max(target, gain - most) : Math.min(target, gain + most);
    if (Math.abs(film.volume - own * gain) > 0.001) film.volume = put = own * gain;
  }
  film.addEventListener("volumechange", () => {
    if (Math.abs(film.volume - put) < 0.005) return;
    own = gain > 0.05 ? Math.min(1, film.volume / gain) : film.volume;
    put = film.volume;
  });

  film.addEventListener("play", () => {
    if (film.paused) return;
    if (holding) { hush(); holding = false; } // by the film's own controls: on without waiting
    wanted = true;
    if (saying?.suspended) begin(saying);
    wake();
    state();
  });
  film.addEventListener("pause", () => {
    if (holding || !film.paused || film.ended) return;
    wanted = false;
    suspend(saying);
    state();
  });
  film.addEventListener("seeking", () => {
    hush();
    aim(film.currentTime);
    part("time").textContent = clock(film.currentTime);
    if (holding) { holding = false; if (wanted) play(); }
    state();
  });
  film.addEventListener("ended", () => { wanted = false; state(); });
  film.addEventListener("timeupdate", () => { if (!film.paused) look(); }); // timers are slow in a hidden tab

  function state() {
    const word = holding ? phrase("waits") : wanted ? phrase("playing") : phrase("paused");
    section.dataset.state = holding ? "waits" : wanted ? "plays" : "paused";
    part("state").textContent = word;
    section.querySelector('[data-act="toggle"] span').textContent = wanted ? phrase("pause") : phrase("play");
  }

  // --- what a listener asks for ---
  let further = 0; // cues that "What did I miss?" goes back from the last one
  function missed() {
    const past = cues.filter((cue) => cue.start <= film.currentTime + SLACK && cue[set.detail] !== undefined);
    further = saying?.isRepeat ? Math.min(further + 1, past.length - 1) : 0;
    if (!past.length) { answer(phrase("nothing-yet")); return; }
    hold();
    present(past.at(-1 - further), { isRepeat: true });
  }

  function toggle() {
    wanted = !wanted;
    if (!wanted) {
      film.pause();
      suspend(saying);
      announce(phrase("paused-at", { time: length(film.currentTime) }));
    } else if (holding && saying) begin(saying);
    else { holding = false; play(); }
    state();
  }

  function skip(by) {
    const time = Math.max(0, Math.min(film.duration || 0, film.currentTime + by));
    film.currentTime = time;
    note(length(time));
  }

  const ACTS = {
    toggle, missed,
    back: () => skip(-STEP),
    forward: () => skip(STEP),
    who: () => answer(who(film.currentTime)),
    signs: () => answer(written(film.currentTime)),
    where: () => answer(phrase("where", { time: length(film.currentTime), duration: length(film.duration || data.film.duration) })),
  };

  section.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.act) ACTS[button.dataset.act]();
    else if (button?.dataset.from) film.currentTime = Number(button.dataset.from);
  });

  section.addEventListener("change", (event) => {
    if (!take(event.target)) return;
    keep();
    apply();
  });
  section.addEventListener("input", (event) => {
    if (!take(event.target) || !saying?.sound) return;
    saying.sound.playbackRate = set.speed;
    saying.sound.volume = set.level / 100;
  });

  section.addEventListener("keydown", (event) => {
    if (!set.keys || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select, [type=file]")) return;
    const one = [...section.querySelectorAll("[data-key]")].find((each) => each.dataset.key === event.key.toUpperCase());
    if (!one) return;
    event.preventDefault();
    if (one.dataset.act) one.click();
    else if (one.matches("fieldset")) {
      const levels = [...one.querySelectorAll("input")], at = levels.findIndex((each) => each.checked);
      levels[(at + 1) % levels.length].click();
      note(phrase("detail", { level: phrase(`detail-${set.detail}`) }));
    } else { one.click(); note(phrase(one.checked ? "captions-on" : "captions-off")); }
  });

  // --- a film that is missing, or another file ---
  function missing() {
    wanted = false;
    state();
    part("choose").hidden = false;
    announce(phrase("unplayable"));
  }
  film.addEventListener("error", () => { if (part("choose").hidden) missing(); });
  film.addEventListener("loadedmetadata", () => {
    part("choose").hidden = true;
    if (Math.abs(film.duration - data.film.duration) <= 2) return; // seconds: copies differ by a few frames
    announce(phrase("other-length", { file: length(film.duration), film: length(data.film.duration) }));
  });
  part("file").addEventListener("change", (event) => {
    const file = event.target.files[0];
    if (file) film.src = URL.createObjectURL(file);
  });

  // --- start ---
  function apply() {
    show();
    for (const track of film.textTracks) track.mode = set.captions ? "showing" : "hidden";
    section.dataset.keys = set.keys ? "on" : "off";
    for (const one of section.querySelectorAll("[data-key]")) {
      if (set.keys) one.setAttribute("aria-keyshortcuts", one.dataset.key);
      else one.removeAttribute("aria-keyshortcuts");
    }
    lineUp(film.currentTime + 2 * SLACK); // past a cue that is said now
  }

  for (const when of section.querySelectorAll("[data-start] > .player-when")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "player-when";
    button.dataset.from = when.parentElement.dataset.start;
    button.textContent = when.textContent;
    button.setAttribute("aria-label", phrase("go-to", { time: when.textContent }));
    when.replaceWith(button);
  }
  function offer() {
    const select = section.querySelector('select[name="voice"]'), group = document.createElement("optgroup");
    group.label = phrase("voices");
    const fitting = voices().filter((one) => one.lang.slice(0, 2).toLowerCase() === data.language.slice(0, 2).toLowerCase());
    for (const voice of fitting) group.append(new Option(voice.name, `browser:${voice.voiceURI}`));
    select.querySelector("optgroup")?.remove();
    if (fitting.length) select.append(group);
    for (const option of section.querySelectorAll('option[value="browser"]')) option.disabled = !voices().length;
    show();
  }
  part("kept").textContent = keep() ? phrase("kept") : phrase("not-kept");
  speech?.addEventListener?.("voiceschanged", offer);
  offer();
  apply();
  state();
  part("desk").hidden = false;
  if (film.error) missing();
})();
