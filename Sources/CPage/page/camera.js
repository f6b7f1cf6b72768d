// What all panes look at: a middle on the unit square and a zoom.

import { clamp } from "./numbers.js";

const TILE = 256;
const MOST_ZOOM = 22;

export class Camera extends EventTarget {
  x = 0.5;
  y = 0.5;
  zoom = 1;

  /** The size of a pane in screen points; all panes have one size. */
  width = 1;
  height = 1;

  /** Whether x starts over at ±180°. */
  wraps = true;

  #flight = 0;

  /** The width of the world in screen points. */
  get scale() {
    return TILE * 2 ** this.zoom;
  }

  get view() {
    const { x, y, zoom, width, height } = this;
    return { x, y, zoom, width, height };
  }

  /** Moves to another view at once. */
  set({ x = this.x, y = this.y, zoom = this.zoom }) {
    // The world is never lower than the pane, so its upper and lower edge stay outside.
    this.zoom = clamp(zoom, Math.log2(this.height / TILE), MOST_ZOOM);
    const half = Math.min(0.5, this.height / 2 / this.scale);
    this.y = clamp(y, half, 1 - half);
    this.x = this.wraps ? x - Math.floor(x) : clamp(x, 0, 1);
    this.dispatchEvent(new Event("change"));
  }

  resize(width, height) {
    if (width === this.width && height === this.height) return;
    [this.width, this.height] = [width, height];
    this.set({});
  }

  /** Moves by some screen points. */
  pan(right, down) {
    this.stop();
    this.set({ x: this.x + right / this.scale, y: this.y + down / this.scale });
  }

  /** Zooms, and keeps what is under a point of the pane where it is. */
  zoomBy(steps, px = this.width / 2, py = this.height / 2) {
    this.stop();
    this.#zoomTo(this.zoom + steps, px, py);
  }

  #zoomTo(zoom, px, py) {
    const [east, south] = [px - this.width / 2, py - this.height / 2];
    const before = this.scale;
    const { x, y } = this;
    this.set({ zoom });
    const change = 1 / before - 1 / this.scale;
    this.set({ x: x + east * change, y: y + south * change });
  }

  /** Flies through views, one after the other. */
  flyThrough([first, ...rest], milliseconds) {
    if (first) this.fly(first, milliseconds, () => this.flyThrough(rest, milliseconds));
  }

  /** Flies to another view, and calls a function there. */
  fly({ x = this.x, y = this.y, zoom = this.zoom }, milliseconds = 300, then = () => {}) {
    this.stop();
    const from = { x: this.x, y: this.y, zoom: this.zoom };
    let east = x - from.x;
    if (this.wraps) east -= Math.round(east);
    const begin = performance.now();
    const step = (now) => {
      const share = clamp((now - begin) / milliseconds, 0, 1);
      const eased = share * share * (3 - 2 * share);
      this.set({
        x: from.x + east * eased,
        y: from.y + (y - from.y) * eased,
        zoom: from.zoom + (zoom - from.zoom) * eased,
      });
      this.#flight = share < 1 ? requestAnimationFrame(step) : 0;
      if (share === 1) then();
    };
    this.#flight = requestAnimationFrame(step);
  }

  /** Zooms by some steps about a point of the pane, softly. */
  flyBy(steps, px = this.width / 2, py = this.height / 2) {
    this.stop();
    const from = this.zoom;
    const begin = performance.now();
    const step = (now) => {
      const share = clamp((now - begin) / 200, 0, 1);
      this.#zoomTo(from + steps * share, px, py);
      this.#flight = share < 1 ? requestAnimationFrame(step) : 0;
    };
    this.#flight = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.#flight);
    this.#flight = 0;
  }

  /** The view that shows a box of the unit square. */
  fitting([west, north, east, south], padding = 40) {
    const room = (size) => Math.max(size / 3, size - 2 * padding);
    const zoom = Math.min(
      Math.log2(room(this.width) / TILE / Math.max(east - west, 1e-9)),
      Math.log2(room(this.height) / TILE / Math.max(south - north, 1e-9)), 18);
    return { x: (west + east) / 2, y: (north + south) / 2, zoom };
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
