"use strict";
// Plays the frames of a map: pan, zoom, and the transitions between whole zooms. It asks for nothing from anywhere.

const map = JSON.parse(document.getElementById("data").textContent);
const canvas = document.getElementById("map");
const context = canvas.getContext("2d");
const has = (layer) => map.layers.includes(layer);
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const ground = map.ground ? new Ground() : null;
const dots = map.dots ? new Dots(dotsOf(readDots(bytes(map.dots)), map.unit)) : null;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const tile = 256;
const FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";
const OTHER = 8; // the color of all categories without one of their own
const PIN = 4.5; // the radius of a single point
const smooth = (time) => time * time * (3 - 2 * time);

/** The levels with their markers, the smallest first, so that the largest are drawn on top. */
const levels = map.levels.map(({ zoom, x, y, count, value, kind, name, id }) => {
  const markers = count.map((n, i) => (
    {
      x: x[i] / map.unit, y: y[i] / map.unit, count: n, value: value ? value[i] : n, kind: kind ? kind[i] : null,
      name: name?.[i] ?? null, id: id?.[i] ?? null, index: i,
    }));
  const size = (i) => markers[i].value ?? -Infinity;
  return {
    zoom, markers, order: markers.map((_, i) => i).sort((a, b) => size(a) - size(b) || a - b),
    largest: markers.reduce((largest, { value }) => Math.max(largest, value ?? 0), 0),
  };
});
const [lowest, highest] = [levels[0].zoom, levels[levels.length - 1].zoom];

/** Shapes of the user's, as paths on the unit square: areas, and lines. */
const shapes = map.shapes.map(({ areas, lines }) => {
  const path = (lines, closes) => {
    const path = new Path2D();
    for (const numbers of lines) {
      let [x, y] = [0, 0];
      for (let i = 0; i < numbers.length; i += 2) {
        [x, y] = [x + numbers[i], y + numbers[i + 1]];
        path[i ? "lineTo" : "moveTo"](x / map.unit, y / map.unit);
      }
      if (closes) path.closePath();
    }
    return path;
  };
  return { areas: areas.map((rings) => path(rings, true)), lines: path(lines, false) };
});

/** The middle of the view in shares of the world, and its zoom. */
const camera = firstView();

/** All points on a screen of this size; or the view that was asked for, farther away on a screen smaller than its own. */
function firstView() {
  const [width, height] = [canvas.clientWidth || innerWidth, canvas.clientHeight || innerHeight];
  if (map.fit) return fitting(map.fit, width, height, map.wraps, 40, 20);
  const room = Math.min(1, width / map.width, height / map.height);
  return { x: map.middle[0], y: map.middle[1], zoom: map.zoom + Math.log2(room) };
}

/** The lowest zoom, at which the first level's markers are seen still. */
const farthest = Math.min(lowest, Math.floor(camera.zoom));

/** The level in sight, and the movement to it from another: its parts and when it began. */
let level = levelAt(camera.zoom);
let movement = null;

/** What follows by itself: the flight of the play button, or of a key. */
let flight = null;
let colors = {};

/** The markers drawn last, as position, radius and marker, and the one that was chosen with its level. */
let shown = [];
let chosen = null;
let pending = false;

/** The bar of a round length in the footer, and what stands on a map without markers in view. */
const bar = Object.assign(document.createElement("span"), { className: "scale" });
const away = makeAway(() => {
  const { x, y } = nearest();
  stop();
  Object.assign(camera, { x, y });
  schedule();
}, home);
canvas.after(away);

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
    // Of other numbers than counts a part has those of the smaller of the two clusters, of which it is most.
    const { value, kind } = a.count <= b.count ? a : b;
    return {
      x: start.x, y: start.y, east: eastward(start.x, end.x), south: end.y - start.y, count: n, kind, value: map.by ? value : n,
    };
  }).sort((a, b) => (a.value ?? -Infinity) - (b.value ?? -Infinity));
}

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue("--" + name).trim();
  colors = {
    sea: get("sea"), land: get("land"), shore: get("shore"), border: get("shore"), place: get("soft"),
    halo: get("halo"), pin: get("pin"), paper: get("paper"), line: get("line"), soft: get("soft"), dot: get("dot"), text: get("ink"),
    fill: [], ink: [], category: [], label: [],
  };
  for (let i = 0; map.categories && i <= OTHER; i++) {
    colors.category.push(get("category" + i));
    colors.label.push(get("label" + i));
  }
  for (let i = 0; i < map.classes; i++) {
    colors.fill.push(get("fill" + i));
    colors.ink.push(get("ink" + i));
  }
}

/**
 * The radius of a marker: of a count by its logarithm, as in the library's MarkerStyle; of another number so that areas are in
 * proportion to it, up to that of the largest.
 */
function radius({ count, value }, largestValue) {
  const { smallest, largest, saturation } = map.style;
  const share = map.by ? Math.max(0, value ?? 0) / (largestValue || 1) : Math.log2(Math.max(1, count)) / Math.log2(saturation);
  const r = Math.sqrt(smallest ** 2 + Math.min(1, share) * (largest ** 2 - smallest ** 2));
  return isPin({ count }) ? Math.min(r, PIN) : r;
}

const isPin = ({ count }) => !map.by && count === 1;

/** How many powers of ten the colors begin above ten, so that the last one is that of the largest number. */
const shiftOf = (largest) => (map.by ? Math.max(0, Math.floor(Math.log10(largest || 1) + 1e-9) + 1 - map.classes) : 0);

function colorOf(value, shift) {
  let kind = 0;
  while (value >= 10 ** (kind + 1 + shift) && kind < map.classes - 1) kind++;
  return kind;
}

function label(value) {
  if (value === null) return "–";
  if (value < 0) return `-${label(-value)}`;
  if (value < 100 && value !== Math.round(value)) return String(Math.round(value * 10) / 10);
  const number = Math.round(value);
  if (number < 1000) return String(number);
  let unit = 1000;
  for (const suffix of ["k", "M", "B", "T"]) {
    const tenths = Math.floor((number + unit / 20) / (unit / 10));
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
    const { onStep } = flight;
    zoomTo(flight.from + (flight.to - flight.from) * eased, flight.at);
    onStep?.(eased);
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
    movement = moves ? { parts: parts(level, next), largest: levels[level].largest, began: now, length: 450 } : null;
    level = moves ? next : wanted;
    if (chosen && chosen.level !== level) choose(null);
    showLegend();
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
  const hasCoast = map.wraps && has("coast");
  if (hasCoast) ground.draw(context, view, ratio, colors, turns);
  drawShapes(turns, north, side, ratio);
  dots?.draw(context, view, colors.dot, turns, hasCoast ? 1 - groundShare(camera.zoom) : 1);
  if (has("graticule")) drawGraticule(context, view, map.extent, colors, FONT);
  const { markers, order, largest } = levels[level];
  const time = movement ? Math.min(1, (now - movement.began) / movement.length) : 1;
  const progress = smooth(time);
  // The largest number in sight is another at another level: sizes go from one to the other.
  const largestNow = movement ? movement.largest + (largest - movement.largest) * progress : largest;
  /** Calls a function with each position on the screen at which a marker is seen. */
  const place = (x, y, marker, see) => {
    const r = radius(marker, largestNow);
    const down = north + y * side;
    if (down < -r || down > height + r) return;
    for (let turn = first - 1; turn <= last + 1; turn++) {
      const right = west + (x + turn) * side;
      if (!map.wraps && turn !== 0) continue;
      if (right >= -r && right <= width + r) see(right, down, r, marker);
    }
  };
  const discs = shown = [];
  if (has("markers")) for (const i of order) place(markers[i].x, markers[i].y, markers[i], (...disc) => discs.push(disc));
  if (ground && has("towns")) ground.drawLabels(context, view, colors, FONT, turns, discs);
  showFacts();
  showScale(bar, view, map.extent);
  showAway(away, { ...camera, wraps: map.wraps }, discs.length || !has("markers") ? null : nearest());
  if (!has("markers")) return;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const shift = shiftOf(largestNow);
  const put = (x, y, r, marker) => drawMarker(x, y, r, marker, shift);
  if (movement) {
    for (const part of movement.parts) place(part.x + part.east * progress, part.y + part.south * progress, part, put);
  } else {
    for (const disc of discs) put(...disc);
    drawNames(discs, width, height);
  }
}

function drawShapes(turns, north, side, ratio) {
  context.strokeStyle = context.fillStyle = colors.soft;
  context.lineWidth = 1 / side;
  for (const left of turns) {
    context.setTransform(side * ratio, 0, 0, side * ratio, left * ratio, north * ratio);
    for (const { areas, lines } of shapes) {
      for (const area of areas) {
        context.globalAlpha = 0.08;
        context.fill(area, "evenodd");
        context.globalAlpha = 0.55;
        context.stroke(area);
      }
      context.globalAlpha = 0.8;
      context.stroke(lines);
    }
  }
  context.globalAlpha = 1;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}

/** Where the color of a category is in the lists of colors. */
const colorOfCategory = (kind) => (kind < map.categories.values.length ? kind : OTHER);

/** The fill and the label's color of a marker that is no pin, or of one that shows a category. */
function fillOf({ value, kind }, shift) {
  if (!map.categories) return [colors.fill[colorOf(value, shift)], colors.ink[colorOf(value, shift)]];
  return kind === null ? [colors.paper, colors.soft] : [colors.category, colors.label].map((all) => all[colorOfCategory(kind)]);
}

function drawMarker(x, y, r, marker, shift) {
  const { count, value, kind } = marker;
  const alone = isPin({ count });
  const [fill, ink] = alone && !map.categories ? [colors.pin, ""] : fillOf(marker, shift);
  context.beginPath();
  context.arc(x, y, r, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = alone ? 1 : 1.5;
  context.strokeStyle = map.categories && kind === null ? colors.soft : colors.halo;
  context.stroke();
  if (marker === chosen?.marker) {
    context.beginPath();
    context.arc(x, y, r + 3.5, 0, 2 * Math.PI);
    context.strokeStyle = colors.text;
    context.lineWidth = 2;
    context.stroke();
  }
  if (alone) return;
  const text = label(value);
  const size = Math.min(11, 1.7 * r / (text.length * 0.56));
  if (size < 4) return;
  context.font = size + "px " + FONT;
  context.fillStyle = ink;
  context.fillText(text, x, y + 0.5);
}

/** Writes the names of single points east of their markers, where they cover no marker and no other name. */
function drawNames(discs, width, height) {
  const boxes = discs.map(([x, y, r]) => [x - r, y - r, x + r, y + r]);
  const taken = new Map();
  const cells = ([west, north, east, south], body) => {
    for (let column = Math.floor(west / 64); column <= Math.floor(east / 64); column++) {
      for (let row = Math.floor(north / 64); row <= Math.floor(south / 64); row++) body(`${column},${row}`);
    }
  };
  const add = (box) => cells(box, (cell) => taken.set(cell, [...(taken.get(cell) ?? []), box]));
  const named = discs.filter(([, , , { name }]) => name);
  if (named.length === 0) return;
  boxes.forEach(add);
  context.font = `11px ${FONT}`;
  context.textAlign = "left";
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeStyle = colors.land;
  context.fillStyle = colors.soft;
  for (const [x, y, r, { name }] of named) {
    const text = name.length > 40 ? `${name.slice(0, 39)}…` : name;
    const box = [x + r + 3, y - 7, x + r + 3 + context.measureText(text).width, y + 7];
    let isTaken = box[0] < 0 || box[2] > width || box[1] < 0 || box[3] > height;
    cells(box, (cell) => (isTaken ||= (taken.get(cell) ?? []).some((other) => (
      box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]))));
    if (isTaken) continue;
    add(box);
    context.strokeText(text, box[0], y + 0.5);
    context.fillText(text, box[0], y + 0.5);
  }
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
  const near = Math.max(lowest, Math.floor(firstView().zoom));
  const back = () => fly(near, middle(), there);
  camera.zoom < (near + highest) / 2 ? there() : back();
}

/** The marker of the level nearest to the middle. */
function nearest() {
  const far = (marker) => Math.hypot(eastward(camera.x, marker.x), marker.y - camera.y);
  return levels[level].markers.reduce((best, marker) => (best && far(best) <= far(marker) ? best : marker), null);
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

const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Says what is in view, as a picture of it does; without markers, what there is. */
function showFacts() {
  const { zoom, markers } = levels[level];
  const seen = has("markers") ? [...new Set(shown.map(([, , , marker]) => marker))] : markers;
  const points = seen.reduce((sum, { count }) => sum + count, 0);
  const of = points < map.points ? `${points.toLocaleString("en")} of ${counted(map.points, "point")}` : counted(points, "point");
  const text = `zoom ${zoom} · ${of} in ${counted(seen.length, "cluster")}`;
  const facts = document.getElementById("facts");
  if (facts.textContent !== text) facts.textContent = text;
}

/** Shows the colors of the markers of the level, and what their sizes say. */
function showLegend() {
  const footer = document.getElementById("legend");
  const hasLegend = has("legend") && has("markers");
  footer.hidden = !hasLegend && !has("scale");
  const { markers, largest } = levels[level];
  const shift = shiftOf(largest);
  const kinds = [...new Set(markers.filter((one) => !isPin(one)).map(({ value }) => colorOf(value, shift)))].sort((a, b) => a - b);
  const end = (digits) => label(10 ** (digits + shift));
  const name = (kind) => {
    if (kind === 0) return map.by ? `below ${end(1)}` : "2–9";
    if (kind === map.classes - 1) return `${end(kind)} and more`;
    if (shift === 0 && kind < 3) return kind === 1 ? "10–99" : "100–999";
    return `${end(kind)}–${end(kind + 1)}`;
  };
  const entry = (text, color) => {
    const item = document.createElement("span");
    item.textContent = text;
    if (color) item.className = "swatch";
    if (color) item.style.setProperty("--swatch", color);
    return item;
  };
  const entries = kinds.map((kind) => entry(name(kind), `var(--fill${kind})`));
  if (map.categories) {
    const { name, values } = map.categories;
    const inSight = new Set(markers.map(({ kind }) => kind ?? values.length + 1));
    const all = [...values.map((value, i) => entry(value, `var(--category${i})`)), entry("other", `var(--category${OTHER})`),
      entry("no value", "var(--line)")];
    entries.splice(0, entries.length, entry(name), ...all.filter((_, i) => inSight.has(i)));
  } else {
    if (markers.some(isPin)) entries.unshift(entry("1", "var(--pin)"));
    entries.unshift(entry(map.by ?? "points"));
  }
  if (map.by && largest > 0) {
    entries.push(entry(`area grows with ${map.categories ? map.by : "the value"}, up to ${label(largest)}`));
  }
  footer.replaceChildren(...(hasLegend ? entries : []), ...(has("scale") ? [bar] : []));
}

/** The clusters at the next level into which one of a level falls apart. */
function childrenOf(at, index) {
  const { low, high } = map.flows[at] ?? { low: [], high: [] };
  return high.filter((_, i) => low[i] === index);
}

/** The first level at which a cluster is more than one; null where it stays one. */
function splitLevel(at, index) {
  for (let next = at; next < levels.length - 1; next++) {
    const children = childrenOf(next, index);
    if (children.length > 1) return next + 1;
    [index] = children;
  }
  return null;
}

/** The names of single points in a cluster, as far as levels tell them apart. */
function namesIn(at, index) {
  const { count, name } = levels[at].markers[index];
  if (count === 1) return name ? [name] : [];
  return childrenOf(at, index).flatMap((child) => namesIn(at + 1, child));
}

/** The id of a single point, which the closest level has. */
function idOf(at, index) {
  return at < levels.length - 1 ? idOf(at + 1, childrenOf(at, index)[0]) : levels[at].markers[index].id;
}

/** Coordinates as far as the page has them: to two meters. */
function coordinates({ x, y }) {
  if (map.extent) {
    const [west, south, side] = map.extent;
    return `${inNumbers(west + x * side, side / 1e6)}, ${inNumbers(south + (1 - y) * side, side / 1e6)}`;
  }
  const latitude = (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
  return `${inNumbers((x - 0.5) * 360, 1e-5)}, ${inNumbers(latitude, 1e-5)}`;
}

const NAMES = 5; // names in the panel

/** Shows what is known of a marker, or nothing. */
function choose(marker) {
  const panel = document.getElementById("panel");
  chosen = marker && { marker, level };
  panel.hidden = !marker;
  schedule();
  if (!marker) return;
  const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  const names = namesIn(level, marker.index);
  const number = (value) => (value === null ? "none" : Number(value.toPrecision(12)).toLocaleString("en"));
  const facts = marker.count > 1 ? [] : [
    `id ${idOf(level, marker.index)}`, `${map.extent ? "x, y" : "longitude, latitude"}: ${coordinates(marker)}`];
  if (map.by) facts.push(`${map.by}: ${number(marker.value)}`);
  if (map.categories) {
    const { name, values } = map.categories;
    facts.push(`${marker.count === 1 ? name.replace("most frequent ", "") : name}: ${marker.kind === null ? "none" : values[marker.kind] ?? "other"}`);
  }
  if (marker.count > 1 && names.length) {
    const rest = marker.count - Math.min(NAMES, names.length);
    facts.push(names.slice(0, NAMES).join(", ") + (rest > 0 ? ` and ${rest.toLocaleString("en")} more` : ""));
  }
  const title = marker.count === 1 ? marker.name ?? "1 point" : `${marker.count.toLocaleString("en")} points`;
  const close = make("button", "×");
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => {
    choose(null);
    canvas.focus();
  });
  const content = [make("h2", title), close, ...facts.map((text) => make("p", text))];
  if (splitLevel(level, marker.index) !== null) {
    const zoom = make("button", "Zoom in");
    zoom.className = "wide";
    zoom.addEventListener("click", zoomToChosen);
    content.push(zoom);
  }
  panel.replaceChildren(...content);
  // It stands at the edge that is farther from the marker.
  const disc = shown.find((one) => one[3] === marker);
  panel.className = disc && disc[1] > canvas.clientHeight / 2 ? "above" : "below";
}

/** Flies to where the chosen marker falls apart; of one that does not, as close as there are levels. */
function zoomToChosen() {
  const { marker } = chosen;
  const to = splitLevel(level, marker.index) ?? levels.length - 1;
  const side = tile * 2 ** camera.zoom;
  const at = [
    canvas.clientWidth / 2 + eastward(camera.x, marker.x) * side, canvas.clientHeight / 2 + (marker.y - camera.y) * side];
  choose(null);
  stop();
  const from = { x: camera.x, y: camera.y };
  const middle = { x: from.x + eastward(from.x, marker.x), y: marker.y };
  fly(levels[to].zoom, at, null);
  flight.onStep = (eased) => {
    // What was clicked comes to the middle.
    camera.x = from.x + (middle.x - from.x) * eased;
    camera.y = from.y + (middle.y - from.y) * eased;
    moveBy(0, 0);
  };
}

/** The uppermost marker at a position of the screen, or undefined. */
const markerAt = (x, y, slack) => shown.findLast((disc) => Math.hypot(disc[0] - x, disc[1] - y) <= disc[2] + slack)?.[3];

function click(x, y, slack) {
  if (movement) return;
  const marker = markerAt(x, y, slack);
  if (marker && marker === chosen?.marker) zoomToChosen();
  else choose(marker ?? null);
}

// Fingers and mice alike: one moves, two pinch.
const pointers = new Map();
let press = null; // where a pointer went down that has not moved yet
canvas.addEventListener("pointerdown", (event) => {
  press = pointers.size === 0 && event.button === 0 ? [event.offsetX, event.offsetY] : null;
  stop();
  canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
});
canvas.addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (!before) {
    canvas.style.cursor = markerAt(event.offsetX, event.offsetY, 0) ? "pointer" : "";
    return;
  }
  const now = [event.offsetX, event.offsetY];
  if (press && Math.hypot(now[0] - press[0], now[1] - press[1]) > 4) press = null;
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
  canvas.addEventListener(end, (event) => {
    pointers.delete(event.pointerId);
    if (end === "pointerup" && press) click(...press, event.pointerType === "touch" ? 10 : 2);
    press = null;
  });
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
canvas.addEventListener("dblclick", (event) => {
  // The second click on a marker zooms already.
  if (!flight) stepBy(closer, [event.offsetX, event.offsetY]);
});
// The page has no field that takes a text, so keys are the map's wherever the focus is.
addEventListener("keydown", (event) => {
  const far = 80 / (tile * 2 ** camera.zoom);
  const keys = {
    ArrowLeft: () => moveBy(-far, 0), ArrowRight: () => moveBy(far, 0), ArrowUp: () => moveBy(0, -far),
    ArrowDown: () => moveBy(0, far), "+": () => stepBy(closer, middle()), "=": () => stepBy(closer, middle()),
    "-": () => stepBy(farther, middle()), " ": toggle, 0: home,
    Escape: () => choose(null), Enter: chooseNearest,
  };
  const act = keys[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  // The space bar and Enter press the button that has the focus.
  if ([" ", "Enter"].includes(event.key) && event.target instanceof HTMLButtonElement) return;
  event.preventDefault();
  // A held key goes on where the step before is nearly done, so that it does not run ahead.
  if (event.repeat && Math.abs(goal() - camera.zoom) > 0.5) return;
  if (event.key.startsWith("Arrow") && flight?.next) stop();
  act();
});
/** Chooses the marker nearest to the middle; again, zooms to it. */
function chooseNearest() {
  const [x, y] = middle();
  const away = (disc) => Math.hypot(disc[0] - x, disc[1] - y);
  const nearest = shown.reduce((best, disc) => (best && away(best) <= away(disc) ? best : disc), null);
  if (chosen) zoomToChosen();
  else if (nearest) choose(nearest[3]);
}

function home() {
  stop();
  Object.assign(camera, firstView());
  schedule();
}

document.getElementById("home").addEventListener("click", home);
document.getElementById("in").addEventListener("click", () => stepBy(closer, middle()));
document.getElementById("out").addEventListener("click", () => stepBy(farther, middle()));
play.addEventListener("click", toggle);
addEventListener("resize", schedule);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  readColors();
  dots?.forget();
  schedule();
});

if (ground) ground.read(bytes(map.ground), true);
readColors();
showLegend();
draw(performance.now());
