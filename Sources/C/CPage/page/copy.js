// Saves what a pane shows as a file.

/** Saves a text or a picture under a name. */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Later, as some browsers begin to read only then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const field = (value) => {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Saves the rows of a `members` message as CSV or GeoJSON. */
export function saveRows({ columns, rows }, form) {
  if (form === "csv") {
    const lines = [["id", "longitude", "latitude", ...columns], ...rows].map((row) => row.map(field).join(","));
    return save(new Blob([`${lines.join("\n")}\n`], { type: "text/csv" }), "selection.csv");
  }
  const features = rows.map(([id, longitude, latitude, ...values]) => ({
    type: "Feature", id, geometry: { type: "Point", coordinates: [longitude, latitude] },
    properties: Object.fromEntries(columns.map((name, i) => [name, values[i]])),
  }));
  save(new Blob([JSON.stringify({ type: "FeatureCollection", features })], { type: "application/geo+json" }), "selection.geojson");
}
