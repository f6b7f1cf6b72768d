// The panel of one cluster: its members in a table, page by page, and where it falls apart.

import { closeButton, make } from "./controls.js";
import { counted, grouped } from "./numbers.js";

export const PAGE = 50;

/**
 * Shows a `cluster` message.
 * @param actions `page(offset)`, `zoom()` (null where it falls apart nowhere) and `close()`.
 */
export function showDetails(panel, message, actions) {
  show(panel, message, actions, [
    make("button", { type: "button", disabled: !actions.zoom, onclick: actions.zoom ?? (() => {}) }, "Zoom until it splits"),
  ]);
}

/**
 * Shows a `members` message: the points of a selected box.
 * @param actions `page(offset)`, `save("csv" or "geojson")` and `close()`.
 */
export function showSelection(panel, message, actions) {
  const button = (form, name) => make("button", { type: "button", onclick: () => actions.save(form) }, name);
  show(panel, message, actions, [button("csv", "Save as CSV"), button("geojson", "Save as GeoJSON")]);
}

function show(panel, { count, offset, columns, rows }, actions, buttons) {
  const last = offset + rows.length;
  const names = ["id", "longitude", "latitude", ...columns];
  const button = (name, isOff, body) =>
    make("button", { type: "button", disabled: isOff, onclick: body }, name);
  const pages = count <= PAGE ? [] : [
    button("Previous", offset === 0, () => actions.page(Math.max(0, offset - PAGE))),
    make("span", {}, `${grouped(offset + 1)}–${grouped(last)}`),
    button("Next", last >= count, () => actions.page(offset + PAGE)),
  ];
  panel.replaceChildren(
    make("header", {}, make("h2", {}, counted(count, "point")), closeButton(actions.close)),
    make("div", { class: "actions" }, ...buttons, ...pages),
    make("div", { class: "table", tabindex: 0 },
      make("table", {},
        make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell)))))));
  panel.hidden = false;
}

function cell(value) {
  if (typeof value === "number") return make("td", { class: "number" }, String(value));
  return make("td", {}, value === null ? "" : String(value));
}
