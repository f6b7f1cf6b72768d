// Reads points from the text of a file: delimited text with a header, GeoJSON, or features line by line.

const LONGITUDES = ["lon", "lng", "long", "longitude", "x"];
const LATITUDES = ["lat", "latitude", "y"];

/**
 * The point features of a file, and what was left out.
 * @returns {{ features: object[], left: string }} `left` says how many rows have no place, and the first of them; empty for none.
 */
export function read(text) {
  const start = text.replace(/^[\s\x1e]+/, "")[0];
  if (start === undefined) throw new Error("the file is empty");
  return start === "{" || start === "[" ? fromJSON(text) : fromRows(text);
}

function fromJSON(text) {
  let values;
  try {
    const whole = JSON.parse(text);
    values = Array.isArray(whole) ? whole : whole.features ?? [whole];
  } catch {
    values = text.split(/[\n\x1e]/).filter((line) => line.trim()).map((line, number) => {
      try {
        return JSON.parse(line);
      } catch (error) {
        throw new Error(`line ${number + 1} is no JSON: ${error.message}`);
      }
    });
  }
  return kept(values.map((value, number) => ({
    feature: value, longitude: value?.geometry?.type === "Point" ? value.geometry.coordinates?.[0] : NaN,
    latitude: value?.geometry?.coordinates?.[1], where: `feature ${number + 1}`,
  })), "features that are points");
}

function fromRows(text) {
  const first = text.slice(0, text.search(/\r|\n|$/));
  const count = (mark) => first.split(mark).length;
  const delimiter = [",", ";", "\t", "|"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
  const [header = { cells: [] }, ...rows] = split(text, delimiter);
  const names = header.cells.map((name) => name.trim());
  const column = (known, what) => {
    const found = names.findIndex((name) => known.includes(name.toLowerCase()));
    if (found < 0) throw new Error(`no column of ${what} among: ${names.join(", ")}. It may be called ${known.join(", ")}`);
    return found;
  };
  const [east, north] = [column(LONGITUDES, "longitudes"), column(LATITUDES, "latitudes")];
  // A comma between digits is a decimal comma where it parts no columns.
  const number = (cell) => (cell?.trim() ? Number(delimiter === "," ? cell : cell.replace(",", ".")) : NaN);
  return kept(rows.filter(({ cells }) => cells.length > 1 || cells[0].trim()).map(({ cells, line }) => ({
    feature: { type: "Feature", properties: Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""])) },
    longitude: number(cells[east]), latitude: number(cells[north]), where: `line ${line}`,
  })), "rows with numbers in both columns");
}

/** Splits delimited text by RFC 4180: quotes may enclose delimiters, ends of lines and, doubled, quotes. */
function split(text, delimiter) {
  const rows = [];
  let [cells, cell, isQuoted, line, begin] = [[], "", false, 1, 1];
  const end = () => {
    cells.push(cell);
    rows.push({ cells, line: begin });
    [cells, cell] = [[], ""];
  };
  for (let i = text[0] === "\ufeff" ? 1 : 0; i < text.length; i++) {
    const sign = text[i];
    if (sign === "\n") line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[i + 1] === '"') cell += text[++i];
      else isQuoted = false;
    } else if (sign === '"' && cell === "") isQuoted = true;
    else if (sign === delimiter) {
      cells.push(cell);
      cell = "";
    } else if (sign === "\n" || (sign === "\r" && text[i + 1] !== "\n")) {
      end();
      begin = line;
    } else if (sign !== "\r") cell += sign;
  }
  if (isQuoted) throw new Error(`the quotes that begin in line ${begin} have no end`);
  if (cell || cells.length) end();
  return rows;
}

function kept(places, wanted) {
  const isPlace = ({ longitude, latitude }) => Number.isFinite(longitude) && Math.abs(latitude) <= 90;
  const good = places.filter(isPlace);
  const bad = places.find((place) => !isPlace(place));
  if (!good.length) throw new Error(`there are no ${wanted}${bad ? ` (first: ${bad.where})` : ""}`);
  const features = good.map(({ feature, longitude, latitude }) => ({
    type: "Feature", properties: feature.properties ?? {}, geometry: { type: "Point", coordinates: [longitude, latitude] },
  }));
  const lost = places.length - good.length;
  return { features, left: lost ? `${lost} of ${places.length} left out, without a place (first: ${bad.where})` : "" };
}
