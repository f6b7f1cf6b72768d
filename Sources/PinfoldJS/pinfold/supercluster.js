import { hasStrategy, RECORD, Session } from "./module.js";
import { strategies } from "./strategies.js";

const defaults = {
  strategy: "radius", order: "input", nodeSize: 64, log: false, generateId: false, reduce: null, map: (properties) => properties,
};

const names = Object.keys(strategies);

/**
 * Clusters of points: the class of supercluster 8, with its options, methods and results, and besides that edits, stable
 * ids and other strategies.
 */
export class Supercluster {
  #session = null;
  #strategy;
  #parameters;
  // Features by their rows; undefined for one that was removed.
  #features = [];
  // The engine's keys of the points, by row. They are the keys of the features' ids, so that ids of clusters depend on
  // these; null if features have no id or share one: then the keys are the rows.
  #keys = null;
  // Rows by the keys of the features' ids; null until they are needed.
  #rows = null;
  // Reduced properties by the ids of clusters.
  #reduced = new Map();

  constructor(options = {}) {
    const { strategy = defaults.strategy } = options ?? {};
    if (!Object.hasOwn(strategies, strategy)) {
      throw new TypeError(`there is no strategy '${strategy}'; there are: ${names.join(", ")}`);
    }
    if (!hasStrategy(strategy)) {
      throw new TypeError(`the strategy '${strategy}' is not in this module; import "pinfold" instead of "pinfold/radius"`);
    }
    const ranges = Object.entries(strategies[strategy]);
    const numbers = Object.fromEntries(ranges.map(([name, [, , usual]]) => [name, usual]));
    const known = { ...defaults, minZoom: 0, maxZoom: strategy === "radius" ? 16 : 20, extent: 512, ...numbers };
    for (const name of Object.keys(options ?? {})) {
      if (!Object.hasOwn(known, name)) {
        throw new TypeError(`strategy '${strategy}' has no option '${name}'; there are: ${Object.keys(known).join(", ")}`);
      }
    }
    this.options = { ...known, ...options };
    this.#strategy = strategy;
    this.#parameters = ranges.map(([name, [least, greatest, , isWhole]]) => {
      const value = this.options[name];
      if (typeof value !== "number" || !(value >= least && value <= greatest) || (isWhole && !Number.isInteger(value))) {
        throw new RangeError(`option '${name}' is ${value}; it takes ${isWhole ? "a whole number" : "a number"} in ${least}…${greatest}`);
      }
      return value;
    });
    if (strategy === "radius") {
      if (!["input", "canonical"].includes(this.options.order)) {
        throw new TypeError(`option 'order' is '${this.options.order}'; it takes 'input' or 'canonical'`);
      }
      if (this.options.minZoom > this.options.maxZoom) throw new RangeError("option 'minZoom' is greater than 'maxZoom'");
      this.#parameters.push(this.options.order === "input" ? 1 : 0);
    }
  }

  /** Builds the clusters of point features. Features without a geometry are left out. */
  load(features) {
    const start = performance.now();
    const { numbers, longitudes, latitudes } = columns(features);
    // Features without a geometry have no row.
    const loaded = numbers.length === features.length ? Array.from(features) : Array.from(numbers, (row) => features[row]);
    const [keys, rows] = keysOf(loaded);
    const session = new Session(this.#strategy, this.#parameters, longitudes, latitudes, keys);
    this.#session?.end();
    this.#session = session;
    [this.#features, this.#keys, this.#rows] = [loaded, keys, rows];
    this.#reduced.clear();
    if (this.options.log) console.log(`${this.#features.length} points clustered in ${Math.round(performance.now() - start)} ms`);
    return this;
  }

  /** The clusters and points in a box of west, south, east, north, in degrees. */
  getClusters(bbox, zoom) {
    const { maxZoom } = this.options;
    zoom = this.#limited(zoom);
    const latitudes = [bbox[1], bbox[3]].map((latitude) => Math.max(-90, Math.min(90, latitude)));
    let west = wrapped(bbox[0]);
    let east = bbox[2] === 180 ? 180 : wrapped(bbox[2]);
    if (bbox[2] - bbox[0] >= 360) [west, east] = [-180, 180];
    if (![west, east, ...latitudes, zoom].every(Number.isFinite)) throw new TypeError("a box of four numbers and a zoom are expected");
    if (latitudes[0] > latitudes[1]) return [];
    const records = this.#loaded().query("clusters", RECORD, west, latitudes[0], east, latitudes[1], zoom);
    return this.#markers(records, zoom > maxZoom);
  }

  /** What a cluster splits into. */
  getChildren(clusterId) {
    return this.#markers(this.#loaded().query("children", RECORD, clusterId), false);
  }

  /** The features of a cluster, page by page. */
  getLeaves(clusterId, limit, offset) {
    const most = 0x7fffffff;
    return this.#leaves(clusterId, Math.min(limit || 10, most), Math.max(0, Math.min(offset || 0, most)));
  }

  /** The zoom at which a cluster splits. */
  getClusterExpansionZoom(clusterId) {
    const [zoom] = this.#loaded().query("expansion_zoom", 1, clusterId);
    // The first of the zooms that `getClusters` has.
    const { levelsPerZoom: levels = 1, maxZoom } = this.options;
    return Math.min(Number.isFinite(zoom) ? Math.ceil(zoom * levels - 1e-9) / levels : Infinity, maxZoom + 1);
  }

  /** The features of a vector tile, in whole numbers of `extent` units; null if there are none. */
  getTile(z, x, y) {
    const { extent, radius, maxZoom, generateId } = this.options;
    if (![z, x, y].every(Number.isInteger)) {
      throw new TypeError(`the tile is ${z}/${x}/${y}; a zoom, a column and a row are expected, all of them whole numbers`);
    }
    if (z < 0 || z > 32 || Math.min(x, y) < 0 || Math.max(x, y) >= 2 ** z) return null;
    const records = this.#loaded().query("tile", RECORD, z, x, y, extent, Math.min(1, (radius ?? extent / 8) / extent));
    const features = [];
    for (let at = 0; at < records.length; at += RECORD) {
      const [id, px, py, count, number] = records.subarray(at, at + RECORD);
      const geometry = [[Math.round(px), Math.round(py)]];
      if (number < 0 && z <= maxZoom) {
        features.push({ type: 1, geometry, tags: this.#properties(id, count), id });
        continue;
      }
      for (const single of number < 0 ? this.#leafNumbers(id, count, 0) : [number]) {
        const row = this.#row(single);
        const feature = this.#features[row];
        const one = { type: 1, geometry, tags: feature.properties };
        const own = generateId ? row : feature.id;
        if (own !== undefined) one.id = own;
        features.push(one);
      }
    }
    return features.length ? { features } : null;
  }

  // Edits

  /** Adds point features. Each needs an `id` if it is to be moved or removed later. */
  add(features) {
    const first = this.#features.length;
    const { numbers, longitudes, latitudes } = columns(features);
    const rows = this.#rowsByID();
    const added = numbers.map((number) => features[number]);
    const named = added.map(({ id }, index) => keyOf(id ?? `row ${first + index}`));
    const fresh = new Set();
    for (const [index, key] of named.entries()) {
      if (!hasID(added[index])) continue;
      if (rows.has(key) || fresh.has(key)) throw new Error(`a feature with the id ${added[index].id} is there already`);
      fresh.add(key);
    }
    this.#edit(0, Float64Array.from(named, (key, index) => (this.#keys ? key : first + index)), longitudes, latitudes);
    for (const [index, feature] of added.entries()) {
      this.#keys?.push(named[index]);
      if (this.#keys || hasID(feature)) rows.set(named[index], first + index);
      this.#features.push(feature);
    }
    return this;
  }

  /** Removes the features with some ids. */
  remove(ids) {
    const list = Array.isArray(ids) ? ids : [ids];
    const numbers = list.map((id) => this.#number(id));
    this.#edit(1, Float64Array.from(numbers, (number) => this.#key(number)));
    for (const [place, number] of numbers.entries()) {
      this.#rows.delete(keyOf(list[place]));
      this.#features[number] = undefined;
    }
    return this;
  }

  /** Moves the feature with an id to a longitude and a latitude. */
  move(id, coordinates) {
    const number = this.#number(id);
    const [longitude, latitude] = coordinates;
    checked(longitude, latitude, `the new place of feature ${id}`);
    this.#edit(2, Float64Array.of(this.#key(number)), Float64Array.of(longitude), Float64Array.of(latitude));
    const feature = this.#features[number];
    this.#features[number] = { ...feature, geometry: { ...feature.geometry, coordinates: [longitude, latitude] } };
    return this;
  }

  /** Replaces the properties of the feature with an id; clusters keep their ids. */
  update(id, properties) {
    const number = this.#number(id);
    this.#features[number] = { ...this.#features[number], properties };
    this.#reduced.clear();
    return this;
  }

  #edit(kind, ...values) {
    if (values[0].length) this.#loaded().edit(kind, ...values);
    this.#reduced.clear();
  }

  #rowsByID() {
    if (!this.#rows) {
      const rows = new Map();
      for (const [row, feature] of this.#features.entries()) {
        if (!hasID(feature)) continue;
        const key = keyOf(feature.id);
        if (rows.has(key)) throw new Error(`two features have the id ${feature.id}`);
        rows.set(key, row);
      }
      this.#rows = rows;
    }
    return this.#rows;
  }

  #number(id) {
    const row = this.#rowsByID().get(keyOf(id));
    if (row === undefined) throw new Error(`no feature has the id ${id}`);
    return row;
  }

  /** The engine's key of a row. */
  #key(row) {
    return this.#keys ? this.#keys[row] : row;
  }

  /** The row of an engine's key. */
  #row(key) {
    return this.#keys ? this.#rows.get(key) : key;
  }

  #loaded() {
    if (!this.#session) throw new Error("no points are loaded; call load(features) first");
    return this.#session;
  }

  #limited(zoom) {
    const { levelsPerZoom: levels = 1, minZoom, maxZoom } = this.options;
    return Math.max(minZoom, Math.min(Math.floor(+zoom * levels) / levels, maxZoom + 1));
  }

  // Results

  #markers(records, pointsAlone) {
    const markers = [];
    for (let at = 0; at < records.length; at += RECORD) {
      const [id, longitude, latitude, count, number] = records.subarray(at, at + RECORD);
      if (number >= 0) {
        markers.push(this.#features[this.#row(number)]);
      } else if (pointsAlone) {
        markers.push(...this.#leaves(id, count, 0));
      } else {
        markers.push({
          type: "Feature", id, properties: this.#properties(id, count),
          geometry: { type: "Point", coordinates: [longitude, latitude] },
        });
      }
    }
    return markers;
  }

  #leafNumbers(id, limit, offset) {
    return this.#loaded().query("leaves", 1, id, limit, offset);
  }

  #leaves(id, limit, offset) {
    return Array.from(this.#leafNumbers(id, limit, offset), (number) => this.#features[this.#row(number)]);
  }

  #properties(id, count) {
    const short =
      count >= 10000 ? `${Math.round(count / 1000)}k` : count >= 1000 ? `${Math.round(count / 100) / 10}k` : count;
    return { ...this.#reduction(id, count), cluster: true, cluster_id: id, point_count: count, point_count_abbreviated: short };
  }

  /** The properties of a cluster's features after `map` and `reduce`. */
  #reduction(id, count) {
    const { map, reduce } = this.options;
    if (!reduce) return {};
    let result = this.#reduced.get(id);
    if (!result) {
      for (const { properties } of this.#leaves(id, count, 0)) {
        const mapped = map(properties);
        if (result) reduce(result, mapped); else result = { ...mapped };
      }
      this.#reduced.set(id, result);
    }
    return result;
  }
}

/** The rows with a geometry and their coordinates. */
function columns(features) {
  if (!Array.isArray(features)) {
    const collection = Array.isArray(features?.features);
    throw new TypeError(`an array of point features is expected${collection ? "; pass the 'features' of the collection" : ""}`);
  }
  const numbers = [];
  const longitudes = new Float64Array(features.length);
  const latitudes = new Float64Array(features.length);
  for (const [row, feature] of features.entries()) {
    if (!feature?.geometry) continue;
    const owner = feature.id === undefined ? `feature ${row}` : `feature ${row} (id ${feature.id})`;
    const { type, coordinates } = feature.geometry;
    if (type !== "Point") throw new TypeError(`${owner} is a ${type}; points are expected`);
    if (!Array.isArray(coordinates)) throw new TypeError(`${owner} has no list of coordinates`);
    const [longitude, latitude] = coordinates;
    checked(longitude, latitude, owner);
    longitudes[numbers.length] = longitude;
    latitudes[numbers.length] = latitude;
    numbers.push(row);
  }
  return { numbers, longitudes: longitudes.subarray(0, numbers.length), latitudes: latitudes.subarray(0, numbers.length) };
}

const hasID = (feature) => feature?.id !== undefined && feature.id !== null;

/** The key of an id, a whole number of 53 bits: the id itself, or the hash of an id that is no such number. */
function keyOf(id) {
  if (Number.isSafeInteger(id) && id >= 0) return id;
  const text = `${typeof id} ${id}`;
  let [upper, lower] = [0x2545f491, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    upper = Math.imul(upper ^ text.charCodeAt(i), 0x01000193);
    lower = Math.imul(lower ^ upper, 0x85ebca6b) + text.charCodeAt(i);
    lower ^= lower >>> 15;
  }
  return (upper >>> 0) * 0x200000 + (lower >>> 11);
}

/** The keys of the ids of features, and the rows by these keys; nulls unless each feature has an id of its own. */
function keysOf(features) {
  if (!features.every(hasID)) return [null, null];
  const keys = features.map(({ id }) => keyOf(id));
  const rows = new Map(keys.map((key, row) => [key, row]));
  return rows.size === keys.length ? [keys, rows] : [null, null];
}

function checked(longitude, latitude, owner) {
  if (!Number.isFinite(longitude)) throw new RangeError(`${owner}: the longitude is ${longitude}; degrees are expected`);
  if (!(latitude >= -90 && latitude <= 90)) throw new RangeError(`${owner}: the latitude is ${latitude}; −90…90 is expected`);
}

/** A longitude within −180..<180. */
function wrapped(longitude) {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
