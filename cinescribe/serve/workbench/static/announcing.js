// What is said back goes into the one live region, as text. The same message twice is spoken twice: readers speak what
// changes, so that the region is emptied first. What the program says in English is marked as English.
const BETWEEN = 30; // milliseconds: less, and some readers miss that it was empty

let waiting = 0;

export function say(message, lang) {
  const region = document.getElementById("status");
  clearTimeout(waiting);
  region.textContent = "";
  waiting = setTimeout(() => {
    if (lang) region.lang = lang;
    else region.removeAttribute("lang");
    region.textContent = message;
  }, BETWEEN);
}

export function said() {
  return document.getElementById("status").textContent;
}
