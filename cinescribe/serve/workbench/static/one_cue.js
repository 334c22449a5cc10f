// Keeps the page of one cue in step: when its form was replaced, its other forms know the new state of the cue, and what
// is said about it is fetched again.
const SECTIONS = ["why", "wordings", "past", "suggested"];

export function watchCue(home) {
  new MutationObserver(() => {
    const revision = home.querySelector("article.cue input[name=revision]")?.value;
    if (!revision) return;
    for (const field of document.querySelectorAll("input[data-revision]")) field.value = revision;
    refresh();
  }).observe(home, { childList: true });
}

async function refresh() {
  const response = await fetch(location.pathname, { headers: { accept: "text/html" } });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of SECTIONS) {
    const made = page.getElementById(id);
    const old = document.getElementById(id);
    if (!made || !old) continue;
    const hadFocus = old.contains(document.activeElement);
    const shown = document.adoptNode(made);
    old.replaceWith(shown);
    if (hadFocus) focusIn(shown);
  }
}

// The button that was pressed may be gone; its section is the nearest place.
function focusIn(section) {
  const target = section.querySelector("h2") ?? section;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
