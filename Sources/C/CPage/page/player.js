// Plays the plans of one pane: each takes the markers on the screen over to those of a new frame.

const UNIT = 2 ** -32;
const FIELDS = 10;
const EASINGS = {
  linear: (share) => share,
  smooth: (share) => share * share * (3 - 2 * share),
};

const MOTION_FIELDS = 6;

/** The motions of a `frame` message by the places of their markers; most markers have none. */
function readMotions(values) {
  const motions = new Map();
  for (let i = 0; i < values.length; i += MOTION_FIELDS) {
    const [place, from, until, easing, east, south] = values.slice(i, i + MOTION_FIELDS);
    motions.set(place, { from, until, ease: EASINGS[easing], east: east * UNIT, south: south * UNIT });
  }
  return motions;
}

/** How far a marker with a motion of its own is at a share of the duration, and where its curve has it. */
function moved({ x, y, east, south, motion }, share, usual) {
  const { from, until } = motion;
  const part = share >= until ? 1 : share <= from ? 0 : (share - from) / (until - from);
  const eased = part <= 0 || part >= 1 ? part : (motion.ease ?? usual)(part);
  const bend = 2 * eased * (1 - eased);
  return { x: x + east * eased + motion.east * bend, y: y + south * eased + motion.south * bend };
}

/** The markers of a `frame` message, the largest last, so that they are drawn on top, those hidden, and the largest value. */
function readMarkers({ markers: numbers, by, values, categories, classes, motions: moving }) {
  const motions = readMotions(moving ?? []);
  const markers = [];
  const hidden = [];
  for (let i = 0; i < numbers.length; i += FIELDS) {
    const [old, cluster, x, y, east, south, count, added, removed, isHidden] = numbers.slice(i, i + FIELDS);
    (isHidden ? hidden : markers).push({
      old, cluster, count, added, removed, value: by ? values[i / FIELDS] : count,
      category: categories ? classes[i / FIELDS] : null, motion: motions.get(i / FIELDS),
      x: x * UNIT, y: y * UNIT, east: east * UNIT, south: south * UNIT,
    });
  }
  const largest = markers.reduce((most, { value, removed }) => (removed > 1 ? Math.max(most, value ?? 0) : most), 0);
  return { markers: markers.sort((a, b) => (a.value ?? -Infinity) - (b.value ?? -Infinity)), hidden, largest };
}

export class Player {
  /** The plan that is played: its number, markers, duration and easing. */
  plan = { number: 0, markers: [], hidden: [], duration: 0, ease: EASINGS.linear, by: null, categories: null, largest: 0, before: 0 };

  /** How far the plan is, as a share of its duration. */
  share = 1;

  /** Whether the clock stands still, as while somebody scrubs. */
  isPaused = false;

  // The share from which the server was asked to go on. The clock stops there until the answer is in, so that
  // no marker jumps.
  #promise = 1;
  #next = null;

  /** Whether anything moves. */
  get isMoving() {
    return this.#next !== null || (!this.isPaused && this.share < this.#promise);
  }

  /**
   * Says where the next plan may start: as far as this one will be when the answer comes.
   * @param {number} seconds until the answer is expected.
   */
  promise(seconds, slowness) {
    const { duration } = this.plan;
    const ahead = this.isPaused ? 0 : duration > 0 ? seconds / (duration * slowness) : 1;
    this.#promise = Math.min(1, this.share + ahead);
    return this.#promise;
  }

  /** Takes a `frame` message; the plan begins as soon as the one before is where it starts. */
  take(message) {
    if (this.#next) this.#begin();
    this.#next = {
      number: message.plan, start: message.start, duration: message.duration,
      ease: EASINGS[message.easing], by: message.by ?? null, categories: message.categories ?? null,
      ...readMarkers(message),
    };
    if (this.isPaused || this.share >= message.start) this.#begin();
  }

  #begin() {
    const { by, largest } = this.plan;
    [this.plan, this.#next] = [this.#next, null];
    this.plan.before = by === this.plan.by ? largest : this.plan.largest;
    this.share = this.plan.duration > 0 ? 0 : 1;
    this.#promise = 1;
    this.isPaused = false;
  }

  /** Lets some seconds pass. */
  advance(seconds, slowness) {
    if (this.isPaused) return;
    const { duration } = this.plan;
    const step = duration > 0 ? seconds / (duration * slowness) : 1;
    this.share = Math.min(this.share + step, this.#next?.start ?? this.#promise, 1);
    if (this.#next && this.share >= this.#next.start) this.#begin();
  }

  /** Goes to a moment of the plan and stays there. */
  scrub(share) {
    [this.share, this.isPaused, this.#promise] = [share, true, 1];
  }

  /** Plays the plan from its beginning. */
  replay() {
    [this.share, this.isPaused, this.#promise] = [0, false, 1];
  }

  /** The value with the largest marker, where markers show others than counts: it goes from that of the frame before. */
  get largest() {
    const { before, largest, ease } = this.plan;
    return before + (largest - before) * ease(this.share);
  }

  /** The markers shown at the moment, each with where it is. */
  *shown(share = this.share) {
    const eased = this.plan.ease(share);
    for (const marker of this.plan.markers) {
      if (share < marker.added || share >= marker.removed) continue;
      if (marker.motion) {
        yield { marker, ...moved(marker, share, this.plan.ease) };
      } else {
        yield { marker, x: marker.x + marker.east * eased, y: marker.y + marker.south * eased };
      }
    }
  }

  /** The markers that a separation hides at the end, each with where it is. */
  *hidden() {
    for (const marker of this.plan.hidden) {
      if (marker.removed > 1) yield { marker, x: marker.x + marker.east, y: marker.y + marker.south };
    }
  }

  /** The newest plan, which may not have begun. */
  get latest() {
    return this.#next ?? this.plan;
  }

  /** Its markers. */
  get newest() {
    return this.latest.markers;
  }

  /** The points shown at a moment. */
  count(share = this.share) {
    let count = 0;
    for (const { marker } of this.shown(share)) count += marker.count;
    return count;
  }
}
