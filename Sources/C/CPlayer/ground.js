// The ground under the markers: Natural Earth at 1:110 million for the whole world, and at 1:50 million closer up. It stands in
// pages of their own too, behind which there are no modules: so it imports nothing.

const FINE = 4; // the zoom from which the finer ground is drawn
const FADES = [9, 12]; // the zooms from which the finer ground is too coarse, and beyond which it is not drawn
const WIDEST = 4096; // the most device pixels across the world as a picture
const LABEL = 11; // the size of a label, in screen points

/** How much of the ground is drawn at a zoom: 1 for all, 0 for nothing. */
export const groundShare = (zoom) => Math.min(1, Math.max(0, (FADES[1] - zoom) / (FADES[1] - FADES[0])));

const toEast = (longitude) => longitude / 360 + 0.5;

function toSouth(latitude) {
  const sine = Math.sin((Math.min(85.0511287798, Math.max(-85.0511287798, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Reads the numbers of a file of the ground; CGround.h says how it is written. */
export class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.next = 0;
  }

  number() {
    let [value, unit, byte] = [0, 1, 0];
    do {
      byte = this.bytes[this.next++];
      value += (byte & 127) * unit;
      unit *= 128;
    } while (byte > 127);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  skip(count) {
    this.next += count;
    return this.bytes.subarray(this.next - count, this.next);
  }

  /** A path of rings or lines on the unit square, from a corner of it. */
  path(scale, closes, left = 0, top = 0) {
    const path = new Path2D();
    for (let parts = this.number(); parts > 0; parts--) {
      let [longitude, latitude] = [0, 0];
      const count = this.number();
      for (let i = 0; i < count; i++) {
        longitude += this.number();
        latitude += this.number();
        path[i ? "lineTo" : "moveTo"](toEast(longitude / scale) - left, toSouth(latitude / scale) - top);
      }
      if (closes) path.closePath();
    }
    return path;
  }
}

/** A part of the finer ground. Its paths are made when they are first drawn, relative to its corner. */
class GroundTile {
  #bytes;
  #scale;
  #paths = null;

  constructor(west, south, side, bytes, scale) {
    [this.#bytes, this.#scale] = [bytes, scale];
    [this.left, this.right] = [toEast(west), toEast(west + side)];
    [this.top, this.bottom] = [toSouth(south + side), toSouth(south)];
  }

  get paths() {
    if (!this.#paths) {
      const reader = new Reader(this.#bytes);
      const path = (closes) => reader.path(this.#scale, closes, this.left, this.top);
      this.#paths = { land: path(true), lakes: path(true), coast: path(false), borders: path(false) };
    }
    return this.#paths;
  }
}

export class Ground {
  #coarse = null;
  #world = { key: "", picture: null };
  #tiles = [];
  #isPart = false;
  #labels = [];
  #names = { look: "", pictures: new Map() };

  /**
   * Reads a file of the ground; until then there is nothing to draw.
   * @param isPart whether it has the finer ground of some places alone, so that the coarse one is drawn elsewhere
   */
  read(bytes, isPart = false) {
    this.#isPart = isPart;
    const reader = new Reader(bytes);
    const [side, scale] = [reader.number(), reader.number()];
    this.#coarse = reader.path(scale, true);
    for (let towns = reader.number(); towns > 0; towns--) {
      const [x, y] = [toEast(reader.number() / scale), toSouth(reader.number() / scale)];
      const zoom = reader.number() / 10;
      this.#labels.push({ name: new TextDecoder().decode(reader.skip(reader.number())), x, y, zoom });
    }
    for (let tiles = reader.number(); tiles > 0; tiles--) {
      const [west, south] = [reader.number(), reader.number()];
      this.#tiles.push(new GroundTile(west, south, side, reader.skip(reader.number()), scale));
    }
  }

  /**
   * Draws the sea, land, lakes, coasts and borders.
   * @param camera `x` and `y` of the middle in shares of the world, `scale` (its width on the screen), `zoom`, `width`, `height`
   * @param ratio device pixels of a screen point
   * @param colors `sea`, `land`, `shore` and `border`
   * @param turns where the world's west edge is on the screen, as often as the world is seen
   */
  draw(context, camera, ratio, colors, turns) {
    const { scale, width, height } = camera;
    const share = groundShare(camera.zoom);
    context.fillStyle = colors.land;
    context.fillRect(0, 0, width, height);
    if (!share) return;
    context.globalAlpha = share;
    context.fillStyle = colors.sea;
    context.fillRect(0, 0, width, height);
    context.globalAlpha = 1;
    if (!this.#coarse) return;
    const top = height / 2 - camera.y * scale;
    const world = camera.zoom < FINE ? this.#picture(scale, ratio, colors) : null;
    for (const left of turns) {
      const to = (x, y) => context.setTransform(
        scale * ratio, 0, 0, scale * ratio, (left + x * scale) * ratio, (top + y * scale) * ratio);
      context.lineWidth = 1 / scale;
      if (camera.zoom < FINE) {
        if (world) {
          context.setTransform(1, 0, 0, 1, 0, 0);
          context.drawImage(world, Math.round(left * ratio), Math.round(top * ratio));
        } else {
          to(0, 0);
          this.#drawCoarse(context, colors);
        }
        continue;
      }
      const shown = this.#tiles.filter((tile) => (
        left + tile.right * scale >= 0 && left + tile.left * scale <= width
        && top + tile.bottom * scale >= 0 && top + tile.top * scale <= height));
      const each = (body) => {
        for (const tile of shown) {
          to(tile.left, tile.top);
          body(tile.paths);
        }
      };
      if (this.#isPart && left <= width && left + scale >= 0) {
        context.save();
        to(0, 0);
        const elsewhere = new Path2D();
        elsewhere.rect(0, 0, 1, 1);
        for (const { left, right, top, bottom } of shown) elsewhere.rect(left, top, right - left, bottom - top);
        context.clip(elsewhere, "evenodd");
        this.#drawCoarse(context, colors);
        context.restore();
      }
      // Tiles go a little beyond their sides, so all land comes before any lake, and both before lines.
      context.fillStyle = colors.land;
      each(({ land }) => context.fill(land, "evenodd"));
      context.globalAlpha = share;
      context.fillStyle = colors.sea;
      each(({ lakes }) => context.fill(lakes, "evenodd"));
      context.strokeStyle = colors.shore;
      each(({ coast, lakes }) => {
        context.stroke(coast);
        context.stroke(lakes);
      });
      context.strokeStyle = colors.border;
      each(({ borders }) => context.stroke(borders));
      context.globalAlpha = 1;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  #drawCoarse(context, colors) {
    context.fillStyle = colors.land;
    context.fill(this.#coarse, "evenodd");
    context.strokeStyle = colors.shore;
    context.stroke(this.#coarse);
  }

  /** The coarse ground as a picture from the second frame at a zoom on, so that pans and moving markers take no paths; or null. */
  #picture(scale, ratio, colors) {
    const side = Math.ceil(scale * ratio);
    if (side > WIDEST) return null;
    const key = `${scale} ${ratio} ${colors.land} ${colors.shore}`;
    if (this.#world.key !== key) {
      this.#world = { key, picture: null };
      return null;
    }
    if (!this.#world.picture) {
      const picture = document.createElement("canvas");
      picture.width = picture.height = side;
      const context = picture.getContext("2d");
      context.scale(scale * ratio, scale * ratio);
      context.lineWidth = 1 / scale;
      this.#drawCoarse(context, colors);
      this.#world.picture = picture;
    }
    return this.#world.picture;
  }

  /**
   * Writes names of towns in `colors.place`, the important ones first, where they lie on no other and on no marker.
   * @param discs markers as x, y and radius on the screen
   * @param place turns a position on the camera's view into one on the screen, where these differ
   */
  drawLabels(context, camera, colors, font, turns, discs, place = (x, y) => [x, y]) {
    if (camera.zoom >= FADES[1]) return;
    const { scale, width, height } = camera;
    const top = height / 2 - camera.y * scale;
    const taken = [];
    const ratio = context.getTransform().a;
    const look = `${ratio} ${colors.land} ${colors.place} ${font}`;
    if (this.#names.look !== look) this.#names = { look, pictures: new Map() };
    for (const { name, x, y, zoom } of this.#labels) {
      if (zoom > camera.zoom + 1) break;
      const south = top + y * scale;
      if (south < -LABEL || south > height) continue;
      for (const left of turns) {
        const east = left + x * scale;
        if (east < 0 || east > width) continue;
        const at = place(east, south);
        const picture = this.#nameOf(name, ratio, colors, font);
        const half = picture.width / ratio / 2;
        const isFree = ([left, top, right, bottom]) => !taken.some((other) => (
          left < other[2] && right > other[0] && top < other[3] && bottom > other[1]))
          && !discs.some(([x, y, r]) => Math.hypot(
            x - Math.max(left, Math.min(x, right)), y - Math.max(top + 5, Math.min(y, bottom - 5))) < r);
        // Below the place, where a pin may stand, or else above it.
        const box = [LABEL, -LABEL].map((down) => [at[0] - half, at[1] + down - LABEL, at[0] + half, at[1] + down + LABEL])
          .find(isFree);
        if (!box) continue;
        taken.push(box);
        context.drawImage(picture, box[0], box[1], 2 * half, picture.height / ratio);
      }
    }
  }

  /** A name as a picture, which is drawn faster than a text. */
  #nameOf(name, ratio, colors, font) {
    let picture = this.#names.pictures.get(name);
    if (picture) return picture;
    picture = document.createElement("canvas");
    const context = picture.getContext("2d");
    context.font = `${LABEL}px ${font}`;
    const half = context.measureText(name).width / 2 + 4;
    picture.width = Math.ceil(2 * half * ratio);
    picture.height = Math.ceil(2 * LABEL * ratio);
    context.scale(ratio, ratio);
    context.font = `${LABEL}px ${font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeStyle = colors.land;
    context.fillStyle = colors.place;
    context.strokeText(name, half, LABEL);
    context.fillText(name, half, LABEL);
    this.#names.pictures.set(name, picture);
    return picture;
  }
}
