// The package where modules may wait: loads `pinfold.wasm` from beside this file.

import { start } from "./module.js";

const address = new URL("./pinfold.wasm", import.meta.url);

async function bytes() {
  if (address.protocol !== "file:") {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} cannot be loaded: HTTP status ${response.status}`);
    return response.arrayBuffer();
  }
  const { readFile } = await import(/* webpackIgnore: true */ "node:fs/promises");
  return readFile(address);
}

start((await WebAssembly.instantiate(await bytes(), {})).instance);

export { Supercluster, Supercluster as default } from "./supercluster.js";
