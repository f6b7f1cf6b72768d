// The address's fragment holds the whole state, so that an address shows the same again.

/** The state in the fragment; null where there is none that can be read. */
export function readFragment() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const numbers = (parameters.get("view") ?? "").split(",").map(Number);
  try {
    const panes = parameters.getAll("pane").map((text) => JSON.parse(text))
      .filter((pane) => typeof pane?.strategy?.name === "string");
    if (panes.length === 0) return null;
    const [x, y, zoom, bearing = 0] = numbers;
    return {
      view: [3, 4].includes(numbers.length) && numbers.every(Number.isFinite) ? { x, y, zoom, bearing } : null,
      panes: panes.slice(0, 4),
      hasLegs: parameters.has("legs"),
      hasGhosts: parameters.has("ghosts"),
      hasHidden: parameters.has("hidden"),
      slowness: Number(parameters.get("slow")) || 1,
    };
  } catch {
    return null;
  }
}

/** Writes the state into the fragment. */
export function writeFragment({ view, panes, hasLegs, hasGhosts, hasHidden, slowness }) {
  if (globalThis.pinfoldSocket) return; // a page in a notebook has no address
  const parameters = new URLSearchParams();
  const turn = view.bearing ? [view.bearing.toFixed(1)] : [];
  parameters.set("view", [view.x.toFixed(9), view.y.toFixed(9), view.zoom.toFixed(3), ...turn].join(","));
  for (const pane of panes) parameters.append("pane", JSON.stringify(pane));
  if (hasLegs) parameters.set("legs", "");
  if (hasGhosts) parameters.set("ghosts", "");
  if (hasHidden) parameters.set("hidden", "");
  if (slowness !== 1) parameters.set("slow", slowness);
  history.replaceState(null, "", `#${parameters}`);
}
