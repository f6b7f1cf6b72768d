// The package with all strategies.

import { bytes, start } from "./module.js";

start((await WebAssembly.instantiate(await bytes("pinfold.wasm"), {})).instance);

export { Supercluster, Supercluster as default } from "./supercluster.js";
