"use strict";
// What a listener has set: the state of the controls with `data-setting`, kept by the browser where the page may.
const settingsOf = (section, said, lang) => {
  const KEPT = "cinescribe-player";
  const fields = [...section.querySelectorAll("[data-setting]")];
  const set = {};
  const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.type === "range" ? Number(field.value) : field.value);
  for (const field of fields) if (field.type !== "radio" || field.checked) set[field.name] = valueOf(field);

  function keep() {
    try { localStorage.setItem(KEPT, JSON.stringify(set)); return true; } catch { return false; }
  }

  function remembered() {
    try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
  }

  const written = (value) => value.toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

  function showField(field) {
    const value = set[field.name];
    if (field.type === "checkbox") field.checked = value;
    else if (field.type === "radio") field.checked = field.value === value;
    else if (field.tagName !== "SELECT" || [...field.options].some((one) => one.value === value)) field.value = value;
    const shown = section.querySelector(`[data-shown="${field.name}"]`);
    if (!shown) return;
    shown.textContent = field.name === "speed" ? `${written(value)} ×` : `${value} %`;
    field.setAttribute("aria-valuetext", field.name === "speed" ? said("times", { n: written(value) }) : said("percent", { n: value }));
  }

  const show = () => fields.forEach(showField);

  // Takes what a control says now; false if it is none of the settings.
  function take(field) {
    if (!fields.includes(field)) return false;
    set[field.name] = valueOf(field);
    showField(field);
    return true;
  }

  for (const [name, value] of Object.entries(remembered())) if (typeof set[name] === typeof value) set[name] = value;
  return { set, keep, show, take };
};
