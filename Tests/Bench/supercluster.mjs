// Prints the seconds that supercluster (JavaScript) takes to load points: node supercluster.mjs MODULE POINTS.csv [ROUNDS]
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, file] = process.argv.slice(2);
const { default: Supercluster } = await import(pathToFileURL(module).href);
const features = readFileSync(file, "utf8").trim().split("\n").slice(1).map((line) => (
  { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: line.split(",").map(Number) } }));
const start = process.hrtime.bigint();
const index = new Supercluster({ radius: 40, extent: 512, maxZoom: 16 }).load(features);
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
console.log(seconds, index.getClusters([-180, -85, 180, 85], 4).length);
