// The map's projection, Web Mercator: the unit square of the world, x to the east and y to the south.

const LIMIT = 85.0511287798;

export const unitX = (longitude) => longitude / 360 + 0.5;

export function unitY(latitude) {
  const sine = Math.sin((Math.max(-LIMIT, Math.min(LIMIT, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export const longitude = (x) => (x - 0.5) * 360;

export const latitude = (y) => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
