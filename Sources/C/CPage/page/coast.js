// The land of Natural Earth at 1:110 million, as one path on the unit square.

import { unitX, unitY } from "./numbers.js";

const FADES = [5, 9]; // the zooms from which the coast is too coarse, and beyond which it is not drawn

/** Reads the land. */
export async function loadCoast() {
  const rings = await (await fetch("land-110m.json")).json();
  const path = new Path2D();
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      path[i ? "lineTo" : "moveTo"](unitX(ring[i]), unitY(ring[i + 1]));
    }
    path.closePath();
  }
  return path;
}

/** How much of the coast is drawn at a zoom: 1 for all, 0 for nothing. */
export const coastShare = (zoom) => Math.min(1, Math.max(0, (FADES[1] - zoom) / (FADES[1] - FADES[0])));
