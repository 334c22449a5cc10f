"use strict";
// What can be said of a moment of the film: who is there, what is written, how far it is.
const momentsOf = (data) => {
  const people = data.people ?? [], signs = data.signs ?? [];
  const RECENT = 30; // seconds for which somebody who left the picture is still named

  function clock(time) {
    const whole = Math.floor(time), two = (n) => String(n).padStart(2, "0");
    const hour = Math.floor(whole / 3600), minute = Math.floor(whole / 60) % 60, second = whole % 60;
    return hour ? `${hour}:${two(minute)}:${two(second)}` : `${minute}:${two(second)}`;
  }

  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

  function length(time) {
    const whole = Math.round(time), hour = Math.floor(whole / 3600), minute = Math.floor(whole / 60) % 60, second = whole % 60;
    const parts = [hour && counted(hour, "hour"), minute && counted(minute, "minute"), second && counted(second, "second")];
    return parts.filter(Boolean).join(" ") || counted(0, "second");
  }

  const list = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

  function named(some) {
    const names = some.filter((one) => one.name).map((one) => one.name), n = some.length - names.length;
    if (n) names.push(n === 1 ? "somebody without a name" : `${n} people without names`);
    return list(names);
  }

  const isHere = (one, time) => (one.seen ?? []).some((span) => span.start <= time && time < span.end);

  function wasHere(one, time) {
    const times = [...(one.seen ?? []).map((span) => span.end), ...(one.described ?? [])];
    return times.some((at) => at <= time && time - at <= RECENT);
  }

  function who(time) {
    if (!people.length) return "Nobody was recognised in this film.";
    const here = people.filter((one) => isHere(one, time));
    const before = people.filter((one) => !here.includes(one) && wasHere(one, time));
    const now = here.length ? `In the picture: ${named(here)}.` : "Nobody is recognised at this moment.";
    return before.length ? `${now} In the last ${RECENT} seconds: ${named(before)}.` : now;
  }

  function written(time) {
    const past = signs.filter((one) => one.start <= time), here = past.filter((one) => time < one.end), last = past.at(-1);
    if (here.length) return `In the picture: ${list(here.map((one) => `“${one.text}”`))}.`;
    if (last) return `“${last.text}”, ${length(time - last.end)} ago.`;
    return signs.length ? "Nothing was written in the picture so far." : "No signs were found in this film.";
  }

  return { clock, length, who, written };
};
