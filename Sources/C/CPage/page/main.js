// The live map: panes that share a camera, and a server that makes their frames.

import { Asker } from "./asker.js";
import { BaseMap, archive, pictures } from "./base.js";
import { Camera } from "./camera.js";
import { closeButton, make } from "./controls.js";
import { save, saveRows } from "./copy.js";
import { PAGE, showDetails } from "./details.js";
import { Dots, readDots } from "./dots.js";
import { setUpFind } from "./find.js";
import { readFragment, writeFragment } from "./fragment.js";
import { addKeys } from "./gestures.js";
import { grouped } from "./numbers.js";
import { Painter, radiusOf } from "./painter.js";
import { onPaletteChange, setColors } from "./palette.js";
import { Pane } from "./pane.js";
import { Recorder } from "./recorder.js";
import { Connection } from "./socket.js";
import { showSettings, standardSettings } from "./settings.js";

const MOST_PANES = 4;
const MOST_SAVED = 100000; // points of a selection that are saved as a file
const element = (id) => document.getElementById(id);

const connection = new Connection();
const camera = new Camera();
const options = { hasLegs: false, hasGhosts: false, hasHidden: false, slowness: 1 };
const panes = [];
const frameGaps = [];
const { world } = Painter;
world.dots = new Dots(async (z, x, y) => {
  const response = await fetch(`dots/${z}/${x}/${y}`);
  return response.ok ? readDots(new Uint8Array(await response.arrayBuffer())) : null;
}, redrawWorld);
world.onRest = redraw;
let declarations = null;
let isDrawing = false;
let lastDrawing = 0;
let saveAs = null;
let isFound = false; // whether the points are to be listed that are selected next
let isSelected = false; // whether anything is selected: a panel that comes after a selection was cleared is not shown

// MARK: Asking

const asker = new Asker(connection, (number, seconds) => ({
  ask: "frames", number, view: camera.view,
  panes: panes.map((pane) => ({
    pane: pane.index, ...pane.settings,
    plan: pane.player.plan.number, at: pane.player.promise(seconds, options.slowness),
  })),
}));

/** Asks for frames of what is to be seen now, and remembers it in the address. */
function change() {
  asker.ask();
  redraw();
  clearTimeout(change.timer);
  change.timer = setTimeout(() => {
    writeFragment({ view: camera.view, panes: panes.map(({ settings }) => settings), ...options });
  }, 300);
}

// MARK: Drawing

function redrawWorld() {
  world.forget();
  redraw();
}

function redraw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(draw);
}

function draw(now) {
  const gap = lastDrawing ? now - lastDrawing : 0;
  if (gap > 0 && frameGaps.push(gap) > 5000) frameGaps.shift();
  for (const pane of panes) {
    pane.player.advance(gap / 1000, options.slowness);
    pane.draw();
  }
  const [first] = panes;
  if (first && document.activeElement !== element("scrub")) element("scrub").value = first.player.share;
  isDrawing = panes.some(({ player }) => player.isMoving);
  lastDrawing = isDrawing ? now : 0;
  if (isDrawing) requestAnimationFrame(draw);
}

// MARK: Recording

const recorder = new Recorder(camera, () => {
  const button = element("record");
  const { isOn, views } = recorder;
  button.setAttribute("aria-pressed", isOn);
  button.textContent = isOn ? `Stop (${views.length})` : "Record";
  if (!isOn) connection.send({ ask: "copy", pane: panes[0].index, form: "camera", views });
});

// MARK: Panes

const actions = {
  options,
  redraw,
  fit,
  openSettings,
  styleOf,
  largestOf,
  sizeName,
  select: (subject) => {
    isSelected = Object.keys(subject).length > 0;
    connection.send({ ask: "select", ...subject });
  },
  inspect: (pane, { cluster }) =>
    connection.send({ ask: "cluster", pane: pane.index, plan: pane.player.plan.number, cluster, ...sorting() }),
};

/** The name of the parameter that the size of a pane's clusters is of: the first on the screen, as cellSize or radius. */
function sizeName({ settings: { strategy } }) {
  const declared = declarations.strategies.find(({ name }) => name === strategy.name)?.parameters ?? [];
  return declared.find(({ unit }) => unit === "screen points")?.name ?? "size";
}

/** The sizes of a pane's markers: one scale for all panes whose sizes nobody chose, so that they compare. */
function styleOf(pane) {
  const isChosen = ({ settings: { style } }) => Object.keys(style ?? {}).length > 0;
  if (isChosen(pane)) return pane.frameStyle;
  const all = panes.filter((one) => !isChosen(one)).map(({ frameStyle }) => frameStyle);
  return {
    smallest: Math.min(...all.map(({ smallest }) => smallest)), largest: Math.min(...all.map(({ largest }) => largest)),
    saturation: Math.max(...all.map(({ saturation }) => saturation)),
  };
}

/** The value with the largest marker, of all panes that show the same. */
function largestOf(plan, value) {
  return Math.max(...panes.map(({ player }) => (player.plan.by === plan.by ? value(player) : 0)));
}

function setPanes(list) {
  for (const pane of panes.splice(0)) pane.element.remove();
  for (const settings of list) addPane(settings);
  arrange();
}

function addPane(settings) {
  const pane = new Pane(panes.length, { ...standardSettings(), ...settings }, camera, actions);
  panes.push(pane);
  element("panes").append(pane.element);
}

/** The view that was chosen last, and what panes show of it; moving the map chooses another. */
let shared = null;

/**
 * Gives every pane its share of the room. Where there are more or fewer panes than before, they show the same area, but no
 * more than the world once; panes that come and go leave the view as it was.
 */
function arrange() {
  if (shared?.shown !== JSON.stringify(camera.view)) shared = { chosen: camera.view };
  const { x, y, zoom, width, height } = shared.chosen;
  const isOther = Number(element("panes").dataset.count ?? panes.length) !== panes.length;
  element("panes").dataset.count = panes.length;
  element("fewer").disabled = panes.length <= 1;
  element("more").disabled = panes.length >= MOST_PANES;
  const [first] = panes;
  if (!first) return;
  camera.resize(first.canvas.clientWidth || 1, first.canvas.clientHeight || 1);
  if (isOther) {
    const whole = camera.zoom + Math.log2(camera.width / camera.scale);
    const same = zoom + Math.log2(Math.min(camera.width / width, camera.height / height));
    camera.set({ x, y, zoom: Math.max(same, Math.min(zoom, whole)) });
  }
  shared.shown = JSON.stringify(camera.view);
  for (const pane of panes) pane.painter.resize();
  change();
}

function openSettings(pane) {
  const panel = element("settings");
  element("details").hidden = true;
  panel.hidden = false;
  showSettings(panel, declarations, pane.settings, `Pane ${pane.index + 1}`, {
    close: () => {
      panel.hidden = true;
      pane.nameButton.focus();
    },
    buttons: [
      ...(declarations.hasCommand ? [["Copy as command", () => askForCopy(pane, "command")]] : []),
      ["Copy as Lua", () => askForCopy(pane, "lua")],
      ["Save as SVG", () => askForCopy(pane, "svg")],
      ["Save as PNG", () => pane.canvas.toBlob((blob) => save(blob, fileName(pane, "png")))],
    ],
  }, () => {
    pane.showName();
    change();
  });
  panel.querySelector("select").focus();
}

const askForCopy = ({ index }, form) => connection.send({ ask: "copy", pane: index, form });

const fileName = (pane, ending) => `pinfold-${pane.settings.strategy.name}.${ending}`;

// MARK: What the server says

connection.on("welcome", (message) => {
  const isFirst = declarations === null;
  declarations = message;
  camera.wraps = !message.isPlanar;
  world.dots.forget();
  world.forget();
  setColors(message);
  showData();
  showVerdict(message.verdict);
  if (message.changes.length) say(message.changes.join("\n"), true);
  if (isFirst) {
    begin(message);
    showBase(message);
  }
  for (const pane of panes) pane.pluginProblem = message.problems[pane.settings.strategy.name] ?? "";
  change();
});

/** What the contract says of the strategy that is being written, and steps through the points that break it. */
function showVerdict(verdict) {
  const line = element("verdict");
  line.hidden = !verdict;
  if (!verdict) return;
  const { state, text, steps, step, view } = verdict;
  const button = (name, to) => make("button", { type: "button", onclick: () => connection.send({ ask: "proof", step: to }) }, name);
  const buttons = steps === 0 ? []
    : step === 0 ? [button("Show the points", 1)]
    : [...(steps > 1 ? [button("Next view", step % steps + 1)] : []), button("Back to the data", 0)];
  line.className = state;
  line.replaceChildren(step > 0 ? `${text} View ${step} of ${steps}: ${view}` : text, ...buttons);
}

/** Points have moved, come or gone, a moment ago as it may do again in a moment. */
connection.on("points", ({ points }) => {
  if (!declarations) return;
  Object.assign(declarations, { points, outliers: 0 });
  showData();
  world.dots.forget();
  if (world.showsDots(camera)) world.forget();
  change();
});

/** Says what data they are. */
function showData() {
  const { name: path, points, outliers } = declarations;
  const name = path.split("/").at(-1);
  const far = outliers ? ` (${grouped(outliers)} far off)` : "";
  element("data").replaceChildren(`${name}, ${grouped(points)} points${far}`);
  element("data").title = path;
  document.title = `${name} – Pinfold`;
}

/** Puts a base map under the markers, and says who made it. */
async function showBase({ tiles, archive: file }) {
  if (!tiles && !file) return;
  try {
    world.base = new BaseMap(tiles ? pictures(tiles) : await archive(file), redrawWorld);
    element("credit").replaceChildren(world.base.credit);
    redrawWorld();
  } catch (error) {
    say(`There is no base map: ${error.message}`);
  }
}

/** Shows what the address says, or else what the command did. */
function begin({ view, bounds, around, panes: strategies }) {
  const state = readFragment();
  if (state) {
    const { hasLegs, hasGhosts, hasHidden, slowness } = state;
    Object.assign(options, { hasLegs, hasGhosts, hasHidden, slowness });
  }
  element("legs").checked = options.hasLegs;
  element("ghosts").checked = options.hasGhosts;
  element("hidden").checked = options.hasHidden;
  element("speed").value = options.slowness;
  const by = declarations.by === "count" ? {} : { by: declarations.by };
  setPanes(state?.panes ?? strategies.map((strategy) => ({ strategy, ...by })));
  camera.set(state?.view ?? view ?? (bounds ? camera.fitting({ bounds, around }) : {}));
  element("suggest").hidden = !declarations.hasSuggestions;
  if (declarations.suggests && !state) suggest();
}

connection.on("lead", ({ views, strategy }) => {
  // What comes before the welcome is in it too.
  if (!declarations) return;
  if (strategy) {
    panes[0].settings.strategy = strategy;
    panes[0].showName();
    change();
  }
  camera.flyThrough(views, 600);
});

connection.on("frame", (message) => {
  if (!panes[message.pane]) return;
  panes[message.pane].take(message);
  for (const pane of panes) pane.showLegend();
  redraw();
});

connection.on("building", ({ pane }) => panes[pane]?.showBuilding());

connection.on("error", ({ pane, message }) => {
  if (panes[pane]) panes[pane].showError(message);
  else say(message);
});

connection.on("copy", ({ pane, form, text }) => {
  if (form === "camera") save(new Blob([text], { type: "text/x-lua" }), "recorded.lua");
  else if (form !== "svg") copy(text);
  else if (panes[pane]) save(new Blob([text], { type: "image/svg+xml" }), fileName(panes[pane], "svg"));
});

connection.on("metrics", (message) => {
  for (const { pane, measures } of message.panes) if (panes[pane]) panes[pane].measures = measures;
  for (const pane of panes) pane.likeness = null;
  for (const { first, second, index } of message.likeness) {
    if (first === 0 && panes[second]) panes[second].likeness = index;
  }
  for (const pane of panes) pane.showNumbers();
});

connection.on("selection", ({ points, isNewBox, panes: lit }) => {
  if ((isNewBox || isFound) && points > 0) {
    isFound = false;
    connection.send({ ask: "members", ...sorting() });
  }
  if (points === 0) for (const pane of panes) pane.lit = null;
  else for (const { pane, plan, lit: pairs } of lit) panes[pane]?.light(plan, pairs);
  redraw();
});

// How the rows of the panel are sorted.
let order = { sort: null, descending: false };

/** What both panels of points can do; `ask` asks for the same points in another order, or others of them. */
const pointActions = (message, ask) => ({
  page: (offset) => ask({ offset }),
  sort: (column) => {
    order = { sort: column, descending: order.sort === column && !order.descending };
    ask({ offset: 0 });
  },
  save: (form) => {
    if (form === "lua") return connection.send({ ask: "copy", pane: message.pane ?? 0, form: "selection" });
    saveAs = (all) => saveRows(all, form);
    if (message.count <= message.rows.length) saveAs(message);
    else connection.send({ ask: "members", most: MOST_SAVED, ...sorting() });
  },
});

/** The order as messages have it. */
const sorting = () => (order.sort === null ? {} : order);

connection.on("cluster", (message) => {
  const pane = panes[message.pane];
  if (!isSelected || !pane || pane.player.latest.number !== message.plan) return;
  pane.hull = message.hull.map((number) => number * 2 ** -32);
  pane.spread = spreadAround(pane, message);
  element("settings").hidden = true;
  showDetails(element("details"), message, order, {
    ...pointActions(message, (more) => {
      // The cluster has another number in a newer frame; where it is gone its points are still selected.
      const asked = pane.focus < 0 ? { ask: "members" }
        : { ask: "cluster", pane: pane.index, plan: pane.player.latest.number, cluster: pane.focus };
      connection.send({ ...asked, ...sorting(), ...more });
    }),
    zoom: message.expansionZoom === null ? null : () => {
      const [x, y] = middleOf(pane.hull);
      camera.fly({ x, y, zoom: message.expansionZoom });
    },
    close: () => {
      clear();
      pane.canvas.focus();
    },
  });
  // The panel takes room from the map: what was clicked stays in sight.
  requestAnimationFrame(() => camera.show(...middleOf(pane.hull)));
  redraw();
});

/** A page of the points of a selected box, or all of them to be saved. */
connection.on("members", (message) => {
  if (message.rows.length > PAGE) return saveAs?.(message);
  if (!isSelected) return;
  element("settings").hidden = true;
  showDetails(element("details"), message, order, {
    ...pointActions(message, (more) => connection.send({ ask: "members", ...sorting(), ...more })), close: clear,
  });
});

/**
 * The points of a stack around its marker, moved outward by its radius, each with the share of its way at which the
 * marker ends; null for other clusters.
 */
function spreadAround(pane, { cluster, count, spread }) {
  const marker = pane.player.newest.find((one) => one.cluster === cluster) ?? { count, value: null };
  return spread?.map(({ id, x, y }) => {
    const length = Math.hypot(x, y) || 1;
    const r = radiusOf(marker, pane);
    const share = (length + r) / length;
    return { id, x: x * share, y: y * share, edge: r / (length + r) };
  }) ?? null;
}

function middleOf(hull) {
  return [0, 1].map((axis) => {
    const all = hull.filter((_, i) => i % 2 === axis);
    return (Math.min(...all) + Math.max(...all)) / 2;
  });
}

/** The columns whose names have a text in them, as matches that have markers show them. */
function columnsNamed(text) {
  const named = (name) => name.toLowerCase().includes(text.toLowerCase());
  const { columns, categories } = declarations;
  return [
    ...columns.filter(named).map((name) => ({ label: name, detail: "column: markers show its sum", by: `${name}:sum` })),
    ...categories.filter(named).map((name) => ({ label: name, detail: "column: colors show it", by: `${name}:top` })),
  ].slice(0, 5);
}

/** Has the markers of all panes show a column. */
function showInAll(by) {
  for (const pane of panes) {
    pane.settings.by = by;
    pane.showName();
  }
  element("settings").hidden = true;
  change();
}

connection.on("found", setUpFind(
  element("find"),
  (text) => connection.send({ ask: "find", text }),
  columnsNamed,
  ({ point, x, y, label, by }) => {
    if (by) return showInAll(by);
    camera.fly({ x, y, zoom: Math.max(camera.zoom, 9) }, 600);
    // The panel shows what was found, and nothing of what was there before.
    clear();
    for (const pane of panes) pane.found = { x, y, label };
    actions.select({ point });
    isFound = true;
  }));

// MARK: The state of the connection

/** Shows a text under the bar, for a while or until there is another. One to be closed takes room, and covers nothing. */
function say(text, isPassing = false, closes = false) {
  const status = element("status");
  status.replaceChildren(text, ...(closes ? [closeButton(() => say(""))] : []));
  status.hidden = text === "";
  if (status.classList.contains("strip") !== closes) {
    status.classList.toggle("strip", closes);
    if (closes) element("room").before(status);
    else element("room").prepend(status);
  }
  clearTimeout(say.timer);
  if (isPassing) say.timer = setTimeout(() => say(""), 6000);
}

/** Copies a text; where the browser does not allow it, shows it to be copied by hand. */
function copy(text) {
  const show = () => say(text);
  if (!navigator.clipboard) return show();
  navigator.clipboard.writeText(text).then(() => say(`Copied: ${text}`, true), show);
}

// MARK: Suggestions

let suggested = ""; // what suggestions are for
const suggestedPanes = () => (matchMedia("(max-width: 720px)").matches ? 1 : 3);

element("suggest").addEventListener("click", suggest);

function suggest() {
  if (!connection.isOpen) return;
  element("suggest").disabled = true;
  say("Trying strategies and sizes on these points …");
  // As many markers in a pane as 60 on a screen of 1280 × 800. Three are shown side by side, and on a narrow page the best alone.
  const room = element("panes");
  const around = panes[0].element.clientHeight - camera.height;
  const [width, height] = [room.clientWidth / suggestedPanes(), room.clientHeight - around].map(
    (length) => Math.min(8192, Math.max(100, Math.round(length))));
  const markers = Math.min(200, Math.max(5, Math.round(60 * width * height / (1280 * 800))));
  suggested = `about ${markers} markers on ${width} × ${height} pixels, as a pane has`;
  connection.send({ ask: "suggest", markers, width, height });
}

connection.on("suggestion", ({ result, problem }) => {
  element("suggest").disabled = false;
  if (!result) return say(`There is no suggestion: ${problem}`);
  if (result.advice.length === 0) return say(result.why);
  // What markers show does not depend on the strategy.
  const { by } = panes[0]?.settings ?? {};
  setPanes(result.advice.slice(0, suggestedPanes()).map(
    ({ name, parameters }) => ({ strategy: { name, ...parameters }, ...(by ? { by } : {}) })));
  say([`For ${suggested}:`, ...result.advice.map(({ strategy, instead, reason }, place) => (
    `${place === 0 ? "Take" : instead ? "Or" : "Next comes"} ${strategy}${instead ? ` ${instead}` : ""}: ${reason}.`))].join("\n"), false, true);
});

connection.on("gone", (reason) => {
  say(`The server is gone${reason ? ` (${reason})` : ""}. Trying to reach it again …`);
  document.body.classList.add("gone");
});

connection.addEventListener("open", () => {
  say("");
  document.body.classList.remove("gone");
  asker.forget();
  // A new server knows nothing of the plans that were shown.
  for (const pane of panes) pane.lit = null;
});

// MARK: The bar

// Another pane shows another strategy, the first of these that is not shown yet.
const OTHERS = ["radius", "separate", "grid", "quadtree", "pca", "kmeans"];

element("more").addEventListener("click", () => {
  const settings = structuredClone(panes.at(-1).settings);
  const shown = panes.map((pane) => pane.settings.strategy.name);
  const other = OTHERS.find((name) => !shown.includes(name));
  addPane(other ? { ...settings, strategy: { name: other } } : settings);
  arrange();
});
element("fit").addEventListener("click", fit);
element("compass").addEventListener("click", () => camera.fly({ bearing: 0 }));
camera.addEventListener("change", () => {
  const { bearing } = camera;
  element("compass").hidden = bearing === 0;
  element("compass").firstElementChild.style.transform = `rotate(${-bearing}deg)`;
});
element("in").addEventListener("click", () => camera.flyBy(1));
element("out").addEventListener("click", () => camera.flyBy(-1));
element("help").addEventListener("click", () => element("keys").showModal());

function fit() {
  if (declarations?.bounds) camera.fly({ ...camera.fitting(declarations), bearing: 0 }, 400);
}

/** Clears the selection, and closes the panels. */
function clear() {
  for (const id of ["settings", "details"]) element(id).hidden = true;
  for (const pane of panes) {
    pane.forget();
    pane.found = null;
  }
  actions.select({});
  redraw();
}
element("fewer").addEventListener("click", () => {
  element("settings").hidden = true;
  element("details").hidden = true;
  panes.pop().element.remove();
  arrange();
});
element("play").addEventListener("click", replay);
element("scrub").addEventListener("input", (event) => {
  for (const { player } of panes) player.scrub(Number(event.target.value));
  redraw();
});
element("speed").addEventListener("change", (event) => {
  options.slowness = Number(event.target.value);
  change();
});
element("record").addEventListener("click", () => {
  if (!recorder.isOn) recorder.start();
  // The server writes the file: while it is gone the recording goes on.
  else if (connection.isOpen) recorder.stop();
});
for (const [id, name] of [["legs", "hasLegs"], ["ghosts", "hasGhosts"], ["hidden", "hasHidden"]]) {
  element(id).addEventListener("change", (event) => {
    options[name] = event.target.checked;
    change();
  });
}

function replay() {
  for (const { player } of panes) player.replay();
  redraw();
}

addEventListener("keydown", (event) => {
  if (element("keys").open) return;
  if (event.key === "Escape") {
    clear();
    if (element("status").classList.contains("strip")) say("");
  }
  if (event.target.closest?.("input, select")) return;
  if (event.key === "0") fit();
  if (event.key === "?") element("keys").showModal();
  if (event.key === " " && (event.target === document.body || event.target instanceof HTMLCanvasElement)) {
    event.preventDefault();
    replay();
  }
});

addKeys(camera);
camera.addEventListener("change", change);
new ResizeObserver(arrange).observe(element("panes"));
onPaletteChange(() => {
  world.dots.forget();
  redrawWorld();
});
fetch("ground.bin").then((response) => response.arrayBuffer()).then((bytes) => {
  world.ground.read(new Uint8Array(bytes));
  redrawWorld();
});

// For those who measure, and for a look from the browser's console.
globalThis.pinfold = {
  panes, camera, asker, connection, frameGaps, options,
  /** Whether everything that was asked for is drawn, and nothing moves. */
  get isStill() {
    return panes.length > 0 && panes.every(({ frame }) => frame) && asker.isIdle && !isDrawing && !camera.isMoving;
  },
};

connection.open();
