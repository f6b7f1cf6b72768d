"use strict";
// Plays the frames of a map: pan, zoom, and the transitions between whole zooms. It asks for nothing from anywhere.

const map = JSON.parse(document.getElementById("data").textContent);
const canvas = document.getElementById("map");
const context = canvas.getContext("2d");
const ground = map.ground ? new Ground() : null;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const tile = 256;
const FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";
const smooth = (time) => time * time * (3 - 2 * time);

/** The levels with their markers, the smallest first, so that the largest are drawn on top. */
const levels = map.levels.map(({ zoom, x, y, count }) => {
  const markers = count.map((n, i) => ({ x: x[i] / map.unit, y: y[i] / map.unit, count: n }));
  return { zoom, markers, order: markers.map((_, i) => i).sort((a, b) => count[a] - count[b] || a - b) };
});
const [lowest, highest] = [levels[0].zoom, levels[levels.length - 1].zoom];

/** The middle of the view in shares of the world, and its zoom: lower on a screen that is smaller than the view's. */
const room = Math.min(1, innerWidth / map.width, innerHeight / map.height);
const camera = { x: map.middle[0], y: map.middle[1], zoom: map.zoom + Math.log2(room) };

/** The lowest zoom, at which the first level's markers are seen still. */
const farthest = Math.min(lowest, Math.floor(camera.zoom));

/** The level in sight, and the movement to it from another: its parts and when it began. */
let level = levelAt(camera.zoom);
let movement = null;

/** What follows by itself: the flight of the play button, or of a key. */
let flight = null;
let colors = {};
let pending = false;

function levelAt(zoom) {
  return Math.max(0, Math.min(levels.length - 1, Math.floor(zoom + 1e-9) - lowest));
}

/** The short way from one x to another. */
function eastward(from, to) {
  const way = to - from;
  return map.wraps ? way - Math.round(way) : way;
}

/** The parts that go from one level to its neighbour: each flow from its old marker to its new one. */
function parts(from, to) {
  const [low, high] = from < to ? [from, to] : [to, from];
  const { low: outer, high: inner, count } = map.flows[low];
  return count.map((n, i) => {
    const [a, b] = [levels[low].markers[outer[i]], levels[high].markers[inner[i]]];
    const [start, end] = from < to ? [a, b] : [b, a];
    return { x: start.x, y: start.y, east: eastward(start.x, end.x), south: end.y - start.y, count: n };
  }).sort((a, b) => a.count - b.count);
}

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue("--" + name).trim();
  colors = {
    sea: get("sea"), land: get("land"), shore: get("shore"), border: get("shore"), place: get("soft"),
    halo: get("halo"), pin: get("pin"), fill: [], ink: [],
  };
  for (let i = 0; i < map.classes; i++) {
    colors.fill.push(get("fill" + i));
    colors.ink.push(get("ink" + i));
  }
}

function radius(count) {
  const { smallest, largest, saturation } = map.style;
  const share = Math.min(1, Math.log2(Math.max(1, count)) / Math.log2(saturation));
  return Math.sqrt(smallest ** 2 + share * (largest ** 2 - smallest ** 2));
}

function label(count) {
  if (count < 1000) return String(count);
  let unit = 1000;
  for (const suffix of ["k", "M", "B", "T"]) {
    const tenths = Math.floor((count + unit / 20) / (unit / 10));
    if (tenths < 10000 || suffix === "T") return tenths / 10 + suffix;
    unit *= 1000;
  }
}

function schedule() {
  if (pending) return;
  pending = true;
  requestAnimationFrame((now) => {
    pending = false;
    step(now);
    draw(now);
    if (movement || flight) schedule();
  });
}

/** Moves what moves by itself. */
function step(now) {
  if (flight) {
    const time = Math.min(1, (now - (flight.began ??= now)) / flight.length);
    const eased = flight.ease(time);
    zoomTo(flight.from + (flight.to - flight.from) * eased, flight.at);
    if (time === 1) {
      const next = flight.next;
      flight = null;
      if (next) next();
    }
  }
  const wanted = levelAt(camera.zoom);
  if (wanted !== level && !movement) {
    const next = level + Math.sign(wanted - level);
    // A jump over several levels, and readers who want no motion, get the last one at once.
    const moves = Math.abs(wanted - level) === 1 && !calm.matches;
    movement = moves ? { parts: parts(level, next), began: now, length: 450 } : null;
    level = moves ? next : wanted;
    say();
  }
  if (movement && now - movement.began >= movement.length) {
    movement = null;
    if (levelAt(camera.zoom) !== level) schedule();
  }
}

function draw(now) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const side = tile * 2 ** camera.zoom;
  const west = width / 2 - camera.x * side;
  const north = height / 2 - camera.y * side;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colors.land;
  context.fillRect(0, 0, width, height);
  const [first, last] = map.wraps ? [Math.floor(-west / side), Math.ceil((width - west) / side) - 1] : [0, 0];
  const view = { ...camera, scale: side, width, height };
  const turns = Array.from({ length: last - first + 1 }, (_, turn) => west + (first + turn) * side);
  if (ground) ground.draw(context, view, ratio, colors, turns);
  /** Calls a function with each position on the screen at which a marker is seen. */
  const place = (x, y, count, see) => {
    const r = count > 1 ? radius(count) : Math.min(radius(count), 4.5);
    const down = north + y * side;
    if (down < -r || down > height + r) return;
    for (let turn = first - 1; turn <= last + 1; turn++) {
      const right = west + (x + turn) * side;
      if (!map.wraps && turn !== 0) continue;
      if (right >= -r && right <= width + r) see(right, down, r, count);
    }
  };
  const { markers, order } = levels[level];
  if (ground) {
    const discs = [];
    for (const { x, y, count } of markers) place(x, y, count, (...disc) => discs.push(disc));
    ground.drawLabels(context, view, colors, FONT, turns, discs);
  }
  context.textAlign = "center";
  context.textBaseline = "middle";
  if (movement) {
    const time = Math.min(1, (now - movement.began) / movement.length);
    const progress = smooth(time);
    for (const part of movement.parts) {
      place(part.x + part.east * progress, part.y + part.south * progress, part.count, marker);
    }
  } else {
    for (const i of order) place(markers[i].x, markers[i].y, markers[i].count, marker);
  }
}

function marker(x, y, r, count) {
  const kind = Math.min(map.classes - 1, Math.max(0, String(count).length - 1));
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.fillStyle = count > 1 ? colors.fill[kind] : colors.pin;
  context.fill();
  context.lineWidth = count > 1 ? 1.5 : 1;
  context.strokeStyle = colors.halo;
  context.stroke();
  if (count < 2) return;
  const text = label(count);
  const size = Math.min(11, 1.7 * r / (text.length * 0.56));
  if (size < 4) return;
  context.font = size + "px " + FONT;
  context.fillStyle = colors.ink[kind];
  context.fillText(text, x, y + 0.5);
}

/** Zooms so that what lies at a position of the screen stays there. */
function zoomTo(zoom, [x, y]) {
  const to = within(zoom);
  const [right, down] = [x - canvas.clientWidth / 2, y - canvas.clientHeight / 2];
  const [before, after] = [tile * 2 ** camera.zoom, tile * 2 ** to];
  camera.zoom = to;
  moveBy(right / before - right / after, down / before - down / after);
}

function moveBy(east, south) {
  camera.x += east;
  if (map.wraps) camera.x -= Math.floor(camera.x);
  else camera.x = Math.max(0, Math.min(1, camera.x));
  camera.y = Math.max(0, Math.min(1, camera.y + south));
  schedule();
}

const middle = () => [canvas.clientWidth / 2, canvas.clientHeight / 2];

const within = (zoom) => Math.max(farthest, Math.min(highest + 0.999, zoom));

/** Flies to a zoom as the play button does, and calls a function there. */
function fly(zoom, at, next) {
  const to = within(zoom);
  const length = 700 * Math.max(0.5, Math.abs(to - camera.zoom));
  flight = { from: camera.zoom, to, at, next, length: calm.matches ? 1 : length, ease: smooth };
  schedule();
}

/** The zoom that steps lead to, or else the present one: the next step starts from it, so that none is lost. */
const goal = () => (flight && !flight.next ? flight.to : camera.zoom);

/** Zooms by a step that `change` makes of the goal, keeping what is at a position of the screen; softly. */
function stepBy(change, at) {
  const to = within(change(goal()));
  stop();
  const length = calm.matches ? 1 : Math.max(1, Math.min(600, 400 * Math.abs(to - camera.zoom)));
  flight = { from: camera.zoom, to, at, length, ease: (time) => time * (2 - time) };
  schedule();
}

const closer = (zoom) => Math.floor(zoom + 1e-9) + 1;
const farther = (zoom) => Math.ceil(zoom - 1e-9) - 1;

function stop() {
  flight = null;
  playing(false);
}

const play = document.getElementById("play");
const playing = (on) => {
  play.setAttribute("aria-pressed", String(on));
  play.textContent = on ? "❚❚" : "▶";
};

/** Goes to the closest level and back, again and again, towards the largest marker of the view. */
function toggle() {
  if (play.getAttribute("aria-pressed") === "true") return stop();
  playing(true);
  const there = () => fly(highest, largest(), back);
  const back = () => fly(lowest, middle(), there);
  camera.zoom < (lowest + highest) / 2 ? there() : back();
}

/** Where the largest marker in sight stands. */
function largest() {
  const side = tile * 2 ** camera.zoom;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const { markers, order } = levels[level];
  for (const i of [...order].reverse()) {
    const x = width / 2 + eastward(camera.x, markers[i].x) * side;
    const y = height / 2 + (markers[i].y - camera.y) * side;
    if (x >= 0 && x <= width && y >= 0 && y <= height) return [x, y];
  }
  return middle();
}

function say() {
  const { zoom, markers } = levels[level];
  const of = `${map.points.toLocaleString("en")} point${map.points === 1 ? "" : "s"}`;
  document.getElementById("facts").textContent =
    `zoom ${zoom} · ${of} in ${markers.length.toLocaleString("en")} cluster${markers.length === 1 ? "" : "s"}`;
}

// Fingers and mice alike: one moves, two pinch.
const pointers = new Map();
canvas.addEventListener("pointerdown", (event) => {
  stop();
  canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
});
canvas.addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const now = [event.offsetX, event.offsetY];
  pointers.set(event.pointerId, now);
  const side = tile * 2 ** camera.zoom;
  const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
  moveBy((before[0] - now[0]) / side / pointers.size, (before[1] - now[1]) / side / pointers.size);
  if (others.length === 1) {
    const [other] = others;
    const wide = (at) => Math.max(1, Math.hypot(at[0] - other[0], at[1] - other[1]));
    zoomTo(camera.zoom + Math.log2(wide(now) / wide(before)), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  }
});
for (const end of ["pointerup", "pointercancel"]) {
  canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
}
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
  const steps = -Math.max(-1, Math.min(1, pixels / 300));
  const at = [event.offsetX, event.offsetY];
  if (flight && !flight.next) return stepBy((zoom) => zoom + steps, at);
  stop();
  zoomTo(camera.zoom + steps, at);
}, { passive: false });
canvas.addEventListener("dblclick", (event) => stepBy(closer, [event.offsetX, event.offsetY]));
// The page has no field that takes a text, so keys are the map's wherever the focus is.
addEventListener("keydown", (event) => {
  const far = 80 / (tile * 2 ** camera.zoom);
  const keys = {
    ArrowLeft: () => moveBy(-far, 0), ArrowRight: () => moveBy(far, 0), ArrowUp: () => moveBy(0, -far),
    ArrowDown: () => moveBy(0, far), "+": () => stepBy(closer, middle()), "=": () => stepBy(closer, middle()),
    "-": () => stepBy(farther, middle()), " ": toggle,
  };
  const act = keys[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  // The space bar presses the button that has the focus.
  if (event.key === " " && event.target instanceof HTMLButtonElement) return;
  event.preventDefault();
  // A held key goes on where the step before is nearly done, so that it does not run ahead.
  if (event.repeat && Math.abs(goal() - camera.zoom) > 0.5) return;
  if (event.key.startsWith("Arrow") && flight?.next) stop();
  act();
});
document.getElementById("in").addEventListener("click", () => stepBy(closer, middle()));
document.getElementById("out").addEventListener("click", () => stepBy(farther, middle()));
play.addEventListener("click", toggle);
addEventListener("resize", schedule);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColors(); schedule(); });

if (ground) ground.read(Uint8Array.from(atob(map.ground), (letter) => letter.charCodeAt(0)));
readColors();
say();
schedule();
