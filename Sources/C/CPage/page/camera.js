// What all panes look at: a middle on the unit square, a zoom, and the direction that is up.

import { fitting } from "./fit.js";
import { clamp } from "./numbers.js";

const TILE = 256;
const MOST_ZOOM = 22;

/** The width of the world in screen points at a zoom. */
const scaleAt = (zoom) => TILE * 2 ** zoom;

const RADIANS = Math.PI / 180;

const smooth = (share) => share * share * (3 - 2 * share);

export class Camera extends EventTarget {
  x = 0.5;
  y = 0.5;
  zoom = 1;

  /** The direction that is up, in degrees clockwise from north. */
  bearing = 0;

  /** The size of a pane in screen points; all panes have one size. */
  width = 1;
  height = 1;

  /** Whether x starts over at ±180°. */
  wraps = true;

  /** The movement that plays: its goal and the request of its next step; null where the camera is still. */
  #flight = null;

  /** Whether a movement plays. */
  get isMoving() {
    return this.#flight !== null;
  }

  /** The width of the world in screen points. */
  get scale() {
    return scaleAt(this.zoom);
  }

  get view() {
    const { x, y, zoom, bearing, width, height } = this;
    return { x, y, zoom, bearing, width, height };
  }

  /** The upright view around the pane: of its size where north is up. */
  get upright() {
    const [width, height] = this.#extent(this.bearing);
    const { x, y, zoom, scale, wraps } = this;
    return { x, y, zoom, scale, wraps, width, height };
  }

  /** The size of an upright box around the pane. */
  #extent(bearing) {
    if (bearing === 0) return [this.width, this.height];
    const [sine, cosine] = [Math.abs(Math.sin(bearing * RADIANS)), Math.abs(Math.cos(bearing * RADIANS))];
    return [this.width * cosine + this.height * sine, this.width * sine + this.height * cosine];
  }

  /** A way east and south as a way right and down. */
  turn(east, south, bearing = this.bearing) {
    if (bearing === 0) return [east, south];
    const [sine, cosine] = [Math.sin(bearing * RADIANS), Math.cos(bearing * RADIANS)];
    return [east * cosine + south * sine, south * cosine - east * sine];
  }

  /** A way right and down as a way east and south. */
  #unturn(right, down) {
    return this.turn(right, down, -this.bearing);
  }

  /** The view that a flight leads to, or else the present one. Steps start from it, so that none is lost. */
  get goal() {
    return this.#flight?.goal ?? this.#place;
  }

  /** Moves to another view at once. */
  set(view) {
    Object.assign(this, this.#limited({ ...this.#place, ...view }));
    this.dispatchEvent(new Event("change"));
  }

  get #place() {
    const { x, y, zoom, bearing } = this;
    return { x, y, zoom, bearing };
  }

  /** The nearest view that may be shown. */
  #limited(view) {
    // The world is never lower than the pane, so its upper and lower edge stay outside.
    const bearing = view.bearing - 360 * Math.round(view.bearing / 360);
    const [, height] = this.#extent(bearing);
    const zoom = clamp(view.zoom, Math.log2(height / TILE), MOST_ZOOM);
    const half = Math.min(0.5, height / 2 / scaleAt(zoom));
    const x = this.wraps ? view.x - Math.floor(view.x) : clamp(view.x, 0, 1);
    return { x, y: clamp(view.y, half, 1 - half), zoom, bearing };
  }

  resize(width, height) {
    if (width === this.width && height === this.height) return;
    [this.width, this.height] = [width, height];
    this.set({});
  }

  /** Moves by some screen points. */
  pan(right, down) {
    const { x, y, zoom, bearing } = this.goal;
    const [east, south] = this.#unturn(right, down);
    this.#change({ x: x + east / scaleAt(zoom), y: y + south / scaleAt(zoom), zoom, bearing });
  }

  /** Turns the map by some degrees about a point of the pane. */
  turnBy(degrees, px = this.width / 2, py = this.height / 2) {
    this.stop();
    const [right, down] = [px - this.width / 2, py - this.height / 2];
    const [x, y] = this.unplace(px, py);
    const bearing = this.bearing + degrees;
    const [east, south] = this.turn(right, down, -bearing);
    this.set({ x: x - east / this.scale, y: y - south / this.scale, bearing });
  }

  /** Zooms, and keeps what is under a point of the pane where it is. */
  zoomBy(steps, px, py) {
    this.#change(this.#zoomed(steps, px, py));
  }

  /** Zooms by some steps about a point of the pane, softly. */
  flyBy(steps, px, py) {
    this.#glide(this.#zoomed(steps, px, py), 200);
  }

  /** Flies through views, one after the other. */
  flyThrough([first, ...rest], milliseconds) {
    if (first) this.fly(first, milliseconds, () => this.flyThrough(rest, milliseconds));
  }

  /** Flies to another view, and calls a function there. */
  fly(view, milliseconds = 300, then = () => {}) {
    this.#glide(this.#limited({ ...this.#place, ...view }), milliseconds, smooth, then);
  }

  stop() {
    cancelAnimationFrame(this.#flight?.request);
    this.#flight = null;
  }

  /** The goal zoomed by some steps about a point of the pane. */
  #zoomed(steps, px = this.width / 2, py = this.height / 2) {
    const { x, y, zoom, bearing } = this.goal;
    const to = this.#limited({ x, y, zoom: zoom + steps, bearing }).zoom;
    const change = 1 / scaleAt(zoom) - 1 / scaleAt(to);
    const [east, south] = this.#unturn(px - this.width / 2, py - this.height / 2);
    return this.#limited({ x: x + east * change, y: y + south * change, zoom: to, bearing });
  }

  /** Goes to a view at once; where a flight plays, it leads there instead. */
  #change(view) {
    if (this.#flight) this.#glide(this.#limited(view), 200);
    else this.set(view);
  }

  /** Moves to a view about the one point that has the same place on the pane in both views. */
  #glide(goal, milliseconds, ease = (share) => share, then = () => {}) {
    this.stop();
    const from = this.#place;
    let east = goal.x - from.x;
    if (this.wraps) east -= Math.round(east);
    const turn = goal.bearing - from.bearing - 360 * Math.round((goal.bearing - from.bearing) / 360);
    const [near, far] = [1 / scaleAt(from.zoom), 1 / scaleAt(goal.zoom)];
    const begin = performance.now();
    const flight = { goal };
    const step = (now) => {
      const share = clamp((now - begin) / milliseconds, 0, 1);
      if (share === 1) {
        this.#flight = null;
        this.set(goal);
        return then();
      }
      const eased = ease(share);
      const zoom = from.zoom + (goal.zoom - from.zoom) * eased;
      const way = Math.abs(goal.zoom - from.zoom) < 1e-6 ? eased : (near - 1 / scaleAt(zoom)) / (near - far);
      flight.request = requestAnimationFrame(step);
      this.set({ x: from.x + east * way, y: from.y + (goal.y - from.y) * way, zoom, bearing: from.bearing + turn * eased });
    };
    flight.request = requestAnimationFrame(step);
    this.#flight = flight;
  }

  /** The view that shows the `bounds` of a `welcome` message, of the side with most points where not all are seen. */
  fitting(welcome) {
    return fitting(welcome, this.width, this.height, this.wraps);
  }

  /** Moves to a place of the unit square where it is not in sight. */
  show(x, y, edge = 48) {
    const [px, py] = this.place(x, y);
    const outside = (at, size) => at - Math.max(Math.min(edge, size / 2), Math.min(at, size - Math.min(edge, size / 2)));
    const [right, down] = [outside(px, this.width), outside(py, this.height)];
    if (right || down) this.pan(right, down);
  }

  /** Where a place of the unit square is on the pane, by the short way from the middle. */
  place(x, y) {
    let east = x - this.x;
    if (this.wraps) east -= Math.round(east);
    const [right, down] = this.turn(east * this.scale, (y - this.y) * this.scale);
    return [right + this.width / 2, down + this.height / 2];
  }

  /** The place of the unit square that is at a point of the pane. */
  unplace(px, py) {
    const [east, south] = this.#unturn(px - this.width / 2, py - this.height / 2);
    return [this.x + east / this.scale, this.y + south / this.scale];
  }
}
