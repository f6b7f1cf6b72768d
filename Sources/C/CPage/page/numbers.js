// Numbers as people read them, and the map's projection.

/** A count as a marker shows it: 999, 1.2k, 3.4M; rounded as the library's CountLabel does. */
export function countLabel(count) {
  if (count < 1000) return String(count);
  let unit = 1000;
  for (const suffix of ["k", "M", "B"]) {
    const tenths = Math.floor((count + unit / 20) / (unit / 10));
    if (tenths < 10000 || suffix === "B") {
      return `${Math.floor(tenths / 10)}${tenths % 10 ? `.${tenths % 10}` : ""}${suffix}`;
    }
    unit *= 1000;
  }
}

/** A whole number with its thousands apart. */
export const grouped = (number) => number.toLocaleString("en");

/** A number with three significant digits at most. */
export const short = (number) => String(Number(number.toPrecision(3)));

/** A share as a whole percentage; what is not quite nothing or all is not rounded to it. */
export function percent(share) {
  if (share > 0 && share < 0.01) return "<1 %";
  if (share < 1 && share > 0.99) return ">99 %";
  return `${Math.round(share * 100)} %`;
}

/** "1 point", "2 points". */
export const counted = (count, word) => `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;

export const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

// The unit square of the world: x to the east, y to the south, the whole of it 0…1.

export const unitX = (longitude) => longitude / 360 + 0.5;

export function unitY(latitude) {
  const sine = Math.sin((clamp(latitude, -85.0511287798, 85.0511287798) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export const longitude = (x) => (x - 0.5) * 360;

export const latitude = (y) => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
