-- Draws how strategies fold the same points in the same view, side by side, as an SVG picture.
--
--   pinfold run Scripts/map.lua [DATA [STRATEGY…]] > map.svg
--
-- Without data it draws generated cities. Dots are points, discs are markers, labelled with their counts.

local width, height, gap, title = 560, 350, 16, 26

local set = arg[1] and dataset(arg[1]) or generate("cities", { count = 30000, seed = 5, cities = 400, spread = 7, background = 0.25 })
local names = { table.unpack(arg, 2) }
if #names == 0 then names = { "grid", "quadtree", "pca", "kmeans" } end

local fitted = set:fit { width = width, height = height, padding = 20 }
local where = fitted
if not arg[1] then where = view { lon = 16, lat = 30, zoom = 3.25, width = width, height = height } end

-- 950 → 950, 1234 → 1.2k: a label must fit its disc.
local function label(count)
  if count < 1000 then return ("%d"):format(count) end
  local thousands = ("%.1f"):format(count / 1000):gsub("%.0$", "")
  return thousands .. "k"
end

local function line(...) io.write(string.format(...), "\n") end

local function panel(name, left, top)
  line('<g transform="translate(%d %d)">', left, top)
  line('<text class="title" x="0" y="17">%s</text>', name)
  line('<svg y="%d" width="%d" height="%d"><rect class="sea" width="100%%" height="100%%"/>', title, width, height)
  line '<use href="#points"/>'
  local frame = strategy(name):frame(set, where)
  local order = {}
  for i = 1, #frame do order[i] = i end
  -- Small markers on top, so that none is hidden whole.
  table.sort(order, function(a, b)
    if frame.counts[a] ~= frame.counts[b] then return frame.counts[a] > frame.counts[b] end
    return a < b
  end)
  local x, y, counts, radii = frame.x, frame.y, frame.counts, frame.radii
  for _, i in ipairs(order) do
    if counts[i] > 1 then
      line('<circle class="disc" cx="%.1f" cy="%.1f" r="%.1f"/>', x[i], y[i], radii[i] * 0.75)
      line('<text class="count" x="%.1f" y="%.1f">%s</text>', x[i], y[i] + 3.5, label(counts[i]))
    end
  end
  line('</svg><text class="note" x="%d" y="17">%d clusters</text></g>', width, #frame)
end

local columns = math.min(2, #names)
local rows = (#names + columns - 1) // columns
local all, tall = columns * (width + gap) + gap, rows * (height + title + gap) + gap
line('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif">', all, tall)
line [[<style>
  .back { fill: #ffffff } .sea { fill: #f2f4f6 } .point { stroke: #7a8794; stroke-width: 2.4; stroke-linecap: round }
  .disc { fill: #0072b2; fill-opacity: 0.85; stroke: #ffffff; stroke-width: 1.5 }
  .count { fill: #ffffff; font-size: 10px; text-anchor: middle }
  .title { fill: #1b1f23; font-size: 16px; font-weight: bold } .note { fill: #57606a; font-size: 14px; text-anchor: end }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } .sea { fill: #161b22 } .point { stroke: #6e7b88 } .disc { fill: #2f9bd8; stroke: #0d1117 }
    .title { fill: #e6edf3 } .note { fill: #9198a1 }
  }
</style>]]
-- The points are the same in every panel: drawn once, used again, and as short strokes with round ends.
local points = strategy("none"):frame(set, where)
io.write '<defs><path id="points" class="point" d="'
for _, x, y in points.x:iter(points.y) do io.write(("M%.1f %.1fh0"):format(x, y)) end
line '"/></defs>'
line('<rect class="back" width="%d" height="%d"/>', all, tall)
for place, name in ipairs(names) do
  local column, row = (place - 1) % columns, (place - 1) // columns
  panel(name, gap + column * (width + gap), gap + row * (height + title + gap))
end
line "</svg>"
