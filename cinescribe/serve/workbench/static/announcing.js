// What is said back goes into the one live region, as text. The same message twice is spoken twice: readers speak what
// changes, so that the region is emptied first.
const BETWEEN = 30; // milliseconds: less, and some readers miss that it was empty

let waiting = 0;

export function say(message) {
  const region = document.getElementById("status");
  clearTimeout(waiting);
  region.textContent = "";
  waiting = setTimeout(() => {
    region.textContent = message;
  }, BETWEEN);
}

export function said() {
  return document.getElementById("status").textContent;
}
