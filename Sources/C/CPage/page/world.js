// What lies under the markers of all panes: land or a base map, points and a graticule. It is kept as a picture that is larger
// than a pane, so that a pan moves a picture, and a zoom stretches it until it has come to rest.

import { drawGraticule } from "./graticule.js";
import { Ground, groundShare } from "./ground.js";
import { palette } from "./palette.js";

const ROOM = 192; // screen points beyond the pane on each side
const STRETCH = 0.6; // zooms by which the picture is stretched while the map moves
const REST = 120; // milliseconds without a move after which the picture is drawn again

export class World {
  ground = new Ground();

  /** The base map in its place; null for none. */
  base = null;

  /** The points themselves, which are the ground where there is no other. */
  dots = null;

  /** Called when the picture is to be drawn again, as the map rests. */
  onRest = () => {};

  #picture = null;
  #rest = 0;

  /** Forgets the picture, as something of it is another. */
  forget() {
    this.#picture = null;
  }

  /** Whether points are to be seen at a camera's zoom. */
  showsDots({ wraps, zoom }) {
    return !this.base && (!wraps || groundShare(zoom) < 1);
  }

  /** Draws it all, and says whether names of towns go on it. */
  draw(context, camera, ratio, font) {
    const view = camera.upright;
    const colors = palette();
    const picture = this.#pictureFor(view, ratio, colors);
    const stretch = 2 ** (camera.zoom - picture.view.zoom);
    context.save();
    context.translate(camera.width / 2, camera.height / 2);
    if (camera.bearing) context.rotate((-camera.bearing * Math.PI) / 180);
    const { east, south } = this.#away(picture.view, view);
    let [left, top] = [-east - (picture.view.width / 2) * stretch, -south - (picture.view.height / 2) * stretch];
    if (stretch === 1 && !camera.bearing) {
      // A picture on whole pixels stays sharp, and is copied without any computation.
      left = Math.round((left + camera.width / 2) * ratio) / ratio - camera.width / 2;
      top = Math.round((top + camera.height / 2) * ratio) / ratio - camera.height / 2;
    }
    context.drawImage(
      picture.canvas, left, top, (picture.canvas.width / ratio) * stretch, (picture.canvas.height / ratio) * stretch);
    if (camera.wraps) {
      context.translate(-view.width / 2, -view.height / 2);
      drawGraticule(context, view, null, colors, font);
    }
    context.restore();
    return camera.wraps && !this.base?.hasNames;
  }

  drawNames(context, camera, font, discs) {
    const view = camera.upright;
    const [right, down] = [camera.width / 2, camera.height / 2];
    const place = camera.bearing === 0 ? undefined : (x, y) => {
      const way = camera.turn(x - view.width / 2, y - view.height / 2);
      return [way[0] + right, way[1] + down];
    };
    this.ground.drawLabels(context, view, palette(), font, turns(view), discs, place);
  }

  /** How far the middle of a view is from that of another, in its screen points. */
  #away(from, { x, y, scale, wraps }) {
    let east = x - from.x;
    if (wraps) east -= Math.round(east);
    return { east: east * scale, south: (y - from.y) * scale };
  }

  /** The picture that is there, or a new one where it does not cover a view or is stretched too far. */
  #pictureFor(view, ratio, colors) {
    const last = this.#picture;
    const stretch = last ? 2 ** (view.zoom - last.view.zoom) : 0;
    if (last && last.ratio === ratio && last.colors === colors) {
      const { east, south } = this.#away(last.view, view);
      const covers = Math.abs(east) + view.width / 2 <= (last.view.width / 2) * stretch + 1
        && Math.abs(south) + view.height / 2 <= (last.view.height / 2) * stretch + 1;
      const isNear = Math.abs(view.zoom - last.view.zoom) < STRETCH;
      if (covers && (stretch === 1 || (isNear && !last.isDue))) {
        clearTimeout(this.#rest);
        if (stretch !== 1) {
          this.#rest = setTimeout(() => {
            last.isDue = true;
            this.onRest();
          }, REST);
        }
        return last;
      }
    }
    clearTimeout(this.#rest);
    const wide = { ...view, width: Math.ceil(view.width) + 2 * ROOM, height: Math.ceil(view.height) + 2 * ROOM };
    const canvas = last?.canvas ?? document.createElement("canvas");
    const size = [Math.ceil(wide.width * ratio), Math.ceil(wide.height * ratio)];
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#picture = { canvas, view: wide, ratio, colors, isDue: false };
    this.#paint(context, wide, ratio, colors);
    return this.#picture;
  }

  #paint(context, view, ratio, colors) {
    const sides = turns(view);
    if (view.wraps) {
      this.ground.draw(context, view, ratio, colors, sides);
      this.base?.draw(context, view, ratio, colors, sides);
    } else {
      context.fillStyle = colors.land;
      context.fillRect(0, 0, view.width, view.height);
    }
    if (!this.base) this.dots.draw(context, view, colors.dot, sides, view.wraps ? 1 - groundShare(view.zoom) : 1);
  }
}

/** Where the world's west edge is on an upright view, as often as the world is seen. */
function turns({ x, scale, width, wraps }) {
  const west = width / 2 - x * scale;
  if (!wraps) return [west];
  const sides = [];
  for (let side = west + Math.ceil((-scale - west) / scale) * scale; side <= width; side += scale) sides.push(side);
  return sides;
}
