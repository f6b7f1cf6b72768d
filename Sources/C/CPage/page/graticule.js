// Meridians and parallels, as many as have room.

import { latitude, longitude, unitX, unitY } from "./numbers.js";

const STEPS = [90, 60, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const ROOM = 110; // screen points between two lines at least

/** The lines in view: where they are on the pane, and their names. */
export function graticule(camera) {
  const step = STEPS.findLast((step) => (step / 360) * camera.scale >= ROOM) ?? STEPS[0];
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  const name = (degrees, [positive, negative]) =>
    `${Math.abs(degrees).toFixed(digits)}°${degrees > 0 ? positive : degrees < 0 ? negative : ""}`;
  const [west, north] = camera.unplace(0, 0);
  const [east, south] = camera.unplace(camera.width, camera.height);
  const lines = { meridians: [], parallels: [] };
  for (let i = Math.ceil(longitude(west) / step); i * step <= longitude(east); i++) {
    const degrees = i * step;
    const turned = degrees - 360 * Math.round(degrees / 360);
    lines.meridians.push({
      at: (unitX(degrees) - camera.x) * camera.scale + camera.width / 2, name: name(turned, "EW"),
    });
  }
  const top = Math.min(85, latitude(Math.max(0, north)));
  const bottom = Math.max(-85, latitude(Math.min(1, south)));
  for (let i = Math.ceil(bottom / step); i * step <= top; i++) {
    lines.parallels.push({
      at: (unitY(i * step) - camera.y) * camera.scale + camera.height / 2, name: name(i * step, "NS"),
    });
  }
  return lines;
}
