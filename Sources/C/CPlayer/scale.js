// Distances on a map: a bar of a round length, and the way to the nearest point where nothing is in sight. It stands in pages of
// their own too, where the import is left out.

import { inNumbers, roundBelow } from "./graticule.js";

const BAR = 140; // screen points that a bar takes at most, and two fifths of it at least: its text has room
const EQUATOR = 40075016.686; // its length in meters
const WINDS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** The cosine of the latitude at a y of the unit square. */
const cosineAt = (y) => 1 / Math.cosh((0.5 - y) * 2 * Math.PI);

/**
 * Shows a bar of a round length, which holds at the middle of the view, or hides it where none is round.
 * @param camera `y` of the middle in shares of the world, and `scale` (its width on the screen)
 * @param extent the west, the south and the side of a plane; null for the globe
 */
export function showScale(bar, { y, scale }, extent = null) {
  const unit = scale / (extent ? extent[2] : EQUATOR * cosineAt(y));
  const length = roundBelow(BAR / unit);
  const pixels = Math.round(length * unit);
  bar.hidden = !(pixels >= 1 && pixels <= scale);
  const text = extent ? inNumbers(length, length)
    : length >= 1000 ? `${(length / 1000).toLocaleString("en")} km` : `${inNumbers(length, Math.min(1, length))} m`;
  if (bar.textContent !== text) bar.textContent = text;
  if (bar.style.width !== `${pixels}px`) bar.style.width = `${pixels}px`;
}

/** A distance in meters as people say it. */
function distanceText(meters) {
  if (meters < 1000) return `${Number(meters.toPrecision(2))} m`;
  const kilometers = meters / 1000;
  return `${kilometers < 10 ? Number(kilometers.toFixed(1)) : Math.round(kilometers).toLocaleString("en")} km`;
}

/** The way from the middle of a view to a place: its distance and direction in words, and degrees clockwise from the top. */
export function wayTo({ x, y, wraps, bearing = 0 }, place) {
  const east = place.x - x - (wraps ? Math.round(place.x - x) : 0);
  const angle = (Math.atan2(east, y - place.y) * 180) / Math.PI;
  if (!wraps) return { text: "where the arrow points", angle: angle - bearing };
  const latitude = (y) => Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI));
  const half = (angle) => Math.sin(angle / 2) ** 2;
  const chord = half(latitude(place.y) - latitude(y)) + cosineAt(y) * cosineAt(place.y) * half(east * 2 * Math.PI);
  const meters = (EQUATOR / Math.PI) * Math.asin(Math.min(1, Math.sqrt(chord)));
  return { text: `${distanceText(meters)} ${WINDS[(Math.round(angle / 45) + 8) % 8]}`, angle: angle - bearing };
}

/** Makes what stands on a map without markers: an arrow, a sentence and buttons that go to the nearest point, or show all. */
export function makeAway(go, showAll) {
  const add = (parent, tag, text, onclick) => parent.appendChild(
    Object.assign(document.createElement(tag), { textContent: text, ...(onclick ? { type: "button", onclick } : {}) }));
  const away = Object.assign(document.createElement("div"), { className: "away", hidden: true });
  away.setAttribute("role", "status");
  add(away, "span", "↑").setAttribute("aria-hidden", "true");
  add(away, "p", "");
  add(away, "button", "Go there", go);
  add(away, "button", "Show all points", showAll);
  return away;
}

/** Says where the nearest point is; hides what `makeAway` made where there is no such place. */
export function showAway(away, camera, place) {
  away.hidden = !place;
  if (!place) return;
  const { text, angle } = wayTo(camera, place);
  const [arrow, sentence] = away.children;
  arrow.style.transform = `rotate(${angle}deg)`;
  const all = `No markers in view. The nearest point is ${text}.`;
  if (sentence.textContent !== all) sentence.textContent = all;
}
