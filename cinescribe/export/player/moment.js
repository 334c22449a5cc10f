"use strict";
// What can be said of a moment of the film: who is there, what is written, how far it is.
// `said` gives the words of the page by name, and `lang` is its language.
const momentsOf = (data, said, lang) => {
  const people = data.people ?? [], signs = data.signs ?? [];
  const RECENT = 30; // seconds for which somebody who left the picture is still named

  function clock(time) {
    const whole = Math.floor(time), two = (n) => String(n).padStart(2, "0");
    const hour = Math.floor(whole / 3600), minute = Math.floor(whole / 60) % 60, second = whole % 60;
    return hour ? `${hour}:${two(minute)}:${two(second)}` : `${minute}:${two(second)}`;
  }

  const counted = (number, unit) => new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(number);

  function length(time) {
    const whole = Math.round(time), hour = Math.floor(whole / 3600), minute = Math.floor(whole / 60) % 60, second = whole % 60;
    const parts = [hour && counted(hour, "hour"), minute && counted(minute, "minute"), second && counted(second, "second")];
    return parts.filter(Boolean).join(" ") || counted(0, "second");
  }

  const list = (names) => (names.length < 2 ? names.join("") : said("and", { first: names.slice(0, -1).join(", "), last: names.at(-1) }));

  function named(some) {
    const names = some.filter((one) => one.name).map((one) => one.name), n = some.length - names.length;
    if (n) names.push(n === 1 ? said("unnamed") : said("several-unnamed", { n }));
    return list(names);
  }

  const isHere = (one, time) => (one.seen ?? []).some((span) => span.start <= time && time < span.end);

  function wasHere(one, time) {
    const times = [...(one.seen ?? []).map((span) => span.end), ...(one.described ?? [])];
    return times.some((at) => at <= time && time - at <= RECENT);
  }

  function who(time) {
    if (!people.length) return said("nobody-ever");
    const here = people.filter((one) => isHere(one, time));
    const before = people.filter((one) => !here.includes(one) && wasHere(one, time));
    const now = here.length ? said("in-picture", { what: named(here) }) : said("nobody-now");
    return before.length ? `${now} ${said("before", { seconds: RECENT, people: named(before) })}` : now;
  }

  function written(time) {
    const past = signs.filter((one) => one.start <= time), here = past.filter((one) => time < one.end), last = past.at(-1);
    if (here.length) return said("in-picture", { what: list(here.map((one) => said("quoted", { text: one.text }))) });
    if (last) return said("sign-before", { text: last.text, time: length(time - last.end) });
    return signs.length ? said("no-sign-yet") : said("no-signs");
  }

  return { clock, length, who, written };
};
