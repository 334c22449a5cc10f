// Says how far jobs are: the page shows it every two seconds, the live region says it less often, and at once at the end.
import { say } from "./announcing.js";

const LOOK = 2000; // milliseconds between two looks at a job
const SAY = 15000; // between two messages about one: more would talk over the work that goes on meanwhile

const saidLast = new Map();

export function watchJobs() {
  setInterval(() => document.querySelectorAll("[data-job][data-running]").forEach(look), LOOK);
}

async function look(section) {
  let now;
  try {
    now = await (await fetch(section.dataset.job, { headers: { accept: "application/json" } })).json();
  } catch {
    return; // the next look may reach it; forms say it when the workbench is gone
  }
  if (!section.isConnected || !now.html) return;
  if (now.running) {
    update(section, now);
    return;
  }
  const hadFocus = section.contains(document.activeElement);
  const made = new DOMParser().parseFromString(now.html, "text/html").body.firstElementChild;
  section.replaceWith(made);
  if (hadFocus) made.focus();
  say(now.message);
  await refresh(made.closest("[data-refresh]")?.dataset.refresh);
}

function update(section, now) {
  const made = new DOMParser().parseFromString(now.html, "text/html");
  section.querySelector("[data-part=message]").textContent = now.message;
  const log = section.querySelector("[data-part=log]");
  if (log) log.textContent = made.querySelector("[data-part=log]")?.textContent ?? "";
  const last = saidLast.get(section.id);
  if (last && (Date.now() - last.at < SAY || last.message === now.message)) return;
  if (last) say(now.message);
  saidLast.set(section.id, { at: Date.now(), message: now.message });
}

// What a finished job changes elsewhere on the page: elements with these ids are fetched again.
async function refresh(ids) {
  if (!ids) return;
  const response = await fetch(location.pathname, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of ids.split(" ")) {
    const made = page.getElementById(id);
    const old = document.getElementById(id);
    if (made && old && !old.contains(document.activeElement)) old.replaceWith(document.adoptNode(made));
  }
}
