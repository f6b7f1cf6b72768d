// Finds points by their id or a part of a name, and columns by their names: a list of what was found, of which one is
// chosen.

import { make } from "./controls.js";

const PAUSE = 250; // milliseconds after the last key

/**
 * Makes the search field work: arrow keys and Enter choose from the list, a click too.
 * @param search asks the server for a text.
 * @param columns returns the matches that are columns.
 * @param choose called with the match that was chosen.
 * @returns a function that shows a `found` message.
 */
export function setUpFind(form, search, columns, choose) {
  const [field, list] = [form.querySelector("input"), form.querySelector("ul")];
  let timer = 0;
  let matches = [];
  let active = -1;
  let listed = null; // the text of the list

  const options = () => [...list.querySelectorAll("[role=option]")];
  const show = (isShown) => {
    list.hidden = !isShown;
    field.setAttribute("aria-expanded", isShown);
    if (!isShown) field.removeAttribute("aria-activedescendant");
  };
  const activate = (index) => {
    active = index;
    options().forEach((option, i) => option.setAttribute("aria-selected", i === index));
    const option = options()[index];
    if (!option) return;
    field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const take = (match) => {
    show(false);
    choose(match);
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    if (field.value.trim() === "") return show(false);
    timer = setTimeout(() => search(field.value.trim()), PAUSE);
  });
  field.addEventListener("focus", () => {
    if (listed !== null && listed === field.value.trim()) show(true);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    // Before the list is there, nobody knows what would be chosen: it is shown first.
    if (text === listed && !list.hidden && matches[active]) return take(matches[active]);
    clearTimeout(timer);
    if (text !== "") search(text);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.hidden) {
      event.stopPropagation();
      return show(false);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || matches.length === 0) return;
    event.preventDefault();
    if (list.hidden) show(true);
    else activate((active + step + matches.length) % matches.length);
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) show(false);
  });
  return ({ text, matches: found, isCut }) => {
    if (text !== field.value.trim()) return;
    [matches, listed] = [[...columns(text), ...found], text];
    const entries = matches.map((match, i) => make("li", {
      id: `found-${i}`, role: "option",
      onpointerdown: (event) => event.preventDefault(), // the field keeps the focus
      onclick: () => take(match),
    }, match.label, make("small", {}, match.detail)));
    if (matches.length === 0) entries.push(make("li", { class: "none" }, "nothing found"));
    if (isCut) entries.push(make("li", { class: "none" }, "More results: type more letters"));
    list.replaceChildren(...entries);
    show(true);
    activate(0);
  };
}
