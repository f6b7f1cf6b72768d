// The package with the strategy of supercluster alone, a smaller module.

import { bytes, start } from "./module.js";

start((await WebAssembly.instantiate(await bytes("radius.wasm"), {})).instance);

export { Supercluster, Supercluster as default } from "./supercluster.js";
