// Numbers as people read them, and the map's projection.

/** A count as a marker shows it: 999, 1.2k, 3.4M; rounded as the library's CountLabel does. */
export function countLabel(count) {
  if (count < 1000) return String(count);
  let unit = 1000;
  for (const suffix of ["k", "M", "B", "T"]) {
    const tenths = Math.floor((count + unit / 20) / (unit / 10));
    if (tenths < 10000 || suffix === "T") {
      return `${Math.floor(tenths / 10)}${tenths % 10 ? `.${tenths % 10}` : ""}${suffix}`;
    }
    unit *= 1000;
  }
}

/** A value as a marker shows it: one digit after the point below 100, a dash for none; as in pictures. */
export function valueLabel(value) {
  if (value === null) return "–";
  if (value < 0) return `-${valueLabel(-value)}`;
  return value < 100 && value !== Math.round(value) ? String(Math.round(value * 10) / 10) : countLabel(Math.round(value));
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
