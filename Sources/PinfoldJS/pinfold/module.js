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

/** The number of doubles of a marker's record: id, longitude, latitude, number of points, only point, expansion zoom. */
export const RECORD = 6;

/** Calls a function of an instance; columns are copied into its memory meanwhile. */
function call(engine, name, ...values) {
  const { exports, failure } = engine;
  if (failure) throw new Error("an earlier call failed, after which nothing works; load the page again", { cause: failure });
  const rooms = [];
  try {
    const numbers = values.map((value) => {
      if (!(value instanceof Float64Array)) return value;
      const room = exports.pinfold_room(value.length);
      rooms.push(room);
      new Float64Array(exports.memory.buffer, room, value.length).set(value);
      return room;
    });
    const result = exports[`pinfold_${name}`](...numbers);
    for (const room of rooms) exports.pinfold_leave(room);
    if (result !== -1) return result;
  } catch (error) {
    // What the module was about to change is in an unknown state.
    engine.failure = error;
    throw new Error("the module failed; its memory may be exhausted", { cause: error });
  }
  const message = new Uint8Array(exports.memory.buffer, exports.pinfold_message(), exports.pinfold_message_length());
  throw new Error(new TextDecoder().decode(message));
}

// Frees the map of an object that is no longer used.
const finalizer = new FinalizationRegistry(({ exports, address }) => exports.pinfold_end(address));

/** A map in an instance's memory. */
export class Session {
  #engine = engine;
  #address;

  constructor(strategy, parameters, longitudes, latitudes, keys) {
    call(engine, `strategy_${strategy}`, Float64Array.from(parameters));
    this.#address = call(
      engine, "build", longitudes.length, longitudes, latitudes, keys ? Float64Array.from(keys) : 0);
    finalizer.register(this, { exports: engine.exports, address: this.#address }, this);
  }

  /** Calls a function that answers records of some doubles each. */
  query(name, size, ...values) {
    const { exports } = this.#engine;
    const count = call(this.#engine, name, this.#address, ...values);
    // A copy, as the next call overwrites the answer.
    return new Float64Array(exports.memory.buffer, exports.pinfold_answer(), size * count).slice();
  }

  edit(kind, numbers, longitudes, latitudes) {
    call(this.#engine, "edit", this.#address, kind, numbers.length, numbers, longitudes ?? 0, latitudes ?? 0);
  }

  /** Frees the memory at once. */
  end() {
    finalizer.unregister(this);
    this.#engine.exports.pinfold_end(this.#address);
  }
}
