// A base map under the ground's names: pictures from a server of tiles, or a file of PMTiles with pictures or vector tiles.

const SIDE = 256; // the side of a tile at its zoom, in screen points
const MOST_TILES = 400; // tiles that are kept

/** Draws the tiles of a source: `tile(z, x, y)` is a promise of what `paint(context, tile, …)` draws, or of null. */
export class BaseMap {
  #tiles = new Map();
  #source;
  #changed;

  constructor(source, changed) {
    [this.#source, this.#changed] = [source, changed];
  }

  /** Who made the map, as text. */
  get credit() { return this.#source.credit; }

  /** Whether it has names of its own. */
  get hasNames() { return this.#source.hasNames; }

  /** A tile that is there already; asks for it otherwise. */
  #tile(z, x, y) {
    const key = `${z}/${x}/${y}`;
    let entry = this.#tiles.get(key);
    if (!entry) {
      entry = { content: null };
      this.#tiles.set(key, entry);
      if (this.#tiles.size > MOST_TILES) this.#tiles.delete(this.#tiles.keys().next().value);
      this.#source.tile(z, x, y).then((content) => {
        entry.content = content;
        if (content) this.#changed();
      }, () => {});
    }
    return entry.content;
  }

  draw(context, camera, ratio, colors, turns) {
    const { scale, width, height } = camera;
    const wanted = Math.max(0, Math.round(camera.zoom));
    const zoom = Math.max(this.#source.minZoom, Math.min(this.#source.maxZoom, wanted));
    const count = 2 ** zoom;
    const side = scale / count;
    if (width / side > 64) return; // from so far away nothing is to be seen of it
    const top = height / 2 - camera.y * scale;
    const rows = [Math.max(0, Math.floor(-top / side)), Math.min(count - 1, Math.floor((height - top) / side))];
    for (const left of turns) {
      const columns = [Math.max(0, Math.floor(-left / side)), Math.min(count - 1, Math.floor((width - left) / side))];
      for (let y = rows[0]; y <= rows[1]; y++) {
        for (let x = columns[0]; x <= columns[1]; x++) this.#drawTile(context, zoom, x, y, left, top, side, ratio, colors);
      }
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Draws a tile; until it is there, the part of a tile above it that is. */
  #drawTile(context, zoom, x, y, left, top, side, ratio, colors) {
    for (let up = 0; up <= Math.min(4, zoom); up++) {
      const content = this.#tile(zoom - up, x >> up, y >> up);
      if (!content) continue;
      context.save();
      context.beginPath();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.rect(left + x * side, top + y * side, side, side);
      context.clip();
      const whole = side * 2 ** up;
      context.translate(left + (x >> up) * whole, top + (y >> up) * whole);
      context.scale(whole / SIDE, whole / SIDE);
      this.#source.paint(context, content, SIDE / whole, colors);
      context.restore();
      return;
    }
  }
}

const picture = { paint: (context, image) => context.drawImage(image, 0, 0, SIDE, SIDE) };

/** Pictures from an address with {z}, {x} and {y}. */
export const pictures = (address) => ({
  ...picture, minZoom: 0, maxZoom: 19, credit: new URL(address).host, hasNames: true,
  tile: (z, x, y) => new Promise((resolve) => {
    const image = new Image();
    image.crossOrigin = "anonymous"; // so that what the pane shows can be saved
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    image.src = address.replace("{z}", z).replace("{x}", x).replace("{y}", y);
  }),
});

async function unzipped(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads numbers of Protocol Buffers, and of PMTiles' directories. */
class Reader {
  constructor(bytes) {
    [this.bytes, this.next] = [bytes, 0];
  }

  get isDone() { return this.next >= this.bytes.length; }

  varint() {
    let [value, unit, byte] = [0, 1, 0];
    do {
      if (this.isDone) throw new Error("a tile is cut short");
      byte = this.bytes[this.next++];
      value += (byte & 127) * unit;
      unit *= 128;
    } while (byte > 127);
    return value;
  }

  take(count) {
    this.next += count;
    return this.bytes.subarray(this.next - count, this.next);
  }

  /** Calls a function with each field of a message: its number, and its bytes or its value. */
  fields(body) {
    while (!this.isDone) {
      const tag = this.varint();
      if ((tag & 7) === 2) body(tag >> 3, this.take(this.varint()));
      else if ((tag & 7) === 0) body(tag >> 3, this.varint());
      else this.take((tag & 7) === 1 ? 8 : 4);
    }
  }
}

/** The number of a tile: all tiles of the zooms before, and its position on the Hilbert curve. */
function tileNumber(z, x, y) {
  let number = (4 ** z - 1) / 3;
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [right, down] = [(x & side) > 0 ? 1 : 0, (y & side) > 0 ? 1 : 0];
    number += side * side * ((3 * right) ^ down);
    if (!down) {
      if (right) [x, y] = [side - 1 - (x & (side - 1)), side - 1 - (y & (side - 1))];
      [x, y] = [y, x];
    }
  }
  return number;
}

/** A file of PMTiles (version 3 of its specification), read in parts. */
export async function archive(address) {
  const part = async (offset, length) => {
    const response = await fetch(address, { headers: { Range: `bytes=${offset}-${offset + length - 1}` } });
    if (!response.ok) throw new Error("the base map's file cannot be read");
    return new Uint8Array(await response.arrayBuffer());
  };
  const header = new DataView((await part(0, 127)).buffer);
  const long = (at) => Number(header.getBigUint64(at, true));
  const [leaves, data, type] = [long(40), long(56), header.getUint8(99)];
  const unpacked = (bytes, packing) => (packing === 2 ? unzipped(bytes) : Promise.resolve(bytes));
  const directory = async (offset, length) => {
    const reader = new Reader(await unpacked(await part(offset, length), header.getUint8(97)));
    const entries = Array.from({ length: reader.varint() }, () => ({}));
    let number = 0;
    for (const entry of entries) entry.number = number += reader.varint();
    for (const entry of entries) entry.run = reader.varint();
    for (const entry of entries) entry.length = reader.varint();
    entries.forEach((entry, i) => {
      const value = reader.varint();
      entry.offset = value > 0 ? value - 1 : entries[i - 1].offset + entries[i - 1].length;
    });
    return entries;
  };
  const found = async (number, entries) => {
    const entry = entries.findLast((one) => one.number <= number);
    if (!entry) return null;
    if (entry.run > 0) return number < entry.number + entry.run ? entry : null;
    entry.leaf ??= directory(leaves + entry.offset, entry.length);
    return found(number, await entry.leaf);
  };
  const root = await directory(long(8), long(16));
  const metadata = JSON.parse(new TextDecoder().decode(
    await unpacked(await part(long(24), long(32)), header.getUint8(97))));
  const credit = new DOMParser().parseFromString(metadata.attribution ?? "", "text/html").body.textContent;
  const isVector = type === 1;
  return {
    ...(isVector ? vector : picture), minZoom: header.getUint8(100), maxZoom: header.getUint8(101), credit,
    hasNames: !isVector,
    async tile(z, x, y) {
      const entry = await found(tileNumber(z, x, y), root);
      if (!entry) return null;
      const bytes = await unpacked(await part(data + entry.offset, entry.length), header.getUint8(98));
      return isVector ? layersOf(bytes) : createImageBitmap(new Blob([bytes]));
    },
  };
}

// Layers of common schemas (Protomaps, OpenMapTiles), from the bottom up, and how they look.
const LOOKS = [
  [/^(earth|land)$/, "fill", "land"], [/^(water|ocean)$/, "fill", "sea"], [/^(building|buildings)$/, "fill", "border"],
  [/^(boundaries|boundary|admin)$/, "line", "border"], [/^(roads|transportation|streets)$/, "line", "shore"],
];

/** The shapes of a vector tile by their look, each as one path on a square of 256. */
function layersOf(bytes) {
  const layers = [];
  new Reader(bytes).fields((field, content) => {
    if (field !== 3) return;
    let [name, extent] = ["", 4096];
    const features = [];
    new Reader(content).fields((part, value) => {
      if (part === 1) name = new TextDecoder().decode(value);
      else if (part === 2) features.push(value);
      else if (part === 5) extent = value;
    });
    const rank = LOOKS.findIndex(([names]) => names.test(name));
    if (rank >= 0) layers.push({ rank, path: pathOf(features, SIDE / extent) });
  });
  return layers.sort((a, b) => a.rank - b.rank);
}

function pathOf(features, scale) {
  const path = new Path2D();
  for (const feature of features) {
    let [type, geometry] = [0, null];
    new Reader(feature).fields((field, value) => {
      if (field === 3) type = value;
      else if (field === 4) geometry = value;
    });
    if (type < 2 || !geometry) continue;
    const reader = new Reader(geometry);
    let [x, y] = [0, 0];
    const step = () => {
      const value = reader.varint();
      return value % 2 ? -(value + 1) / 2 : value / 2;
    };
    while (!reader.isDone) {
      const command = reader.varint();
      if ((command & 7) === 7) path.closePath();
      else {
        for (let left = command >> 3; left > 0; left--) {
          [x, y] = [x + step(), y + step()];
          path[(command & 7) === 1 ? "moveTo" : "lineTo"](x * scale, y * scale);
        }
      }
    }
  }
  return path;
}

const vector = {
  paint(context, layers, pixel, colors) {
    for (const { rank, path } of layers) {
      const [, kind, color] = LOOKS[rank];
      context.fillStyle = context.strokeStyle = colors[color];
      context.lineWidth = pixel;
      if (kind === "fill") context.fill(path, "nonzero");
      else context.stroke(path);
    }
  },
};
