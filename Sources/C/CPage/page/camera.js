// What all panes look at: a middle on the unit square and a zoom.

import { fitting } from "./fit.js";
import { clamp } from "./numbers.js";

const TILE = 256;
const MOST_ZOOM = 22;

/** The width of the world in screen points at a zoom. */
const scaleAt = (zoom) => TILE * 2 ** zoom;

const smooth = (share) => share * share * (3 - 2 * share);

export class Camera extends EventTarget {
  x = 0.5;
  y = 0.5;
  zoom = 1;

  /** The size of a pane in screen points; all panes have one size. */
  width = 1;
  height = 1;

  /** Whether x starts over at ±180°. */
  wraps = true;

  /** The movement that plays: its goal and the request of its next step; null where the camera is still. */
  #flight = null;

  /** The width of the world in screen points. */
  get scale() {
    return scaleAt(this.zoom);
  }

  get view() {
    const { x, y, zoom, width, height } = this;
    return { x, y, zoom, width, height };
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
    const { x, y, zoom } = this;
    return { x, y, zoom };
  }

  /** The nearest view that may be shown. */
  #limited(view) {
    // The world is never lower than the pane, so its upper and lower edge stay outside.
    const zoom = clamp(view.zoom, Math.log2(this.height / TILE), MOST_ZOOM);
    const half = Math.min(0.5, this.height / 2 / scaleAt(zoom));
    return { x: this.wraps ? view.x - Math.floor(view.x) : clamp(view.x, 0, 1), y: clamp(view.y, half, 1 - half), zoom };
  }

  resize(width, height) {
    if (width === this.width && height === this.height) return;
    [this.width, this.height] = [width, height];
    this.set({});
  }

  /** Moves by some screen points. */
  pan(right, down) {
    const { x, y, zoom } = this.goal;
    this.#change({ x: x + right / scaleAt(zoom), y: y + down / scaleAt(zoom), zoom });
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
    const { x, y, zoom } = this.goal;
    const to = this.#limited({ x, y, zoom: zoom + steps }).zoom;
    const change = 1 / scaleAt(zoom) - 1 / scaleAt(to);
    return this.#limited({ x: x + (px - this.width / 2) * change, y: y + (py - this.height / 2) * change, zoom: to });
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
      this.set({ x: from.x + east * way, y: from.y + (goal.y - from.y) * way, zoom });
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
    return [east * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2];
  }

  /** The place of the unit square that is at a point of the pane. */
  unplace(px, py) {
    return [this.x + (px - this.width / 2) / this.scale, this.y + (py - this.height / 2) / this.scale];
  }
}
