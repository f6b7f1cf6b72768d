// Asks the server for frames: one request at a time, so that no pane waits for two, and the latest view wins.

const SHORTEST_GAP = 80; // milliseconds between requests, so that transitions get somewhere meanwhile
const PATIENCE = 2000; // milliseconds after which a request that is not answered yet is overtaken, which cancels it
const MOST_PATIENCE = 10000; // so where each is overtaken, and frames take longer

export class Asker {
  /** Milliseconds from each request to its last answer, for those who measure. */
  roundTrips = [];

  #number = 0;
  #waiting = new Set();
  #sentAt = -Infinity;
  #timer = 0;
  #isWanted = false;
  #usual = 30;
  #patience = PATIENCE;

  /**
   * @param connection where to ask.
   * @param request makes the request; given its number, and the seconds until an answer is expected.
   */
  constructor(connection, request) {
    this.connection = connection;
    this.request = request;
    for (const kind of ["frame", "building", "error"]) {
      connection.on(kind, ({ pane, number }) => this.#answered(pane, number, kind));
    }
  }

  /** Asks as soon as it makes sense. */
  ask() {
    this.#isWanted = true;
    const now = performance.now();
    const wait = Math.max(
      this.#sentAt + SHORTEST_GAP - now, this.#waiting.size ? this.#sentAt + this.#patience - now : 0);
    clearTimeout(this.#timer);
    if (wait <= 0) this.#send();
    else this.#timer = setTimeout(() => this.ask(), wait);
  }

  /** Whether the last request is answered, and no other wanted. */
  get isIdle() {
    return !this.#isWanted && this.#waiting.size === 0;
  }

  /** Forgets what was asked of a server that is gone. */
  forget() {
    this.#waiting.clear();
  }

  #send() {
    if (!this.connection.isOpen) return;
    const message = this.request(++this.#number, this.#usual / 1000);
    this.#isWanted = false;
    // Where frames take longer than patience lasts, none would ever come while the map moves.
    if (this.#waiting.size) this.#patience = Math.min(2 * this.#patience, MOST_PATIENCE);
    this.#waiting = new Set(message.panes.map(({ pane }) => pane));
    this.#sentAt = performance.now();
    this.connection.send(message);
  }

  #answered(pane, number, kind) {
    if (number !== this.#number || !this.#waiting.delete(pane)) return;
    if (this.#waiting.size > 0) return;
    if (kind === "frame") {
      const time = performance.now() - this.#sentAt;
      this.roundTrips.push(time);
      if (this.roundTrips.length > 1000) this.roundTrips.shift();
      this.#patience = Math.min(Math.max(PATIENCE, 2 * time), MOST_PATIENCE);
      this.#usual += (Math.min(time, 200) - this.#usual) / 4;
    }
    if (this.#isWanted) this.ask();
  }
}
