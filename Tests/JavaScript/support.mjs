// The package that `make js` built, and points to try it on.
import { readFileSync, existsSync } from "node:fs";

const root = new URL("../../", import.meta.url);

/** The folder of the package. */
export const built = new URL(process.env.PINFOLD_JS ?? ".build/js/", root);

export const { Supercluster } = await import(built.href + "index.js");

/** SplitMix64, as in Sources/Pinfold/Numbers/SplitMix64.swift. */
export class Random {
  static #mask = (1n << 64n) - 1n;

  constructor(seed) {
    this.state = BigInt(seed);
  }

  next() {
    const mask = Random.#mask;
    this.state = (this.state + 0x9e3779b97f4a7c15n) & mask;
    let z = this.state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return z ^ (z >> 31n);
  }

  unit() {
    return Number(this.next() >> 11n) * 2 ** -53;
  }

  below(count) {
    return Math.floor(this.unit() * count);
  }
}

export function feature(id, longitude, latitude, properties = { id }) {
  return { type: "Feature", id, properties, geometry: { type: "Point", coordinates: [longitude, latitude] } };
}

/** Points in heaps of different sizes all around the globe, some of them coincident. */
export function points(count, seed = 1) {
  const random = new Random(seed);
  const heaps = Array.from({ length: 1 + count / 20 }, () => [random.unit() * 360 - 180, random.unit() * 150 - 75]);
  return Array.from({ length: count }, (_, id) => {
    const [longitude, latitude] = heaps[random.below(heaps.length)];
    const width = random.below(5) === 0 ? 0 : 2 ** -random.below(8);
    const east = longitude + (random.unit() - 0.5) * width;
    return feature(id, ((((east + 180) % 360) + 360) % 360) - 180, latitude + (random.unit() - 0.5) * width, { id, value: random.below(100) });
  });
}

/** Clusters as text that does not depend on their order: the sorted ids of their members, sorted. */
export function partition(clusters, found) {
  return found
    .map(({ id, properties }) => (properties.cluster
      ? clusters.getLeaves(id, Infinity).map((leaf) => leaf.id).sort((one, other) => one - other).join(" ") : String(id)))
    .sort().join("\n");
}

export const world = [-180, -90, 180, 90];

/** A file of the shared data; null where there are none. */
export function data(name) {
  const file = new URL(process.env.PINFOLD_DATA ? `file://${process.env.PINFOLD_DATA}/${name}` : `../shared/data/${name}`, root);
  return existsSync(file) ? readFileSync(file) : null;
}

export function golden(name) {
  return readFileSync(new URL(`Tests/Golden/${name}`, root), "utf8");
}
