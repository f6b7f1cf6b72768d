// The colors of the page: those of the style sheet, and those of counts.

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

// The colors of counts by theme, as the server sends them: a fill and the color of its label for each power of
// ten, those of all pictures.
let countClasses = { light: [], dark: [] };

// So those of categories; the last is that of all other values.
let categoryClasses = { light: [], dark: [] };

let colors = read();

function read() {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    sea: get("sea"), land: get("land"), shore: get("shore"), border: get("border"), place: get("place"),
    line: get("line"), soft: get("soft"), halo: get("halo"), lit: get("lit"), ink: get("ink"), pin: get("pin"),
    dot: get("dot"),
    classes: prefersDark.matches ? countClasses.dark : countClasses.light,
    categories: prefersDark.matches ? categoryClasses.dark : categoryClasses.light,
  };
}

/** The colors as they are now. */
export const palette = () => colors;

/** Takes the colors of a `welcome` message. */
export function setColors(message) {
  [countClasses, categoryClasses] = [message.colors, message.categoryColors];
  colors = read();
}

/** Calls a function when the reader's system turns dark or light. */
export function onPaletteChange(body) {
  prefersDark.addEventListener("change", () => {
    colors = read();
    body();
  });
}

/** How many powers of ten the colors begin above ten, so that the last one is that of the largest value; 0 for counts. */
export const classShift = (largest) =>
  (largest > 0 ? Math.max(0, Math.floor(Math.log10(largest) + 1e-9) + 1 - colors.classes.length / 2) : 0);

/** The class of a value: 0 below ten, 1 below a hundred and so on, or as many powers of ten above. */
export function classOf(value, shift = 0) {
  let index = 0;
  while (value >= 10 ** (index + 1 + shift) && index < colors.classes.length / 2 - 1) index++;
  return index;
}

/** The fill and the label's color of one of some categories; their number is that of other values, null is none. */
export function categoryColors(category, count) {
  if (category === null) return [colors.halo, colors.soft];
  const index = category < count ? category : colors.categories.length / 2 - 1;
  return [colors.categories[2 * index], colors.categories[2 * index + 1]];
}

/** The fill and the label's color of a value. */
export function valueColors(value, largest = 0) {
  const index = classOf(value, classShift(largest));
  return [colors.classes[2 * index], colors.classes[2 * index + 1]];
}
