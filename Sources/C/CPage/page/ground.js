// The ground under the markers: Natural Earth at 1:110 million for the whole world, and at 1:50 million closer up.

import { unitX, unitY } from "./numbers.js";

const FINE = 4; // the zoom from which the finer ground is drawn
const FADES = [9, 12]; // the zooms from which the finer ground is too coarse, and beyond which it is not drawn
const LABELS_END = 12; // the zoom from which names of towns are as good as any
const LABEL = 11; // the size of a label

/** How much of the ground is drawn at a zoom: 1 for all, 0 for nothing. */
export const groundShare = (zoom) => Math.min(1, Math.max(0, (FADES[1] - zoom) / (FADES[1] - FADES[0])));

/** Adds a ring or a line of coordinates to a path. */
function trace(path, numbers, closes, place) {
  for (let i = 0; i < numbers.length; i += 2) {
    const [x, y] = place(numbers[i], numbers[i + 1]);
    path[i ? "lineTo" : "moveTo"](x, y);
  }
  if (closes) path.closePath();
}

/** The world's land as one path on the unit square. */
async function loadCoarse() {
  const path = new Path2D();
  for (const ring of await (await fetch("land-110m.json")).json()) {
    trace(path, ring, true, (lon, lat) => [unitX(lon), unitY(lat)]);
  }
  return path;
}

/** A part of the finer ground. Its paths are made when they are first drawn, relative to its corner. */
class Tile {
  #data;
  #scale;
  #paths = null;

  constructor(data, side, scale) {
    const [west, south] = data.at;
    [this.#data, this.#scale] = [data, scale];
    [this.left, this.right] = [unitX(west), unitX(west + side)];
    [this.top, this.bottom] = [unitY(south + side), unitY(south)];
  }

  get paths() {
    if (this.#paths) return this.#paths;
    const paths = {};
    for (const layer of ["land", "lakes", "coast", "borders"]) {
      if (!this.#data[layer]) continue;
      const path = new Path2D();
      for (const steps of this.#data[layer]) {
        let [lon, lat] = [0, 0];
        trace(path, steps, layer === "land" || layer === "lakes", (dx, dy) => {
          [lon, lat] = [lon + dx, lat + dy];
          return [unitX(lon / this.#scale) - this.left, unitY(lat / this.#scale) - this.top];
        });
      }
      paths[layer] = path;
    }
    this.#data = null;
    this.#paths = paths;
    return paths;
  }
}

export class Ground {
  #coarse = null;
  #tiles = [];
  #labels = [];

  /** Loads the ground; `changed` is called as soon as there is more to draw. */
  async load(changed) {
    this.#coarse = await loadCoarse();
    changed();
    const { side, scale, tiles, labels } = await (await fetch("ground.json.gz")).json();
    this.#tiles = tiles.map((data) => new Tile(data, side, scale));
    this.#labels = labels.map(([name, lon, lat, zoom]) => (
      { name, x: unitX(lon / scale), y: unitY(lat / scale), zoom: zoom / 10 }));
    changed();
  }

  /** Draws land, lakes, coasts and borders; `turns` are the places of the world's west edge on the screen. */
  draw(context, camera, ratio, colors, turns) {
    const share = groundShare(camera.zoom);
    if (camera.zoom < FINE || !this.#tiles.length) {
      if (this.#coarse) this.#drawCoarse(context, camera, ratio, colors, turns, share);
      return;
    }
    const { scale, width, height } = camera;
    const top = height / 2 - camera.y * scale;
    for (const left of turns) {
      const shown = this.#tiles.filter((tile) => (
        left + tile.right * scale >= 0 && left + tile.left * scale <= width
        && top + tile.bottom * scale >= 0 && top + tile.top * scale <= height));
      const each = (body) => {
        for (const tile of shown) {
          context.setTransform(
            scale * ratio, 0, 0, scale * ratio, (left + tile.left * scale) * ratio, (top + tile.top * scale) * ratio);
          body(tile.paths);
        }
      };
      context.lineWidth = 1 / scale;
      // Tiles go a little beyond their sides, so all land comes before any lake, and both before lines.
      context.fillStyle = colors.land;
      each(({ land }) => land && context.fill(land, "evenodd"));
      context.globalAlpha = share;
      context.fillStyle = colors.sea;
      each(({ lakes }) => lakes && context.fill(lakes, "evenodd"));
      context.strokeStyle = colors.shore;
      each(({ coast, lakes }) => {
        if (coast) context.stroke(coast);
        if (lakes) context.stroke(lakes);
      });
      context.strokeStyle = colors.border;
      each(({ borders }) => borders && context.stroke(borders));
      context.globalAlpha = 1;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  #drawCoarse(context, camera, ratio, colors, turns, share) {
    const { scale } = camera;
    context.fillStyle = colors.land;
    context.strokeStyle = colors.shore;
    context.lineWidth = 1 / scale;
    const top = camera.height / 2 - camera.y * scale;
    for (const left of turns) {
      context.setTransform(scale * ratio, 0, 0, scale * ratio, left * ratio, top * ratio);
      context.globalAlpha = 1;
      context.fill(this.#coarse);
      context.globalAlpha = share;
      context.stroke(this.#coarse);
    }
    context.globalAlpha = 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Writes names of towns, the important ones first, where they do not lie on one another. */
  drawLabels(context, camera, colors, font, turns) {
    if (camera.zoom >= LABELS_END) return;
    const { scale, width, height } = camera;
    const top = height / 2 - camera.y * scale;
    const taken = [];
    context.font = `${LABEL}px ${font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeStyle = colors.land;
    context.fillStyle = colors.place;
    for (const { name, x, y, zoom } of this.#labels) {
      if (zoom > camera.zoom + 1) break;
      const py = top + y * scale + LABEL; // below the place, where a pin may stand
      if (py < 0 || py > height) continue;
      for (const left of turns) {
        const px = left + x * scale;
        if (px < 0 || px > width) continue;
        const half = context.measureText(name).width / 2 + 4;
        const box = [px - half, py - LABEL, px + half, py + LABEL];
        if (taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) {
          continue;
        }
        taken.push(box);
        context.strokeText(name, px, py);
        context.fillText(name, px, py);
      }
    }
  }
}
