// Records where the camera goes, as a path that a study can follow.

const GAP = 250; // milliseconds between views while the camera moves
const MOST = 1000; // views of a recording, as a message has a limit

export class Recorder {
  /** What was recorded last, or is being recorded. */
  views = [];

  #timer = 0;
  #isOn = false;

  /**
   * @param camera whose way is recorded.
   * @param onChange called when a view was added, or when the recording begins or ends.
   */
  constructor(camera, onChange) {
    this.camera = camera;
    this.onChange = onChange;
    camera.addEventListener("change", () => {
      if (this.#isOn && !this.#timer) this.#timer = setTimeout(() => this.#add(), GAP);
    });
  }

  get isOn() {
    return this.#isOn;
  }

  start() {
    this.views = [];
    this.#isOn = true;
    this.#add();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#isOn = false;
    this.#add();
  }

  /** Adds where the camera is now, unless it was there last. */
  #add() {
    this.#timer = 0;
    const { x, y, zoom, bearing } = this.camera;
    // Finer than a pixel at the deepest zoom.
    const view = { x: rounded(x, 1e10), y: rounded(y, 1e10), zoom: rounded(zoom, 1e4), bearing: rounded(bearing, 10) };
    const last = this.views.at(-1);
    const isNew = !last || last.x !== view.x || last.y !== view.y || last.zoom !== view.zoom || last.bearing !== view.bearing;
    if (isNew && this.views.length < MOST) this.views.push(view);
    this.onChange();
  }
}

const rounded = (number, unit) => Math.round(number * unit) / unit;
