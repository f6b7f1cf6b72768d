/** A map that keeps what was set or found last: at least `capacity` entries, and at most twice as many. */
export class Recent {
  #capacity;
  #young = new Map();
  #old = new Map();

  constructor(capacity) {
    this.#capacity = capacity;
  }

  get(key) {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key, value) {
    if (this.#young.size >= this.#capacity) [this.#young, this.#old] = [new Map(), this.#young];
    this.#young.set(key, value);
  }

  clear() {
    this.#young.clear();
    this.#old.clear();
  }
}
