// A pane in other forms: the command that draws it, and a picture.

import { latitude, longitude } from "./numbers.js";

/** A word as a shell takes it. */
const quoted = (word) => (/^[\w.,:/=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** "grid(cellSize=80)" of a table with a name and parameters, those named in `except` apart. */
function form(table, except = []) {
  if (typeof table === "string") return table;
  const settings = Object.entries(table).filter(([name]) => name !== "name" && !except.includes(name));
  const texts = settings.map(([name, value]) => `${name}=${value}`);
  return texts.length ? `${table.name}(${texts.join(",")})` : table.name;
}

const flag = (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * The command that draws what a pane shows.
 * @param words those of the data, as the server was given them.
 */
export function plotCommand(words, { strategy, style }, camera, isPlanar) {
  const { limits = {}, representative, selected = [], separate } = strategy;
  const [x, y] = isPlanar
    ? [camera.x, camera.y] : [longitude(camera.x).toFixed(6), latitude(camera.y).toFixed(6)];
  const size = `${Math.round(camera.width)}x${Math.round(camera.height)}`;
  const flags = ["--strategy", form(strategy, ["representative", "limits", "selected", "separate"])];
  if (representative) flags.push("--representative", form(representative));
  for (const [name, value] of Object.entries(limits)) flags.push(flag(name), String(value));
  for (const id of selected) flags.push("--selected", String(id));
  if (separate) flags.push("--separate");
  for (const [name, value] of Object.entries(separate ?? {})) flags.push("--separation", `${name}=${value}`);
  for (const [name, value] of Object.entries(style ?? {})) flags.push(flag(name), String(value));
  flags.push("--view", [x, y, camera.zoom.toFixed(3), size].join(","));
  return ["pinfold", "plot", ...words, ...flags].map(quoted).join(" ");
}

/** Saves a canvas as a picture. */
export function savePicture(canvas, name) {
  canvas.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
