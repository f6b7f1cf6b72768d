// Clusters of a file's points on a map, computed in a worker of this page: nothing is sent anywhere.

import { Camera } from "./camera.js";
import { addGestures, addKeys } from "./gestures.js";
import { Ground } from "./ground.js";
import { clamp, counted, countLabel } from "./numbers.js";
import { read } from "./table.js";
import { latitude, longitude, unitX, unitY } from "./world.js";

const FONT = getComputedStyle(document.body).fontFamily;
// The parameter of each strategy that a reader sets: its name, least, greatest and first value, and what it is called.
const STRATEGIES = {
  radius: ["radius", 10, 200, 60, "radius"], separate: ["padding", 0, 100, 8, "padding"], grid: ["cellSize", 20, 300, 80, "cell"],
  quadtree: ["cellSize", 20, 300, 100, "cell"], pca: ["budget", 2, 300, 60, "markers"], kmeans: ["k", 2, 300, 60, "markers"],
  none: [null, 0, 0, 0, ""],
};
// Fills and inks of counts below 10, 100 and so on, as in all pictures of Pinfold.
const COLORS = [["#9ecae1", "#1b1f24"], ["#6baed6", "#1b1f24"], ["#3182bd", "#fff"], ["#08519c", "#fff"], ["#08306b", "#fff"]];
const FADE = 180; // milliseconds in which markers come and go

const $ = (id) => document.getElementById(id);
const canvas = $("map");
const context = canvas.getContext("2d");
const camera = new Camera();
const ground = new Ground();
let ratio = 1;

// MARK: The worker

class Clusters {
  #worker = new Worker(new URL("./pinfold/worker.js", import.meta.url), { type: "module" });
  #waiting = new Map();
  #next = 0;

  constructor() {
    this.#worker.onmessage = ({ data: { id, result, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(result); else reject(new Error(error));
    };
    this.#worker.onerror = (event) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message ?? "the worker does not start"));
      this.#waiting.clear();
    };
  }

  call(call, ...values) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(++this.#next, { resolve, reject });
      this.#worker.postMessage({ id: this.#next, call, values });
    });
  }
}

const clusters = new Clusters();

// MARK: What is shown

let features = [];
let title = "";
let note = "";
let built = 0; // milliseconds of the last build
let markers = new Map(); // by key: feature, x, y, count, since, until
let isBusy = false, isStale = false, isBuilding = false;

function say(text, isMistake = false) {
  $("status").textContent = text;
  $("status").classList.toggle("mistake", isMistake);
}

function report() {
  const shown = [...markers.values()].filter(({ until }) => until === null);
  const points = shown.reduce((sum, { count }) => sum + count, 0);
  say(`${title}: ${counted(features.length, "point")}, built in ${Math.round(built)} ms. `
    + `${counted(shown.length, "marker")} of ${counted(points, "point")} here.${note ? ` ${note}.` : ""}`);
}

/** Builds clusters by the strategy that is chosen. */
async function build() {
  const name = $("strategy").value;
  const [parameter] = STRATEGIES[name];
  const options = { strategy: name };
  if (parameter) options[parameter] = Number($("size").value);
  if (name === "radius") Object.assign(options, { order: "canonical", maxZoom: 22 });
  $("value").value = parameter ? $("size").value : "";
  if (!features.length) return;
  if (isBuilding) {
    isBuilding = "again";
    return;
  }
  isBuilding = true;
  let mistake = null;
  say(`clustering ${counted(features.length, "point")} …`);
  try {
    await clusters.call("new", options);
    const start = performance.now();
    await clusters.call("load", features);
    built = performance.now() - start;
  } catch (error) {
    say(error.message, true);
    mistake = error;
  }
  const isAsked = isBuilding === "again";
  isBuilding = false;
  if (isAsked) await build(); else if (!mistake) await query();
}

/** Asks for the markers of the view; while an answer is on its way, once more after it. During a build there are none. */
async function query() {
  if (!features.length || isBuilding) return;
  if (isBusy) {
    isStale = true;
    return;
  }
  isBusy = true;
  isStale = false;
  try {
    const [west, north] = camera.unplace(-60, -60);
    const [east, south] = camera.unplace(camera.width + 60, camera.height + 60);
    const box = [longitude(west), latitude(clamp(south, 0, 1)), longitude(east), latitude(clamp(north, 0, 1))];
    if (south >= 1) box[1] = -90;
    if (north <= 0) box[3] = 90;
    const found = await clusters.call("getClusters", box, Math.floor(camera.zoom + 1e-6));
    // What was asked before a build shows what was there before.
    if (!isBuilding) {
      take(found);
      report();
    }
  } catch (error) {
    say(error.message, true);
  }
  isBusy = false;
  if (isStale) query();
}

/** Markers of equal keys stay; the others fade. */
function take(found) {
  const now = performance.now();
  const keys = new Set();
  for (const feature of found) {
    const [east, north] = feature.geometry.coordinates;
    const { cluster, cluster_id: id, point_count: count } = feature.properties;
    const key = cluster ? `${id}` : `${east} ${north} ${feature.properties.pinfold_row}`;
    keys.add(key);
    const marker = markers.get(key);
    if (marker) Object.assign(marker, { feature, until: null });
    else markers.set(key, { feature, x: unitX(east), y: unitY(north), count: cluster ? count : 1, since: now, until: null });
  }
  for (const [key, marker] of markers) if (!keys.has(key)) marker.until ??= now + FADE;
  draw();
}

// MARK: Drawing

const radiusOf = (count) => (count === 1 ? 4.5 : Math.sqrt(12 ** 2 + Math.min(1, Math.log2(count) / Math.log2(1e5)) * (30 ** 2 - 12 ** 2)));

/** The places of x on the screen, once for each time that the world is seen. */
function turns(px, reach) {
  const all = [];
  for (let x = px + Math.ceil((-reach - px) / camera.scale) * camera.scale; x <= camera.width + reach; x += camera.scale) all.push(x);
  return all;
}

let isAsked = false;
function draw() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame((now) => {
    isAsked = false;
    paint(now);
  });
}

function paint(now) {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(`--${name}`).trim();
  const colors = Object.fromEntries(["sea", "land", "shore", "border", "place"].map((name) => [name, color(name)]));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const worlds = turns(camera.width / 2 - camera.x * camera.scale, camera.scale);
  ground.draw(context, camera, ratio, colors, worlds);
  const placed = [];
  let isMoving = false;
  for (const [key, marker] of markers) {
    if (marker.until !== null && now >= marker.until) {
      markers.delete(key);
      continue;
    }
    const come = clamp((now - marker.since) / FADE, 0, 1);
    const gone = marker.until === null ? 1 : clamp((marker.until - now) / FADE, 0, 1);
    if (come < 1 || gone < 1) isMoving = true;
    const [left, y] = camera.place(marker.x, marker.y);
    const r = radiusOf(marker.count);
    if (y < -r || y > camera.height + r) continue;
    for (const x of turns(left, r)) placed.push([x, y, r, Math.min(come, gone), marker]);
  }
  ground.drawLabels(context, camera, colors, FONT, worlds, placed);
  // The largest last: the lesser markers are counted in none of them.
  placed.sort((a, b) => b[4].count - a[4].count);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 1.5;
  for (const [x, y, r, alpha, { count }] of placed) {
    const [fill, ink] = count === 1 ? [color("pin"), null] : COLORS[Math.min(COLORS.length, String(count).length) - 1];
    context.globalAlpha = alpha;
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    context.strokeStyle = color("halo");
    context.stroke();
    if (!ink) continue;
    const text = countLabel(count);
    context.font = `600 ${Math.min(12, (1.75 * r) / (0.58 * text.length))}px ${FONT}`;
    context.fillStyle = ink;
    context.fillText(text, x, y + 0.5);
  }
  context.globalAlpha = 1;
  if (isMoving) draw();
}

// MARK: Moving

function resize() {
  ratio = devicePixelRatio || 1;
  camera.resize(canvas.clientWidth, canvas.clientHeight);
  canvas.width = Math.round(canvas.clientWidth * ratio);
  canvas.height = Math.round(canvas.clientHeight * ratio);
  draw();
  query();
}

/** The view of all points, by the shortest way around the world that holds them. */
function wholeView() {
  const xs = Float64Array.from(features, ({ geometry }) => unitX(geometry.coordinates[0]) - Math.floor(unitX(geometry.coordinates[0]))).sort();
  let [north, south] = [1, 0];
  for (const { geometry } of features) {
    const y = unitY(geometry.coordinates[1]);
    [north, south] = [Math.min(north, y), Math.max(south, y)];
  }
  // The widest gap lies outside.
  let [gap, west, east] = [xs[0] + 1 - xs[xs.length - 1], xs[0], xs[xs.length - 1]];
  for (let i = 1; i < xs.length; i++) if (xs[i] - xs[i - 1] > gap) [gap, west, east] = [xs[i] - xs[i - 1], xs[i], xs[i - 1] + 1];
  // What goes around the world is shown as maps show it.
  if (gap < 0.25) [west, east] = [0, 1];
  return camera.fitting({ bounds: [west, north, east, south] });
}

function hit(px, py, slack = 4) {
  let [best, near] = [null, Infinity];
  for (const marker of markers.values()) {
    if (marker.until !== null) continue;
    const [left, y] = camera.place(marker.x, marker.y);
    const r = radiusOf(marker.count);
    for (const x of turns(left, r)) {
      const distance = Math.hypot(x - px, y - py);
      if (distance <= r + slack && distance < near) [best, near] = [marker, distance];
    }
  }
  return best;
}

/** A property as text. */
const shown = (value) => (value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value));

async function open({ feature, x, y, count }) {
  const rows = document.createElement("table");
  const add = (head, value) => {
    const row = rows.insertRow();
    row.append(Object.assign(document.createElement("th"), { textContent: head }));
    row.insertCell().textContent = value;
  };
  const { cluster, cluster_id: id, pinfold_row: _, ...properties } = feature.properties;
  if (cluster) {
    const name = ({ properties: { pinfold_row: _, ...own } }) => Object.values(own).map(shown).filter(Boolean).join(", ");
    const leaves = await clusters.call("getLeaves", id, 12, 0);
    leaves.forEach((leaf, i) => add(String(i + 1), name(leaf)));
    if (count > leaves.length) add("…", `and ${counted(count - leaves.length, "point")} more`);
  } else {
    for (const [head, value] of Object.entries(properties)) add(head, shown(value));
  }
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "×", ariaLabel: "Close" });
  close.onclick = () => { $("details").hidden = true; };
  $("details").replaceChildren(
    Object.assign(document.createElement("h2"), { textContent: cluster ? counted(count, "point") : "1 point" }), close, rows);
  $("details").hidden = false;
  if (!cluster) return;
  // Strategies without levels tell no zoom at which a cluster splits.
  const zoom = await clusters.call("getClusterExpansionZoom", id).catch(() => camera.zoom + 2);
  if (zoom > camera.zoom) camera.fly({ x, y, zoom: Math.min(zoom, 20) }, 450);
}

addGestures(canvas, camera, {
  hover: (x, y) => { canvas.style.cursor = hit(x, y) ? "pointer" : "grab"; },
  leave: () => {},
  click: (x, y, slack) => {
    const marker = hit(x, y, slack);
    if (marker) open(marker).catch((error) => say(error.message, true)); else $("details").hidden = true;
  },
  brush: () => {},
});
addKeys(camera);
camera.addEventListener("change", () => {
  draw();
  query();
  keepAddress();
});
$("closer").onclick = () => camera.flyBy(1);
$("farther").onclick = () => camera.flyBy(-1);
$("all").onclick = () => { if (features.length) camera.fly(wholeView(), 400); };

// MARK: Files

async function show(text, name, isSample = false) {
  try {
    const { features: found, left } = read(text);
    // Points at one location that never merge are told apart by their rows.
    found.forEach((feature, row) => { feature.properties = { ...feature.properties, pinfold_row: row }; });
    [features, title, note] = [found, name, left];
    markers.clear();
    $("hint").hidden = !isSample;
    $("details").hidden = true;
    if (!place) camera.set(wholeView());
    place = null;
    await build();
  } catch (error) {
    say(`${name}: ${error.message}`, true);
  }
}

async function openFile(file) {
  if (!file) return;
  place = null;
  try {
    await show(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), file.name);
  } catch {
    say(`${file.name} is not text in UTF-8`, true);
  }
}

async function openSample() {
  const response = await fetch("towns.csv.gz");
  if (!response.ok) return say("the sample is not beside this page", true);
  const stream = response.body.pipeThrough(new DecompressionStream("gzip"));
  await show(await new Response(stream).text(), "towns", true);
}

$("file").onchange = ({ target }) => {
  openFile(target.files[0]);
  target.value = "";
};
$("sample").onclick = () => openSample();
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.querySelector("main").classList.add("dropping");
});
addEventListener("dragleave", () => document.querySelector("main").classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.querySelector("main").classList.remove("dropping");
  openFile(event.dataTransfer.files[0]);
});

// MARK: Settings, and the address that keeps them

function offer(size) {
  const [parameter, least, greatest, usual, word] = STRATEGIES[$("strategy").value];
  $("sizing").hidden = !parameter;
  $("parameter").textContent = word;
  Object.assign($("size"), { min: least, max: greatest, value: size ?? usual });
  $("value").value = $("size").value;
}

for (const name of Object.keys(STRATEGIES)) $("strategy").append(new Option(name));
$("strategy").onchange = () => {
  offer();
  keepAddress();
  build();
};
$("size").oninput = () => { $("value").value = $("size").value; };
$("size").onchange = () => {
  keepAddress();
  build();
};

let timer = 0;
function keepAddress() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const parts = [longitude(camera.x).toFixed(4), latitude(camera.y).toFixed(4), camera.zoom.toFixed(2), $("strategy").value, $("size").value];
    history.replaceState(null, "", `#${parts.join("/")}`);
  }, 300);
}

/** The view of the address, null where it has none; sets the strategy and the size that it has. */
function fromAddress() {
  const [east, north, zoom, strategy, size] = location.hash.slice(1).split("/");
  if (Object.hasOwn(STRATEGIES, strategy)) {
    $("strategy").value = strategy;
    offer(Number(size) || undefined);
  }
  const view = [east, north, zoom].map((text) => (text ? Number(text) : NaN));
  return view.every(Number.isFinite) ? { x: unitX(view[0]), y: unitY(view[1]), zoom: view[2] } : null;
}

// Edits of the address, and the browser's history.
addEventListener("hashchange", () => {
  const before = [$("strategy").value, $("size").value].join();
  const view = fromAddress();
  if (view && features.length) camera.fly(view, 300); else place = view;
  if ([$("strategy").value, $("size").value].join() !== before) build();
});

offer();
let place = fromAddress();
new ResizeObserver(resize).observe(canvas);
resize();
if (place) camera.set(place);
fetch("ground.bin").then(async (response) => {
  ground.read(new Uint8Array(await response.arrayBuffer()));
  draw();
});
openSample();
