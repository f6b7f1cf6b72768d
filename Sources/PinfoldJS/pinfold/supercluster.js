import { Identifiers } from "./identifiers.js";
import { boxOf, checkPlace, columns, shown, shownID } from "./input.js";
import { hasStrategy, RECORD, Session } from "./module.js";
import { Recent } from "./recent.js";
import { strategies } from "./strategies.js";

const defaults = {
  strategy: "radius", order: "input", nodeSize: 64, log: false, generateId: false, reduce: null, map: (properties) => properties,
};

const names = Object.keys(strategies);

// The fewest clusters whose ids and reduced properties are kept.
const REMEMBERED = 50_000;

/**
 * Clusters of points: the class of supercluster 8, with its options, methods and results, and besides that edits, stable
 * ids and other strategies.
 */
export class Supercluster {
  #session = null;
  #isFreed = false;
  #strategy;
  #parameters;
  // Features by their rows; undefined for one that was removed.
  #features = [];
  #identifiers = new Identifiers([]);
  // Reduced properties by the ids of clusters.
  #reduced = new Recent(REMEMBERED);
  // The calls that returned clusters, by the ids of these; of strategies whose engine knows the clusters of its last call
  // alone. Such a call is made again when one is looked up.
  #origins = new Recent(REMEMBERED);
  #lastOrigin = null;

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
        throw new RangeError(`option '${name}' is ${shown(value)}; it takes ${isWhole ? "a whole number" : "a number"} in ${least}…${greatest}`);
      }
      return value;
    });
    if (strategy === "radius") {
      if (!["input", "canonical"].includes(this.options.order)) {
        throw new TypeError(`option 'order' is ${shown(this.options.order)}; it takes 'input' or 'canonical'`);
      }
      if (this.options.minZoom > this.options.maxZoom) throw new RangeError("option 'minZoom' is greater than 'maxZoom'");
      this.#parameters.push(this.options.order === "input" ? 1 : 0);
    }
  }

  /** Builds the clusters of point features. Features without a geometry are left out. */
  load(features) {
    this.#checkUse();
    const start = performance.now();
    const { rows, longitudes, latitudes } = columns(features);
    // Features without a geometry have no row.
    const loaded = rows.length === features.length ? Array.from(features) : Array.from(rows, (row) => features[row]);
    const identifiers = new Identifiers(loaded);
    const session = new Session(this.#strategy, this.#parameters, longitudes, latitudes, identifiers.keys);
    this.#session?.end();
    this.#session = session;
    [this.#features, this.#identifiers] = [loaded, identifiers];
    this.#origins.clear();
    this.#forget();
    if (this.options.log) console.log(`${this.#features.length} points clustered in ${Math.round(performance.now() - start)} ms`);
    return this;
  }

  /** Gives back the memory of the module at once. Every later call throws. */
  free() {
    this.#session?.end();
    this.#isFreed = true;
    this.#session = null;
    [this.#features, this.#identifiers] = [[], new Identifiers([])];
    this.#origins.clear();
    this.#forget();
  }

  /** The clusters and points in a box of west, south, east, north, in degrees. */
  getClusters(bbox, zoom) {
    const session = this.#loaded();
    const box = boxOf(bbox, zoom);
    if (!box) return [];
    const level = this.#limited(zoom);
    const records = session.query("pinfold_clusters", RECORD, box[0], box[1], box[2], box[3], level);
    const origin = this.#origin("pinfold_clusters", box, level);
    return this.#markers(records, origin, level > this.options.maxZoom);
  }

  /** What a cluster splits into. */
  getChildren(clusterId) {
    this.#recall(clusterId);
    const records = this.#loaded().query("pinfold_children", RECORD, clusterId);
    return this.#markers(records, this.#origin("pinfold_children", [+clusterId]), false);
  }

  /** The features of a cluster, page by page. */
  getLeaves(clusterId, limit, offset) {
    this.#recall(clusterId);
    const most = 0x7fffffff;
    return this.#leaves(clusterId, Math.min(limit || 10, most), Math.max(0, Math.min(offset || 0, most)));
  }

  /** The zoom at which a cluster splits. */
  getClusterExpansionZoom(clusterId) {
    this.#recall(clusterId);
    const [zoom] = this.#loaded().query("pinfold_expansion_zoom", 1, clusterId);
    // The first of the zooms that `getClusters` has.
    const { levelsPerZoom: levels = 1, maxZoom } = this.options;
    return Math.min(Number.isFinite(zoom) ? Math.ceil(zoom * levels - 1e-9) / levels : Infinity, maxZoom + 1);
  }

  /** The features of a vector tile, in whole numbers of `extent` units; null if there are none. */
  getTile(z, x, y) {
    const session = this.#loaded();
    const { extent, radius, maxZoom, generateId } = this.options;
    if (![z, x, y].every(Number.isInteger)) {
      throw new TypeError(
        `the tile is ${[z, x, y].map(shown).join(", ")}; a zoom, a column and a row are expected, all of them whole numbers`);
    }
    if (z < 0 || z > 32 || Math.min(x, y) < 0 || Math.max(x, y) >= 2 ** z) return null;
    const values = [z, x, y, extent, Math.min(1, (radius ?? extent / 8) / extent)];
    // Copies, as the next call overwrites what one answers.
    const records = session.query("pinfold_tile", RECORD, ...values).slice();
    const origin = this.#origin("pinfold_tile", values);
    const features = [];
    for (let at = 0; at < records.length; at += RECORD) {
      const [id, px, py, count, row] = records.subarray(at, at + RECORD);
      const geometry = [[Math.round(px), Math.round(py)]];
      if (row < 0 && z <= maxZoom) {
        if (origin) this.#origins.set(id, origin);
        features.push({ type: 1, geometry, tags: this.#properties(id, count), id });
        continue;
      }
      for (const single of row < 0 ? this.#leafRows(id, count, 0).slice() : [row]) {
        const feature = this.#features[single];
        const one = { type: 1, geometry, tags: feature.properties };
        const own = generateId ? single : feature.id;
        if (own !== undefined) one.id = own;
        features.push(one);
      }
    }
    return features.length ? { features } : null;
  }

  // Edits

  /** Adds point features. Each needs an `id` if it is to be moved or removed later. */
  add(features) {
    const session = this.#loaded();
    const first = this.#features.length;
    const { rows, longitudes, latitudes } = columns(features);
    const added = rows.map((row) => features[row]);
    const keys = this.#identifiers.keysOfNew(added, first);
    if (added.length) session.edit(0, keys, longitudes, latitudes);
    for (const feature of added) this.#features.push(feature);
    this.#identifiers.add(added, first, keys);
    this.#forget();
    return this;
  }

  /** Removes the features with some ids. */
  remove(ids) {
    const session = this.#loaded();
    const list = Array.isArray(ids) ? ids : [ids];
    const rows = [...new Set(list.flatMap((id) => this.#identifiers.all(id)))];
    if (rows.length) session.edit(1, this.#identifiers.keysOf(rows));
    for (const id of list) this.#identifiers.remove(id);
    for (const row of rows) this.#features[row] = undefined;
    this.#forget();
    return this;
  }

  /** Moves the feature with an id to a longitude and a latitude. */
  move(id, coordinates) {
    const session = this.#loaded();
    const row = this.#identifiers.only(id);
    if (!Array.isArray(coordinates)) throw new TypeError(`the new place of feature ${shownID(id)} is ${shown(coordinates)}; [longitude, latitude] is expected`);
    const [longitude, latitude] = coordinates;
    checkPlace(longitude, latitude, `the new place of feature ${shownID(id)}`);
    session.edit(2, this.#identifiers.keysOf([row]), Float64Array.of(longitude), Float64Array.of(latitude));
    const feature = this.#features[row];
    this.#features[row] = { ...feature, geometry: { ...feature.geometry, coordinates: [longitude, latitude] } };
    this.#forget();
    return this;
  }

  /** Replaces the properties of the feature with an id; clusters keep their ids. */
  update(id, properties) {
    this.#loaded();
    const row = this.#identifiers.only(id);
    this.#features[row] = { ...this.#features[row], properties };
    this.#reduced.clear();
    return this;
  }

  #checkUse() {
    if (this.#isFreed) throw new Error("this Supercluster was freed; make a new one");
  }

  #loaded() {
    this.#checkUse();
    if (!this.#session) throw new Error("no points are loaded; call load(features) first");
    return this.#session;
  }

  #limited(zoom) {
    const { levelsPerZoom: levels = 1, minZoom, maxZoom } = this.options;
    return Math.max(minZoom, Math.min(Math.floor(+zoom * levels) / levels, maxZoom + 1));
  }

  /** Forgets what an edit changes. */
  #forget() {
    this.#reduced.clear();
    this.#lastOrigin = null;
  }

  // Clusters that were returned before

  /** Notes the call that is made, where the engine will know its clusters only until the next one. */
  #origin(name, values, level) {
    if (this.#strategy === "radius") return null;
    this.#lastOrigin = { name, values: level === undefined ? values : [...values, level] };
    return this.#lastOrigin;
  }

  /** Makes the call that returned a cluster again, if another one was made since. */
  #recall(id) {
    const session = this.#loaded();
    const origin = this.#origins.get(+id);
    if (!origin || origin === this.#lastOrigin) return;
    const { name, values } = origin;
    if (name === "pinfold_children") this.#recall(values[0]);
    session.query(name, RECORD, ...values);
    this.#lastOrigin = origin;
  }

  // Results

  #markers(records, origin, pointsAlone) {
    const { reduce } = this.options;
    // A copy where there are more calls, which overwrite the answer.
    if (pointsAlone || reduce) records = records.slice();
    const markers = [];
    for (let at = 0; at < records.length; at += RECORD) {
      const row = records[at + 4];
      if (row >= 0) {
        markers.push(this.#features[row]);
        continue;
      }
      const id = records[at];
      const count = records[at + 3] | 0;
      if (pointsAlone) {
        for (const leaf of this.#leaves(id, count, 0)) markers.push(leaf);
        continue;
      }
      if (origin) this.#origins.set(id, origin);
      markers.push({
        type: "Feature", id, properties: reduce ? this.#properties(id, count) : propertiesOf(id, count),
        geometry: { type: "Point", coordinates: [records[at + 1], records[at + 2]] },
      });
    }
    return markers;
  }

  #leafRows(id, limit, offset) {
    return this.#loaded().query("pinfold_leaves", 1, id, limit, offset);
  }

  #leaves(id, limit, offset) {
    return Array.from(this.#leafRows(id, limit, offset), (row) => this.#features[row]);
  }

  #properties(id, count) {
    const own = propertiesOf(id, count);
    return this.options.reduce ? { ...this.#reduction(id, count), ...own } : own;
  }

  /** The properties of a cluster's features after `map` and `reduce`. */
  #reduction(id, count) {
    const { map, reduce } = this.options;
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

function propertiesOf(id, count) {
  const short =
    count >= 10000 ? `${Math.round(count / 1000)}k` : count >= 1000 ? `${Math.round(count / 100) / 10}k` : count;
  return { cluster: true, cluster_id: id, point_count: count, point_count_abbreviated: short };
}

// So that `using clusters = new Supercluster()` frees it, where the language has that.
if (Symbol.dispose) {
  Object.defineProperty(Supercluster.prototype, Symbol.dispose, {
    configurable: true, writable: true, value() { this.free(); },
  });
}
