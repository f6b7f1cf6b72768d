-- Finds the size of cells, or the radius, with which a strategy makes a wanted number of markers in a view.
--
--   pinfold run Scripts/tune.lua WANTED [STRATEGY [DATA [LON,LAT,ZOOM]]]
--
-- Without a strategy it tunes the quadtree, without data it looks at generated cities, and without a view at all points. A
-- larger size makes fewer markers, but not evenly: cells of the grid halve the world again and again, so there it finds
-- the nearest count that there is.

local usage = "usage: pinfold run Scripts/tune.lua WANTED [STRATEGY [DATA [LON,LAT,ZOOM]]]\n"
  .. "as in: pinfold run Scripts/tune.lua 50 quadtree stations.csv 2.35,48.86,6"

local wanted = math.tointeger(tonumber(arg[1]) or 50)
if not wanted or wanted < 1 or arg[1] and not tonumber(arg[1]) or #arg > 4 then error(usage, 0) end
local name = arg[2] or "quadtree"
local set = arg[3] and dataset(arg[3]) or generate("cities", { count = 20000, seed = 1 })
local where = set:fit()
if arg[4] then
  local lon, lat, zoom = arg[4]:match("^([^,]+),([^,]+),([^,]+)$")
  lon, lat, zoom = tonumber(lon), tonumber(lat), tonumber(zoom)
  if not (lon and lat and zoom) then error(usage, 0) end
  where = view { lon = lon, lat = lat, zoom = zoom }
end

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
print(("pinfold cluster %s --strategy %s,%s=%s"):format(
  arg[3] or "DATA", name, parameter, ("%.4g"):format(best[parameter])) .. (arg[4] and " --view " .. arg[4] or ""))
