// Times the JavaScript package against supercluster in one Node process:
//   node Tests/Bench/javascript.mjs PACKAGE/index.js SUPERCLUSTER/index.js [POINTS]
// Ratios are those of the shortest times, which other load of the machine disturbs least; runs of both alternate.
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [ours, theirs, size = "1000000"] = process.argv.slice(2);
const load = async (path) => (await import(pathToFileURL(resolve(path)).href)).default;
const [Pinfold, Supercluster] = [await load(ours), await load(theirs)];

let state = 1;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
const feature = (id, longitude, latitude) => ({
  type: "Feature", id, properties: {}, geometry: { type: "Point", coordinates: [longitude, latitude] },
});
const uniform = (count) => Array.from({ length: count }, (_, id) => feature(id, random() * 360 - 180, random() * 160 - 80));
function heaps(count) {
  const centers = Array.from({ length: count / 1000 }, () => [random() * 340 - 170, random() * 140 - 70]);
  return Array.from({ length: count }, (_, id) => {
    const [longitude, latitude] = centers[id % centers.length];
    return feature(id, longitude + (random() + random() - 1) * 5, latitude + (random() + random() - 1) * 5);
  });
}

/** Runs bodies in turns, and returns the shortest time of each. */
function race(rounds, ...bodies) {
  const times = bodies.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    for (const [number, body] of bodies.entries()) {
      const start = performance.now();
      body();
      times[number] = Math.min(times[number], performance.now() - start);
    }
  }
  return times;
}

const show = (text, [one, other]) => console.log(`${text.padEnd(46)} ${(other / one).toFixed(1)}×`);
for (const name of ["pinfold.wasm", "radius.wasm"]) {
  const wasm = readFileSync(new URL(name, pathToFileURL(resolve(ours))));
  console.log(`${name}: ${Math.round(wasm.length / 1000)} kB, ${Math.round(gzipSync(wasm, { level: 9 }).length / 1000)} kB gzipped`);
}
console.log("How many times faster than supercluster:");
const count = Number(size);
for (const [name, points] of [["uniform", uniform(count)], ["in heaps", heaps(count)]]) {
  const build = (Class, options) => () => new Class({ maxZoom: 16, radius: 40, ...options }).load(points);
  show(`${count} points ${name}: load`, race(3, build(Pinfold), build(Supercluster)));
  const indexes = [build(Pinfold)(), build(Supercluster)()];
  for (const zoom of [2, 8]) {
    const boxes = Array.from({ length: 40 }, () => [random() * 300 - 150, random() * 100 - 50])
      .map(([west, south]) => [west, south, west + 360 / 2 ** (zoom - 2), south + 90 / 2 ** (zoom - 2)]);
    show(`  getClusters, zoom ${zoom}`, race(25, ...indexes.map((index) => () => boxes.map((box) => index.getClusters(box, zoom)))));
  }
  const edited = build(Pinfold, { order: "canonical", radius: 20 })();
  let number = 0;
  const move = () => edited.move(points[(number += 7919) % count].id, [random() * 340 - 170, random() * 140 - 70]);
  move();
  show("  move of a point, against a load", [race(9, move)[0], race(1, build(Supercluster))[0]]);
}
