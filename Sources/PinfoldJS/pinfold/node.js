// The package in Node: loads the module without waiting, so that `require("pinfold")` works as `import` does.

import { readFileSync } from "node:fs";
import { start } from "./module.js";

const bytes = readFileSync(new URL("./pinfold.wasm", import.meta.url));
start(new WebAssembly.Instance(new WebAssembly.Module(bytes)));

export { Supercluster, Supercluster as default } from "./supercluster.js";
