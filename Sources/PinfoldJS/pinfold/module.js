// The WebAssembly module, and calls of it.

/** The contents of `pinfold.wasm` or `radius.wasm`, which lie beside this file. */
export async function bytes(name) {
  const address = new URL(`./${name}`, import.meta.url);
  if (address.protocol !== "file:") {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} cannot be loaded: HTTP status ${response.status}`);
    return response.arrayBuffer();
  }
  const { readFile } = await import(/* webpackIgnore: true */ "node:fs/promises");
  return readFile(address);
}

// The instance in which new maps are built: its exports, and the failure after which it is not used.
let engine = null;

/** Uses an instance of the module. Where both modules are imported, new maps are built in that with all strategies. */
export function start({ exports }) {
  if (!engine || (exports.pinfold_strategy_grid && !hasStrategy("grid"))) engine = { exports, failure: null };
}

/** Whether the module has a strategy. */
export const hasStrategy = (name) => engine.exports[`pinfold_strategy_${name}`] !== undefined;

/** The bytes of the instance's memory, of maps and of what is free for others. */
export const memorySize = () => engine.exports.memory.buffer.byteLength;

/** The number of doubles of a marker's record: id, longitude, latitude, number of points, row of the only point or −1. */
export const RECORD = 5;

/** Calls a function of an instance. */
function call(engine, name, ...values) {
  const { exports, failure } = engine;
  if (failure) throw new Error("an earlier call failed, after which nothing works; load the page again", { cause: failure });
  let result;
  try {
    result = exports[name](...values);
  } catch (error) {
    // What the module was about to change is in an unknown state.
    engine.failure = error;
    throw new Error("the module failed; its memory may be exhausted", { cause: error });
  }
  if (result !== -1) return result;
  const message = new Uint8Array(exports.memory.buffer, exports.pinfold_message(), exports.pinfold_message_length());
  throw new Error(new TextDecoder().decode(message));
}

/** Calls a function with columns, which are copied into the instance's memory meanwhile. */
function callWithColumns(engine, name, ...values) {
  const rooms = [];
  const numbers = values.map((value) => {
    if (!(value instanceof Float64Array)) return value;
    const room = call(engine, "pinfold_room", value.length);
    rooms.push(room);
    new Float64Array(engine.exports.memory.buffer, room, value.length).set(value);
    return room;
  });
  try {
    return call(engine, name, ...numbers);
  } finally {
    if (!engine.failure) for (const room of rooms) engine.exports.pinfold_leave(room);
  }
}

// Frees the map of an object that is no longer used, where the browser reports that.
const finalizer = globalThis.FinalizationRegistry
  && new FinalizationRegistry(({ engine, address }) => end(engine, address));

/** Frees a map, unless its instance failed. */
function end(engine, address) {
  if (!engine.failure) call(engine, "pinfold_end", address);
}

/** A map in an instance's memory. */
export class Session {
  #engine = engine;
  #address;

  constructor(strategy, parameters, longitudes, latitudes, keys) {
    callWithColumns(engine, `pinfold_strategy_${strategy}`, Float64Array.from(parameters));
    this.#address = callWithColumns(engine, "pinfold_build", longitudes.length, longitudes, latitudes, keys ?? 0);
    finalizer?.register(this, { engine, address: this.#address }, this);
  }

  /** Calls a function that answers records of some doubles each, which the next call overwrites. */
  query(name, size, ...values) {
    const count = call(this.#engine, name, this.#address, ...values);
    const { exports } = this.#engine;
    return new Float64Array(exports.memory.buffer, exports.pinfold_answer(), size * count);
  }

  edit(kind, keys, longitudes, latitudes) {
    callWithColumns(
      this.#engine, "pinfold_edit", this.#address, kind, keys.length, keys, longitudes ?? 0, latitudes ?? 0);
  }

  /** Frees the memory at once. */
  end() {
    finalizer?.unregister(this);
    end(this.#engine, this.#address);
  }
}
