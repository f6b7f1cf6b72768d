// Calls of the WebAssembly module.

let door;

/** Uses an instance of `pinfold.wasm`; the first one stays. */
export function start(instance) {
  door ??= instance.exports;
}

/** The number of doubles of a marker's record: id, longitude, latitude, number of points, only point, expansion zoom. */
export const RECORD = 6;

// Frees the map of an object that is no longer used.
const finalizer = new FinalizationRegistry((session) => door.pinfold_end(session));

let failure;

/** Calls a function of the module; columns are copied into its memory meanwhile. */
function call(name, ...values) {
  if (failure) throw new Error("an earlier call failed, after which nothing works; load the page again", { cause: failure });
  const rooms = [];
  try {
    const numbers = values.map((value) => {
      if (!(value instanceof Float64Array)) return value;
      const room = door.pinfold_room(value.length);
      rooms.push(room);
      new Float64Array(door.memory.buffer, room, value.length).set(value);
      return room;
    });
    const result = door[`pinfold_${name}`](...numbers);
    for (const room of rooms) door.pinfold_leave(room);
    if (result !== -1) return result;
  } catch (error) {
    // What the module was about to change is in an unknown state.
    failure = error;
    throw new Error("the module failed; its memory may be exhausted", { cause: error });
  }
  const message = new Uint8Array(door.memory.buffer, door.pinfold_message(), door.pinfold_message_length());
  throw new Error(new TextDecoder().decode(message));
}

/** A map in the module's memory. */
export class Session {
  #address;

  constructor(strategy, parameters, longitudes, latitudes, keys) {
    this.#address = call(
      "build", strategy, Float64Array.from(parameters), parameters.length, longitudes.length, longitudes, latitudes,
      keys ? Float64Array.from(keys) : 0);
    finalizer.register(this, this.#address, this);
  }

  /** Calls a function that answers records of some doubles each. */
  query(name, size, ...values) {
    const count = call(name, this.#address, ...values);
    // A copy, as the next call overwrites the answer.
    return new Float64Array(door.memory.buffer, door.pinfold_answer(), size * count).slice();
  }

  edit(kind, numbers, longitudes, latitudes) {
    call("edit", this.#address, kind, numbers.length, numbers, longitudes ?? 0, latitudes ?? 0);
  }

  /** Frees the memory at once. */
  end() {
    finalizer.unregister(this);
    door.pinfold_end(this.#address);
  }
}
