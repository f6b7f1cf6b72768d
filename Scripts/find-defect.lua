-- Find the view in which a strategy is at its worst, and draw it.
--
--   pinfold find-defect [STRATEGY [DATA [PICTURE]]]

local given = command {
  summary = "Find the view in which a strategy is at its worst, and draw it",
  about = "Defects, the worst first: points that are lost or shown twice, points in view whose marker is off the screen, "
    .. "and overlapping markers. Views of few points are omitted, because one point is a large share there.",
  arguments = {
    { name = "strategy", default = "pca", doc = "The strategy." },
    { name = "data", default = "towns", doc = "The points." },
    { name = "picture", default = "defect.svg", doc = "The picture to write." },
  },
  reading = true,
  examples = { "pinfold find-defect pca stations.csv worst.svg" },
}
local name, path = given.strategy, given.picture
local set = dataset(given.data, given.reading)
if #set == 0 then error("no points to look at", 0) end
local map = strategy(name):build(set)
local size = { width = 640, height = 400 }

local fewest = math.min(30, #set)

-- The share of points in view whose marker is off the screen; nil if there are few points.
local function hidden(frame)
  local x, y, visible = frame.x, frame.y, frame:visible()
  local all = visible:sum()
  if all < fewest then return nil end
  local isOff = (x:lt(0) + x:ge(size.width) + y:lt(0) + y:ge(size.height)):gt(0)
  return (isOff * visible):sum() / all
end

local looked = {}
local function look(where)
  local frame = map:frame(where)
  local share = hidden(frame)
  if not share then return nil end
  local found = {
    view = where, frame = frame, hidden = share,
    lost = 1 - (metric("conservation"):measure(frame).passes or 1),
    overlap = metric("overlap"):measure(frame).share or 0,
  }
  -- What is lost counts more than all that is hidden, and that more than what overlaps.
  found.badness = 100 * found.lost + 10 * found.hidden + found.overlap
  looked[#looked + 1] = found
  return found
end

-- Views of all points and of crowded places, then around the worst ones, nearer and nearer.
for _, where in ipairs(set:views { zooms = { 2, 4, 6, 8, 10, 12 }, locations = 8, seed = 1, width = size.width, height = size.height }) do
  look(where)
end
local function worstFirst(a, b) return a.badness > b.badness end
local function sorted()
  local list = { table.unpack(looked) }
  table.sort(list, worstFirst)
  return list
end
for _, found in ipairs { table.unpack(sorted(), 1, 3) } do
  local worst = found
  for attempt = 1, 20 do
    local here, reach = worst.view, 1 / attempt
    -- The share of a view by which to move, in degrees at the equator.
    local degrees = reach * size.width * 360 / (here.tileSize * 2 ^ here.zoom)
    local there = look(view {
      lon = (here.lon + degrees * (math.random() - 0.5) + 180) % 360 - 180,
      lat = math.max(-85, math.min(85, here.lat + degrees * (math.random() - 0.5))),
      zoom = math.max(0, here.zoom + reach * (math.random() - 0.5)), width = size.width, height = size.height,
    })
    if there and there.badness > worst.badness then worst = there end
  end
end

local rows = {}
for _, found in ipairs { table.unpack(sorted(), 1, 5) } do
  rows[#rows + 1] = {
    lon = ("%.4f"):format(found.view.lon), lat = ("%.4f"):format(found.view.lat), zoom = ("%.2f"):format(found.view.zoom),
    clusters = #found.frame, lost = found.lost > 0 and "yes" or "no", hidden = ("%.1f %%"):format(100 * found.hidden),
    overlap = ("%.1f %%"):format(100 * found.overlap),
  }
end
print(("%s by %s: the worst of %d views"):format(set, name, #looked))
show(rows, { "lon", "lat", "zoom", "clusters", "lost", "hidden", "overlap" })

local worst = sorted()[1]
local file = assert(io.open(path, "w"))
file:write(worst.frame:plot {
  title = ("%s: %s of the points off screen, %s of the markers overlapping"):format(name, rows[1].hidden, rows[1].overlap),
  layers = { "graticule", "legs", "points", "markers" },
})
file:close()
print(([[

lost      whether a point in view is in no cluster, or in two
hidden    points in view whose marker is off the screen
overlap   markers that lie on another one

%s shows the first.]]):format(path))
