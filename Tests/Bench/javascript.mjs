// Times the JavaScript package against supercluster in one Node process:
//   node Tests/Bench/javascript.mjs PACKAGE/index.js SUPERCLUSTER/index.js [POINTS]
// Ratios of loading and of edits are those of the shortest times, which other load of the machine disturbs least; runs of
// both alternate. That of views is the median of the ratios of many views, each of the median times of a few rounds.
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

const median = (values) => values.sort((one, other) => one - other)[values.length >> 1];

/** Boxes with a zoom at which indexes have so many clusters; each is asked as often, so that both are compiled. */
function views(indexes, points, least, most) {
  const found = [];
  for (let tries = 0; tries < 5000 && found.length < 100; tries++) {
    const zoom = Math.floor(random() * 14);
    const [longitude, latitude] = points[Math.floor(random() * points.length)].geometry.coordinates;
    const [width, height] = [360, 120].map((degrees) => (degrees / 2 ** zoom) * (1 + 3 * random()) / 2);
    const view = [[longitude - width, Math.max(-85, latitude - height), longitude + width, Math.min(85, latitude + height)], zoom];
    const [count] = indexes.map((index) => index.getClusters(...view).length);
    if (count >= least && count < most) found.push(view);
  }
  return found;
}

/** How many times faster the first of two indexes is in a view. */
function ratio(indexes, view) {
  const times = [[], []];
  for (let round = 0; round < 9; round++) {
    for (const [number, index] of indexes.entries()) {
      const start = performance.now();
      for (let call = 0; call < 8; call++) index.getClusters(...view);
      times[number].push(performance.now() - start);
    }
  }
  return median(times[1]) / median(times[0]);
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
  for (const [least, most] of [[20, 50], [50, 100], [100, 200], [200, 501]]) {
    const chosen = views(indexes, points, least, most);
    const text = `  ${chosen.length} views of ${least} to ${most - 1} clusters`;
    if (chosen.length) show(text, [1, median(chosen.map((view) => ratio(indexes, view)))]);
  }
  const edited = build(Pinfold, { order: "canonical", radius: 20 })();
  let number = 0;
  const move = () => edited.move(points[(number += 7919) % count].id, [random() * 340 - 170, random() * 140 - 70]);
  move();
  show("  move of a point, against a load", [race(9, move)[0], race(1, build(Supercluster))[0]]);
}
