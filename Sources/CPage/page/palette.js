// The colours of the page: those of the style sheet, and those of counts.

// One class for each power of ten, each a fill and the colour of its label: those of the drawings, darker for
// more on light paper and brighter for more on dark, which colour-blind people can read too.
const [DARK_INK, LIGHT_INK] = ["#1b1f24", "#ffffff"];
const LIGHT = [
  ["#f9c74f", DARK_INK], ["#ee8a3f", DARK_INK], ["#c8434e", LIGHT_INK], ["#a3328a", LIGHT_INK],
  ["#6a2a9c", LIGHT_INK], ["#3b127c", LIGHT_INK], ["#150538", LIGHT_INK],
];
const DARK = [
  ["#3f3a94", LIGHT_INK], ["#8c3fa3", LIGHT_INK], ["#bf4585", LIGHT_INK], ["#ec7c5c", DARK_INK],
  ["#f5a94a", DARK_INK], ["#fbd75f", DARK_INK], ["#fffbd0", DARK_INK],
];

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

let colors = read();

function read() {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    sea: get("sea"), land: get("land"), shore: get("shore"), line: get("line"), soft: get("soft"),
    halo: get("halo"), lit: get("lit"), ink: get("ink"), pin: get("pin"),
    classes: prefersDark.matches ? DARK : LIGHT,
  };
}

/** The colours as they are now. */
export const palette = () => colors;

/** Calls a function when the reader's system turns dark or light. */
export function onPaletteChange(body) {
  prefersDark.addEventListener("change", () => {
    colors = read();
    body();
  });
}

/** The fill and the label's colour of a count above 1. */
export const countColors = (count) =>
  colors.classes[Math.min(colors.classes.length, String(count).length) - 1];
