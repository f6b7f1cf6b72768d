// The first view of a map. It stands in pages of their own too, so it imports nothing.

/**
 * The view that shows a box of the unit square on a screen of any size. Where points go around the world, the edges of the
 * view are where the fewest lie: a screen that is narrower than the world shows the side with most of them.
 * @param bounds west, north, east and south; east may be past 1
 * @param around how many points lie in equal strips of the world from west to east, where the box goes around it; or null
 * @param wraps whether it is the globe, of which nothing beyond its upper and lower edge is shown
 * @param padding the room beside the points, in screen points
 */
export function fitting({ bounds, around }, width, height, wraps, padding = 40, mostZoom = 18) {
  const [west, north, east, south] = bounds;
  const room = (size) => Math.max(size / 3, size - 2 * padding);
  const least = wraps ? Math.log2(height / 256) : -Infinity;
  const zoom = Math.max(least, Math.min(mostZoom, Math.log2(room(width) / 256 / Math.max(east - west, 1e-9)),
    Math.log2(room(height) / 256 / Math.max(south - north, 1e-9))));
  const half = height / 2 / (256 * 2 ** zoom);
  const y = (north + south) / 2;
  const view = { x: (west + east) / 2, y: wraps ? Math.max(half, Math.min(1 - half, y)) : y, zoom };
  if (!around) return view;
  const span = Math.max(Math.round(around.length / 12), Math.round((1 - width / (256 * 2 ** zoom)) * around.length));
  // Of several windows with equally few points the one nearest to the middle of the largest gap.
  const gap = ((west + east) / 2 + 0.5) * around.length;
  let best = null;
  for (let start = 0; start < around.length; start++) {
    let sum = 0;
    for (let i = start; i < start + span; i++) sum += around[i % around.length];
    const away = start + span / 2 - gap;
    const distance = Math.abs(away - around.length * Math.round(away / around.length));
    if (!best || sum < best.sum || (sum === best.sum && distance < best.distance)) best = { start, sum, distance };
  }
  view.x = ((best.start + span / 2) / around.length + 0.5) % 1;
  return view;
}
