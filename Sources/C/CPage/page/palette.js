// The colours of the page: those of the style sheet, and those of counts.

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

// The colours of counts by theme, as the server sends them: a fill and the colour of its label for each power of
// ten, those of all pictures.
let countClasses = { light: [], dark: [] };

let colors = read();

function read() {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    sea: get("sea"), land: get("land"), shore: get("shore"), border: get("border"), place: get("place"),
    line: get("line"), soft: get("soft"), halo: get("halo"), lit: get("lit"), ink: get("ink"), pin: get("pin"),
    classes: prefersDark.matches ? countClasses.dark : countClasses.light,
  };
}

/** The colours as they are now. */
export const palette = () => colors;

/** Takes the `colors` of a `welcome` message. */
export function setCountColors(message) {
  countClasses = message;
  colors = read();
}

/** Calls a function when the reader's system turns dark or light. */
export function onPaletteChange(body) {
  prefersDark.addEventListener("change", () => {
    colors = read();
    body();
  });
}

/** The fill and the label's colour of a count above 1. */
export function countColors(count) {
  const index = Math.min(colors.classes.length / 2, String(count).length) - 1;
  return [colors.classes[2 * index], colors.classes[2 * index + 1]];
}
