// The panel of selected points: sums of their columns, and the points in a table, sorted and page by page.

import { closeButton, make } from "./controls.js";
import { counted, grouped, short } from "./numbers.js";

export const PAGE = 50;

/**
 * Shows a `cluster` or a `members` message: the points of a cluster, or of a box.
 * @param order the column by which rows are sorted, or null, and whether the greatest are first: `{ sort, descending }`
 * @param actions `page(offset)`, `sort(column)`, `save("csv", "geojson" or "lua")`, `zoom()` (only of a cluster; null where it
 *   falls apart nowhere) and `close()`
 */
export function showDetails(panel, message, order, actions) {
  const { count, points, offset, columns = [], rows = [], summaries = [] } = message;
  const last = offset + rows.length;
  const button = (name, isOff, body) => make("button", { type: "button", disabled: isOff, onclick: body }, name);
  const pages = count <= PAGE ? [] : [
    button("Previous", offset === 0, () => actions.page(Math.max(0, offset - PAGE))),
    make("span", {}, `${grouped(offset + 1)}–${grouped(last)}`),
    button("Next", last >= count, () => actions.page(offset + PAGE)),
  ];
  const wasOpen = panel.querySelector("details")?.open ?? innerWidth > 720; // on a phone the points come first
  panel.replaceChildren(
    make("header", {}, make("h2", {}, counted(points, "point")), closeButton(actions.close)),
    make("div", { class: "actions" },
      ...("zoom" in actions ? [button("Zoom until it splits", !actions.zoom, actions.zoom ?? (() => {}))] : []),
      button("Save as CSV", false, () => actions.save("csv")),
      button("Save as GeoJSON", false, () => actions.save("geojson")),
      button("Copy as Lua", false, () => actions.save("lua"))),
    ...(summaries.length ? [make("details", { open: wasOpen }, make("summary", {}, "Sums of columns"), sums(summaries))] : []),
    ...(pages.length ? [make("div", { class: "actions" }, ...pages)] : []),
    make("div", { class: "table", tabindex: 0 },
      make("table", {},
        make("thead", {}, make("tr", {},
          ...["id", "longitude", "latitude", ...columns].map((name) => head(name, order, actions.sort)))),
        make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell)))))));
  panel.hidden = false;
}

/** The head of a column, which sorts by it. */
function head(name, { sort, descending }, body) {
  const way = sort === name ? (descending ? "descending" : "ascending") : undefined;
  return make("th", { scope: "col", "aria-sort": way },
    make("button", { type: "button", title: `Sort by ${name}`, onclick: () => body(name) }, name));
}

function sums(summaries) {
  const number = (value) => make("td", { class: "number" }, value === null || value === undefined ? "" : rounded(value));
  return make("div", { class: "table" }, make("table", {},
    make("thead", {}, make("tr", {}, ...["column", "sum", "mean", "least", "greatest"].map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, ...summaries.map(({ name, count, sum, least, greatest }) => make("tr", {},
      make("td", {}, name), number(count ? sum : null), number(count ? sum / count : null), number(least), number(greatest))))));
}

/** Whole numbers with all digits, others with three digits after the point or as many significant ones. */
function rounded(value) {
  if (Number.isInteger(value)) return grouped(value);
  return Math.abs(value) >= 1 ? value.toLocaleString("en", { maximumFractionDigits: 3 }) : short(value);
}

/** A number for a table: as many digits as tell places a meter apart, more where there is nothing before the point. */
function fraction(value) {
  return Number(Math.abs(value) >= 0.1 ? value.toFixed(5) : value.toPrecision(5));
}

function cell(value) {
  if (typeof value === "number") return make("td", { class: "number", title: String(value) }, String(fraction(value)));
  const text = value === null ? "" : String(value);
  return make("td", { title: text }, text);
}
