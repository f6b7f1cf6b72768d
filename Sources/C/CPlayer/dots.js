// The points themselves as ground, where there is no other: each small square of the screen is the darker, the more points lie
// in it. It stands in pages of their own too, where the import is left out.

import { Reader } from "./ground.js";

const DOTS = 128; // the squares across a tile of 256
const FULL = 64; // the number of points from which a square grows no darker
const MOST_PICTURES = 300; // tiles that are kept
const DEEPEST = 20; // the zoom of the smallest tiles

/** Reads squares with points in them: for each the steps east and south from the one before, and the number of points. */
export function readDots(bytes) {
  const reader = new Reader(bytes);
  const shift = reader.number();
  const dots = { side: 2 ** shift, x: [], y: [], count: [] };
  let [x, y] = [0, 0];
  for (let left = reader.number(); left > 0; left--) {
    dots.x.push(x += reader.number());
    dots.y.push(y += reader.number());
    dots.count.push(reader.number());
  }
  return dots;
}

export class Dots {
  #pictures = new Map();
  #source;
  #changed;

  /**
   * @param source `(z, x, y)`: the squares of a tile as `{ x, y, count }` in lists, or a promise of them; null for none
   * @param changed called when a tile came later
   */
  constructor(source, changed) {
    [this.#source, this.#changed] = [source, changed];
  }

  /** Forgets what was drawn, as points or colors are others; it stays in sight until there is another. */
  forget() {
    for (const entry of this.#pictures.values()) entry.isOld = true;
  }

  /** A tile that is there already, or asked for: its picture, null without points, undefined until it is there. */
  #tile(z, x, y, color) {
    const key = `${z}/${x}/${y}`;
    let entry = this.#pictures.get(key);
    if (!entry || entry.isOld) {
      entry = { picture: entry?.picture };
      this.#pictures.set(key, entry);
      if (this.#pictures.size > MOST_PICTURES) this.#pictures.delete(this.#pictures.keys().next().value);
      const take = (squares) => (entry.picture = squares && this.#paint(squares, color));
      const found = this.#source(z, x, y);
      if (found instanceof Promise) {
        found.then((squares) => {
          take(squares);
          this.#changed();
        }, () => this.#pictures.delete(key));
      } else {
        take(found);
      }
    }
    return entry;
  }

  #paint({ x, y, count }, color) {
    const picture = document.createElement("canvas");
    picture.width = picture.height = DOTS;
    const context = picture.getContext("2d");
    context.fillStyle = color;
    count.forEach((number, i) => {
      context.globalAlpha = 0.35 + 0.65 * Math.min(1, Math.log2(number) / Math.log2(FULL));
      context.fillRect(x[i], y[i], 1, 1);
    });
    return picture;
  }

  /**
   * Draws the points.
   * @param camera as the ground has it
   * @param turns where the world's west edge is on the screen, as often as the world is seen
   * @param share how much of it is drawn: 1 for all, 0 for nothing
   */
  draw(context, camera, color, turns, share) {
    const { scale, width, height } = camera;
    if (share <= 0) return;
    const zoom = Math.max(0, Math.min(DEEPEST, Math.round(camera.zoom)));
    const count = 2 ** zoom;
    const side = scale / count;
    const top = height / 2 - camera.y * scale;
    if (width / side > 64) return; // from so far away nothing is to be seen of it
    const [first, last] = [Math.max(0, Math.floor(-top / side)), Math.min(count - 1, Math.floor((height - top) / side))];
    context.globalAlpha = share;
    for (const left of turns) {
      const end = Math.min(count - 1, Math.floor((width - left) / side));
      for (let column = Math.max(0, Math.floor(-left / side)); column <= end; column++) {
        for (let row = first; row <= last; row++) {
          const { picture } = this.#tile(zoom, column, row, color);
          const at = [left + column * side, top + row * side, side, side];
          if (picture) context.drawImage(picture, ...at);
          else if (picture === undefined) this.#drawPart(context, zoom, column, row, at);
        }
      }
    }
    context.globalAlpha = 1;
  }

  /** Draws a part of a tile above one that is not there yet. */
  #drawPart(context, zoom, column, row, at) {
    for (let up = 1; up <= Math.min(4, zoom); up++) {
      const picture = this.#pictures.get(`${zoom - up}/${column >> up}/${row >> up}`)?.picture;
      if (!picture) continue;
      const part = DOTS / 2 ** up;
      context.drawImage(picture, (column % 2 ** up) * part, (row % 2 ** up) * part, part, part, ...at);
      return;
    }
  }
}

/** A source of tiles from the squares of all points, `unit` of which go across the world. */
export function dotsOf(dots, unit) {
  let [zoom, tiles] = [-1, null];
  return (z, x, y) => {
    if (z !== zoom) {
      [zoom, tiles] = [z, new Map()];
      const share = (2 ** z * dots.side) / unit;
      for (let i = 0; i < dots.count.length; i++) {
        // A square that is wider than one of the tile is drawn where its middle is.
        const [east, south] = [(dots.x[i] + 0.5) * share, (dots.y[i] + 0.5) * share];
        const key = Math.floor(south) * 2 ** z + Math.floor(east);
        let tile = tiles.get(key);
        if (!tile) tiles.set(key, tile = { x: [], y: [], count: [] });
        tile.x.push(Math.floor((east % 1) * DOTS));
        tile.y.push(Math.floor((south % 1) * DOTS));
        tile.count.push(dots.count[i]);
      }
    }
    return tiles.get(y * 2 ** z + x) ?? null;
  };
}
