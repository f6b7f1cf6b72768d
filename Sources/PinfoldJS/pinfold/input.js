// What callers pass: features, coordinates and boxes, checked with the place of what is wrong.

/** A value as messages show it: a string has its quotes and the word. */
export const shown = (value) => (typeof value === "string" ? `the string ${JSON.stringify(value)}` : String(value));

/** An id as messages show it. */
export const shownID = (id) => (typeof id === "string" ? JSON.stringify(id) : String(id));

/** The rows with a geometry and their coordinates. */
export function columns(features) {
  if (!Array.isArray(features)) {
    const collection = Array.isArray(features?.features);
    throw new TypeError(`an array of point features is expected${collection ? "; pass the 'features' of the collection" : ""}`);
  }
  const rows = [];
  const longitudes = new Float64Array(features.length);
  const latitudes = new Float64Array(features.length);
  for (let row = 0; row < features.length; row++) {
    const feature = features[row];
    if (!feature?.geometry) continue;
    const { type, coordinates } = feature.geometry;
    if (type !== "Point") throw new TypeError(`${named(feature, row)} is a ${type}; points are expected`);
    if (!Array.isArray(coordinates)) throw new TypeError(`${named(feature, row)} has no list of coordinates`);
    const [longitude, latitude] = coordinates;
    if (!isPlace(longitude, latitude)) checkPlace(longitude, latitude, named(feature, row));
    longitudes[rows.length] = longitude;
    latitudes[rows.length] = latitude;
    rows.push(row);
  }
  return { rows, longitudes: longitudes.subarray(0, rows.length), latitudes: latitudes.subarray(0, rows.length) };
}

const named = ({ id }, row) => (id === undefined ? `feature ${row}` : `feature ${row} (id ${id})`);

// Not `isFinite`, which takes strings too.
const isPlace = (longitude, latitude) => Number.isFinite(longitude) && typeof latitude === "number" && latitude >= -90 && latitude <= 90;

/** Throws unless two values are degrees. */
export function checkPlace(longitude, latitude, owner) {
  if (!Number.isFinite(longitude)) {
    throw new RangeError(`${owner}: the longitude is ${shown(longitude)}; a number of degrees is expected`);
  }
  if (!isPlace(longitude, latitude)) {
    throw new RangeError(`${owner}: the latitude is ${shown(latitude)}; a number in −90…90 is expected`);
  }
}

/** West, south, east and north as the engine takes them; null for a box without a latitude. */
export function boxOf(bbox, zoom) {
  for (let side = 0; side < 4; side++) {
    if (Number.isFinite(bbox?.[side])) continue;
    const name = ["west", "south", "east", "north"][side];
    throw new TypeError(`the ${name} of the box is ${shown(bbox?.[side])}; a box of four numbers is expected`);
  }
  if (!Number.isFinite(+zoom)) throw new TypeError(`the zoom is ${shown(zoom)}; a number is expected`);
  const west = bbox[0];
  const east = bbox[2];
  const least = Math.max(-90, Math.min(90, bbox[1]));
  const most = Math.max(-90, Math.min(90, bbox[3]));
  if (least > most) return null;
  if (east - west >= 360) return [-180, least, 180, most];
  return [wrapped(west), least, east === 180 ? 180 : wrapped(east), most];
}

/** A longitude within −180..<180. */
function wrapped(longitude) {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
