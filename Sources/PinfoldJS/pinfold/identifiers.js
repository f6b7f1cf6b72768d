// The ids of features, and the keys by which the engine knows their points.

import { shown, shownID } from "./input.js";

const hasID = (feature) => feature.id !== undefined && feature.id !== null;

/**
 * The rows and the keys of features. Keys are whole numbers of 53 bits that follow from the ids, so that the ids of
 * clusters do too; where no feature has an id they are the rows.
 */
export class Identifiers {
  // Rows by ids: a number, or a list where several features have one id. Made when first needed where ids ascend.
  #rows = null;
  // By row; null if they are the rows.
  #keys = null;
  #features;
  #salt = 0;

  /** @param features the features by their rows, undefined for one that was removed; the caller changes it. */
  constructor(features) {
    this.#features = features;
    if (!features.some(hasID)) {
      this.#rows = new Map();
    } else if (doAscend(features)) {
      this.#keys = features.map(({ id }) => id);
    } else {
      this.#index();
      // Two ids have one hash once in 20,000 lists of a million ids.
      do this.#keys = this.#keysOf(); while (new Set(this.#keys).size < this.#keys.length && ++this.#salt);
    }
  }

  /** The keys by row; null if they are the rows. */
  get keys() {
    return this.#keys && Float64Array.from(this.#keys);
  }

  /** The keys of rows. */
  keysOf(rows) {
    return Float64Array.from(rows, (row) => (this.#keys ? this.#keys[row] : row));
  }

  /** The rows of the features with an id; throws if there are none. */
  all(id) {
    const rows = this.#index().get(id);
    if (rows !== undefined) return [rows].flat();
    const other = typeof id === "string" ? Number(id) : String(id);
    const isThere = String(other) === String(id) && this.#rows.has(other);
    const hint = isThere ? `, a ${typeof id}; one has ${typeof other === "number" ? `the number ${other}` : shown(other)}` : "";
    throw new Error(`no feature has the id ${shownID(id)}${hint}`);
  }

  /** The row of the feature with an id; throws unless there is one. */
  only(id) {
    const rows = this.all(id);
    if (rows.length > 1) throw new Error(`${rows.length} features have the id ${shownID(id)}; give each an id of its own to change one`);
    return rows[0];
  }

  /** The keys of features that may be added from a row on; throws if an id is there already. */
  keysOfNew(features, first) {
    const rows = this.#index();
    const fresh = new Set();
    return Float64Array.from(features, (feature, index) => {
      if (hasID(feature)) {
        if (rows.has(feature.id) || fresh.has(feature.id)) throw new Error(`a feature with the id ${shownID(feature.id)} is there already`);
        fresh.add(feature.id);
      }
      return this.#keys ? this.#key(feature, first + index, 0) : first + index;
    });
  }

  /** Takes features that were added from a row on, with their keys. */
  add(features, first, keys) {
    for (const [index, feature] of features.entries()) {
      this.#keys?.push(keys[index]);
      if (hasID(feature)) this.#rows.set(feature.id, first + index);
    }
  }

  /** Forgets an id. */
  remove(id) {
    this.#rows.delete(id);
  }

  #index() {
    if (!this.#rows) {
      this.#rows = new Map();
      for (const [row, feature] of this.#features.entries()) {
        if (!hasID(feature)) continue;
        const others = this.#rows.get(feature.id);
        if (others === undefined) this.#rows.set(feature.id, row);
        else if (typeof others === "number") this.#rows.set(feature.id, [others, row]);
        else others.push(row);
      }
    }
    return this.#rows;
  }

  #keysOf() {
    const copies = new Map();
    return this.#features.map((feature, row) => {
      if (!hasID(feature) || this.#rows.get(feature.id) === row) return this.#key(feature, row, 0);
      const copy = copies.get(feature.id) ?? 0;
      copies.set(feature.id, copy + 1);
      return this.#key(feature, row, copy);
    });
  }

  #key(feature, row, copy) {
    if (!hasID(feature)) return hash(`${this.#salt} row ${row}`);
    const { id } = feature;
    if (copy) return hash(`${this.#salt} copy ${copy} of ${typeof id} ${id}`);
    if (Number.isSafeInteger(id) && id >= 0) return id;
    return hash(this.#salt ? `${this.#salt} ${typeof id} ${id}` : `${typeof id} ${id}`);
  }
}

/** Whether ids are whole numbers, each greater than the one before: none is there twice. */
function doAscend(features) {
  let last = -1;
  return features.every(({ id }) => Number.isSafeInteger(id) && id > last && ((last = id), true));
}

/** 53 bits that follow from a text. */
function hash(text) {
  let [upper, lower] = [0x2545f491, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    upper = Math.imul(upper ^ text.charCodeAt(i), 0x01000193);
    lower = Math.imul(lower ^ upper, 0x85ebca6b) + text.charCodeAt(i);
    lower ^= lower >>> 15;
  }
  return (upper >>> 0) * 0x200000 + (lower >>> 11);
}
