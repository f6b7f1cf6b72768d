-- Find the size with which a strategy makes a wanted number of markers.
--
--   pinfold tune WANTED [STRATEGY [DATA [LON,LAT,ZOOM]]]

local given = command {
  summary = "Find the size with which a strategy makes a wanted number of markers",
  about = "Not every number is possible: the cells of a grid come in fixed sizes. The result is the size with the nearest "
    .. "number.",
  arguments = {
    { name = "wanted", type = "integer", min = 1, default = 50, doc = "Wanted number of markers." },
    { name = "strategy", default = "quadtree", doc = "A strategy with a size." },
    { name = "data", default = "towns", doc = "The points." },
    { name = "view", doc = "LON,LAT,ZOOM. Default: all points." },
  },
  reading = true,
  examples = { "pinfold tune 50 quadtree stations.csv 2.35,48.86,6" },
}
local wanted, name = given.wanted, given.strategy
local set = dataset(given.data, given.reading)
local where = given.view and view(given.view) or set:fit { most = true }

-- The parameter that is a size on the screen.
local function sizeParameter()
  local parameters = strategy(name).parameters
  for _, candidate in ipairs { "cellSize", "radius", "padding" } do
    if parameters[candidate] then return candidate end
  end
  error(("strategy '%s' has no size to tune; there are cellSize, radius and padding"):format(name), 0)
end

local parameter = sizeParameter()
local trail = {}
local best

-- The number of markers at a size, rounded as it will be written down.
local function markers(size)
  local count = #strategy(name, { [parameter] = size }):frame(set, where)
  trail[#trail + 1] = { [parameter] = size, markers = count }
  if not best or math.abs(count - wanted) < math.abs(best.markers - wanted) then best = trail[#trail] end
  return count
end

-- Halves the way between a size with too many markers and one with too few, by ratio.
local low, high = 1, 2048
if markers(low) > wanted and markers(high) < wanted then
  for _ = 1, 16 do
    local middle = tonumber(("%.4g"):format(math.sqrt(low * high)))
    if best.markers == wanted or middle <= low or middle >= high then break end
    if markers(middle) > wanted then low = middle else high = middle end
  end
end

print(("%s in %s"):format(set, where))
show(trail, { parameter, "markers" })
print(("\n%s = %s makes %d markers%s."):format(
  parameter, ("%.4g"):format(best[parameter]), best.markers,
  best.markers == wanted and "" or (", the nearest to %d that was found"):format(wanted)))
local function quoted(text) return text:match("^[%w%._/-]+$") and text or "'" .. text:gsub("'", "'\\''") .. "'" end
print(("pinfold cluster %s --strategy %s,%s=%s"):format(
  quoted(given.data), name, parameter, ("%.4g"):format(best[parameter])) .. (given.view and " --view " .. given.view or ""))
