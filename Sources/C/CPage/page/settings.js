// The settings of one pane: strategy, representative, limits, separation, transition and markers.

import { choice, closeButton, control, make, numberControlsAnew } from "./controls.js";

/** What a pane begins with where nothing is said. */
export const standardSettings = () => ({
  strategy: { name: "separate" }, diff: { name: "membership" }, style: {},
});

/** What a definition that may be a text or a table names. */
const nameOf = (definition) =>
  typeof definition === "string" ? definition.split("(")[0] : definition?.name ?? "";

/** The switch of separation, which is no parameter of its own. */
const SEPARATE = {
  name: "separate", help: "Merge clusters whose markers would overlap.", standard: "false",
  takes: { type: "flag" },
};

/** Steps after a strategy, which stay when another strategy is chosen. */
const STEPS = ["representative", "limits", "selected", "separate"];

/**
 * Fills a panel with the controls of a pane.
 * @param declarations the `welcome` message.
 * @param onChange called after each change of the settings, which are changed in place.
 */
export function showSettings(panel, declarations, settings, title, actions, onChange) {
  const redraw = () => {
    onChange();
    showSettings(panel, declarations, settings, title, actions, onChange);
  };
  const focused = panel.contains(document.activeElement) ? document.activeElement.id : "";
  numberControlsAnew();
  panel.replaceChildren(
    make("header", {}, make("h2", {}, title), closeButton(actions.close)),
    strategyGroup(declarations, settings, onChange, redraw),
    valueGroup(declarations, settings, redraw),
    representativeGroup(declarations, settings, onChange, redraw),
    tableGroup("Limits", declarations.limits, settings.strategy, "limits", onChange),
    separationGroup(declarations, settings, onChange, redraw),
    chosenGroup("Transition", declarations.diffs, settings.diff, (name) => {
      settings.diff = { name };
      redraw();
    }, onChange),
    tableGroup("Marker sizes", declarations.style, settings, "style", onChange),
    make("div", { class: "actions" }, ...actions.buttons.map(([name, body]) =>
      make("button", { type: "button", onclick: body }, name))));
  if (focused) document.getElementById(focused)?.focus();
}

const group = (name, ...children) =>
  make("fieldset", {}, make("legend", {}, name), ...children.filter((child) => child !== null));

/** The controls of options whose values are members of a table. */
const controls = (options, table, onChange) =>
  options.map((option) => control(option, table[option.name], (value) => {
    if (value === undefined) delete table[option.name];
    else table[option.name] = value;
    onChange();
  }));

/** A thing to choose by name, with its parameters. */
function chosenGroup(title, entries, table, onName, onChange) {
  const chosen = entries.find(({ name }) => name === table.name);
  const list = choice(`choice-${title}`, entries.map(({ name }) => [name, name]), table.name, onName);
  list.setAttribute("aria-label", title);
  const help = make("p", { class: "help" }, chosen?.help ?? "");
  return group(title, list, help, ...controls(chosen?.parameters ?? [], table, onChange));
}

function strategyGroup(declarations, settings, onChange, redraw) {
  return chosenGroup("Strategy", declarations.strategies, settings.strategy, (name) => {
    const before = settings.strategy;
    settings.strategy = { name };
    for (const step of STEPS) if (before[step] !== undefined) settings.strategy[step] = before[step];
    redraw();
  }, onChange);
}

/** What `capacity:sum,fuel:top` says of numbers and of colors: `capacity:sum` and `fuel`. */
function splitBy(text, categories) {
  const found = categories.find((name) => (`,${text}`).endsWith(`,${name}:top`));
  if (found === undefined) return [text, ""];
  return [text.slice(0, -`${found}:top`.length).replace(/,$/, "") || "count", found];
}

/** What markers show and are sized and colored by: counts, weights, or a summary of a column; and colors by another. */
function valueGroup({ columns, kinds, categories }, settings, redraw) {
  const [by, category] = splitBy(settings.by ?? "count", categories);
  const colon = by.lastIndexOf(":");
  const [column, kind] = colon > 0 ? [by.slice(0, colon), by.slice(colon + 1)] : [null, "sum"];
  const set = (by, colors = category) => {
    const words = [...(by === "count" ? [] : [by]), ...(colors ? [`${colors}:top`] : [])];
    if (words.length === 0) delete settings.by;
    else settings.by = words.join(",");
    redraw();
  };
  const color = choice("choice-color", [["", "color by number"], ...categories.map((name) => [name, `color by ${name}`])],
    category, (name) => set(by, name));
  color.setAttribute("aria-label", "What colors show");
  const colors = categories.length ? color : null;
  const entries = [["count", "number of points"], ["weight", "weight"], ...columns.map((name) => [`:${name}`, name])];
  const list = choice("choice-by", entries, column === null ? by : `:${column}`, (word) => (
    set(word.startsWith(":") ? `${word.slice(1)}:${kind}` : word)));
  list.setAttribute("aria-label", "What markers show");
  if (column === null) return group("Markers show", list, colors);
  const known = kinds.includes(kind) ? kinds : [...kinds, kind];
  const summary = choice("choice-kind", known.map((word) => [word, word]), kind, (word) => set(`${column}:${word}`));
  summary.setAttribute("aria-label", "Summary of the column for each marker");
  return group("Markers show", list, summary, colors);
}

function representativeGroup(declarations, settings, onChange, redraw) {
  const { strategy } = settings;
  const name = nameOf(strategy.representative);
  const names = declarations.representatives.map(({ name }) => [name, name]);
  const entries = [["", "strategy's default"], ...names];
  const list = choice("choice-representative", entries, name, (name) => {
    if (name) strategy.representative = { name };
    else delete strategy.representative;
    redraw();
  });
  list.setAttribute("aria-label", "Representative");
  const chosen = declarations.representatives.find((entry) => entry.name === name);
  const parameters = chosen && typeof strategy.representative === "object"
    ? controls(chosen.parameters, strategy.representative, onChange) : [];
  return group("Representative", list, ...parameters);
}

/** Options of a table that is there only where one of them is set. */
function tableGroup(title, options, owner, member, onChange) {
  const table = { ...owner[member] };
  return group(title, ...controls(options, table, () => {
    if (Object.keys(table).length) owner[member] = { ...table };
    else delete owner[member];
    onChange();
  }));
}

function separationGroup(declarations, settings, onChange, redraw) {
  const { strategy } = settings;
  const isOn = Boolean(strategy.separate);
  const onOff = control(SEPARATE, isOn, (value) => {
    if (value) strategy.separate = true;
    else delete strategy.separate;
    redraw();
  });
  if (!isOn) return group("Separation", onOff);
  const table = strategy.separate === true ? {} : { ...strategy.separate };
  return group("Separation", onOff, ...controls(declarations.separation, table, () => {
    strategy.separate = Object.keys(table).length ? { ...table } : true;
    onChange();
  }));
}
