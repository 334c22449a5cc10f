// The words of the page for its scripts: the page has them, in its language.
const WORDS = JSON.parse(document.querySelector("meta[name=script-words]").content);

// A message, with its values in the places of their names.
export function words(name, values = {}) {
  return WORDS[name].replace(/\{(\w+)\}/g, (_, value) => values[value]);
}
