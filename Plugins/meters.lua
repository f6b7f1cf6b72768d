-- Clusters of a radius in meters: what lies within it of a seed on the ground, the same clusters at every zoom.
--
-- Seeds are chosen greedily: of the points that are left the one of the greatest weight, of several the first in the
-- canonical order of points, takes all that are left within the radius. Distances are great-circle distances on a sphere.
-- On planar data the radius is in the units of the data.
--
-- Complexity: O(n log n + k) for the build, where k is the number of points within the radius of seeds, each counted for
-- every seed that it is near; a seed whose circle reaches beyond the map's edge (±85.05°) looks at all points. A query hands
-- out the clusters. ±180° is nothing special.

-- The radius of the sphere that `greatcircle` takes.
local earth = 6371008.8
local edge = math.rad(85)

---@type pinfold.StrategyPlugin
return {
  api = 1,
  kind = "strategy",
  name = "meters",
  version = "1.0.0",
  summary = "Clusters of a radius in meters, the same at every zoom.",
  parameters = {
    radius = { type = "number", default = 1000, min = 0.001, max = 20000000, unit = "meters", markers = "fewer", doc = "Maximum distance of a point from the seed of its cluster." },
  },
  capabilities = { nested = true, panInvariant = true, permutationInvariant = true },

  build = function(points, parameters, view)
    local radius, x, y, lon, lat = parameters.radius, points.x, points.y, points.lon, points.lat
    local everyone = (lon * 0 + 1):cumsum()

    -- The points within the radius of a point.
    local around
    if view.wraps then
      local shown = view.worldWidth / (2 * math.pi * earth)
      around = function(seed)
        -- The map's scale is greatest where the circle is nearest to a pole.
        local outer = math.abs(math.rad(lat[seed])) + radius / earth
        local reach = radius * 1.01 * shown / math.cos(math.min(outer, edge))
        local isWide = outer >= edge or reach > view.worldWidth / 4
        local candidates = isWide and everyone or points:within(x[seed], y[seed], reach)
        local meters = greatcircle(lon:take(candidates), lat:take(candidates), lon[seed], lat[seed])
        return candidates:filter(meters:le(radius))
      end
    else
      local extent = lon:max() - lon:min()
      local scale = extent > 0 and (x:max() - x:min()) / extent or (y:max() - y:min()) / math.max(1e-300, lat:max() - lat:min())
      around = function(seed) return points:within(x[seed], y[seed], radius * scale) end
    end

    local seeds = {}
    for _, seed in (-points.weight):argsort():iter() do
      if not seeds[seed] then
        for _, point in around(seed):iter() do seeds[point] = seeds[point] or seed end
        seeds[seed] = seed
      end
    end
    return column(seeds):group()
  end,

  cluster = function(_, _, _, groups) return { groups = groups } end,

  tests = {
    ["the radius is one on the ground, whatever the map's scale"] = function(test)
      -- A hundredth of a degree of latitude is 1.11 km; of longitude at 60° half of that.
      local south = test:points { lon = { 0, 0.01 }, lat = { 0, 0 } }
      local north = test:points { lon = { 0, 0.01 }, lat = { 60, 60 } }
      local view = test:view { lon = 0, lat = 0, zoom = 1, width = 2000, height = 2000 }
      test:expect(#test:cluster(south, { radius = 1000 }, view), 2)
      test:expect(#test:cluster(south, { radius = 1200 }, view), 1)
      test:expect(#test:cluster(north, { radius = 500 }, view), 2)
      test:expect(#test:cluster(north, { radius = 600 }, view), 1)
    end,
    ["the heaviest is the seed, and ±180° is nothing special"] = function(test)
      local points = test:points { lon = { 179.99, -179.99, -179.97 }, lat = { 0, 0, 0 }, weight = { 1, 5, 2 } }
      local view = test:view { lon = 180, lat = 0, zoom = 1 }
      test:expect(#test:cluster(points, { radius = 2300 }, view), 1)
      test:expect(#test:cluster(points, { radius = 2000 }, view), 3)
    end,
    ["around a pole all longitudes are near"] = function(test)
      local points = test:points { lon = { 0, 90, 180 }, lat = { 89.99, 89.99, 89.99 } }
      local view = test:view { lon = 0, lat = 85, zoom = 0, width = 2000, height = 2000 }
      test:expect(#test:cluster(points, { radius = 3000 }, view), 1)
    end,
  },
}
