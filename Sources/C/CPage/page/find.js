// Finds a point by its id or a part of its name.

import { make } from "./controls.js";

const PAUSE = 250; // milliseconds after the last key

/**
 * Makes the search field work.
 * @param search asks the server for a text.
 * @param choose called with the match that was chosen.
 * @returns a function that shows a `found` message.
 */
export function setUpFind(form, search, choose) {
  const [field, list] = [form.querySelector("input"), form.querySelector("ul")];
  let timer = 0;
  // The text of the list, and the one whose first match is to be chosen as soon as it is there.
  let [listed, awaited] = [null, null];
  const close = () => (list.hidden = true);
  field.addEventListener("input", () => {
    clearTimeout(timer);
    awaited = null;
    if (field.value.trim() === "") return close();
    timer = setTimeout(() => search(field.value.trim()), PAUSE);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === listed) return list.querySelector("button")?.click();
    if (text === "") return;
    clearTimeout(timer);
    awaited = text;
    search(text);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) close();
  });
  return ({ text, matches, isCut }) => {
    if (text !== field.value.trim()) return;
    const entries = matches.map((match) => make("li", {}, make("button", {
      type: "button", onclick: () => { close(); choose(match); },
    }, match.label, make("small", {}, ` ${match.id}`))));
    if (matches.length === 0) entries.push(make("li", { class: "none" }, "nothing found"));
    if (isCut) entries.push(make("li", { class: "none" }, "More results: type more letters"));
    list.replaceChildren(...entries);
    list.hidden = false;
    listed = text;
    if (awaited === text) list.querySelector("button")?.click();
    awaited = null;
  };
}
