// Meridians and parallels, as many as have room. It stands in pages of their own too, so it imports nothing.

const STEPS = [90, 60, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const ROOM = 110; // screen points between two lines at least

/** The largest of 1, 2 and 5 with a power of ten that is not above a number. */
export function roundBelow(number) {
  const unit = 10 ** Math.floor(Math.log10(number));
  return unit * [5, 2, 1].find((step) => step * unit <= number * (1 + 1e-9));
}

/** A number with as many digits after the point as a step has. */
export const inNumbers = (value, step) => value.toFixed(Math.max(0, Math.min(9, Math.ceil(-Math.log10(step) - 1e-9))));

/**
 * The lines in view: where they are on the screen, and their names.
 * @param camera `x` and `y` of the middle in shares of the world, `scale` (its width on the screen), `width`, `height`
 * @param extent the west, the south and the side of a plane; null for the globe
 */
export function graticule(camera, extent = null) {
  const { scale, width, height } = camera;
  const side = extent ? extent[2] : 360;
  const least = (ROOM / scale) * side;
  const step = extent ? roundBelow(least * 2.5) : STEPS.findLast((step) => step >= least) ?? STEPS[0];
  const toX = (value) => (extent ? (value - extent[0]) / side : value / 360 + 0.5);
  const fromX = (x) => (extent ? x * side + extent[0] : (x - 0.5) * 360);
  const toY = (value) => {
    if (extent) return 1 - (value - extent[1]) / side;
    const sine = Math.sin((value * Math.PI) / 180);
    return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  };
  const fromY = (y) => (
    extent ? (1 - y) * side + extent[1] : (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI);
  const name = (value, positive, negative) => {
    if (extent) return inNumbers(value, step);
    const degrees = value - 360 * Math.round(value / 360);
    return `${inNumbers(Math.abs(degrees), step)}°${degrees > 0 ? positive : degrees < 0 ? negative : ""}`;
  };
  const lines = { meridians: [], parallels: [] };
  const [west, east] = [-1, 1].map((way) => fromX(camera.x + (way * width) / 2 / scale));
  for (let i = Math.ceil(west / step); i * step <= east; i++) {
    lines.meridians.push({ at: (toX(i * step) - camera.x) * scale + width / 2, name: name(i * step, "E", "W") });
  }
  const [north, south] = [-1, 1].map((way) => fromY(camera.y + (way * height) / 2 / scale));
  const [top, bottom] = extent ? [north, south] : [Math.min(85, north), Math.max(-85, south)];
  for (let i = Math.ceil(bottom / step); i * step <= top; i++) {
    lines.parallels.push({ at: (toY(i * step) - camera.y) * scale + height / 2, name: name(i * step, "N", "S") });
  }
  return lines;
}

/** Draws the lines and, along the edges, their names. */
export function drawGraticule(context, camera, extent, { line, soft }, font) {
  const { width, height } = camera;
  const { meridians, parallels } = graticule(camera, extent);
  context.strokeStyle = line;
  context.lineWidth = 0.5;
  context.beginPath();
  for (const { at } of meridians) {
    context.moveTo(at, 0);
    context.lineTo(at, height);
  }
  for (const { at } of parallels) {
    context.moveTo(0, at);
    context.lineTo(width, at);
  }
  context.stroke();
  context.fillStyle = soft;
  context.font = `10px ${font}`;
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  for (const { at, name } of meridians) if (at > 60) context.fillText(name, at + 3, height - 4);
  for (const { at, name } of parallels) if (at > 20 && at < height - 20) context.fillText(name, 3, at - 3);
}
