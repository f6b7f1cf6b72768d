-- The marker stands at the plain mean of its members' degrees: of latitudes 10, 20 and 30 at 20, where `centroid`, the
-- mean on the map, is at 20.21. Weights do not count. Other libraries (Google's for Android, CCHMapClusterController,
-- efremidze/Cluster) place their markers so; this is for maps that must look as before.
--
-- Longitudes are counted from the first member the short way around, so ±180° is nothing special. Beyond the map's edge
-- (±85.05°) a marker stands on the edge.

---@type pinfold.RepresentativePlugin
return {
  api = 1,
  kind = "representative",
  name = "mean-degrees",
  version = "1.0.0",
  summary = "The plain mean of the members' longitudes and latitudes.",

  select = function(members, _, view)
    if not view.wraps then return { x = members.x:mean(), y = members.y:mean() } end
    local world, first = view.worldWidth, members.x[1]
    local latitude = math.rad(members.lat:mean())
    local north = math.log(math.tan(math.pi / 4 + latitude / 2)) / (2 * math.pi)
    return { x = first + members.x:delta(first):mean(), y = math.max(0, math.min((0.5 - north) * world, world)) }
  end,

  tests = {
    ["it is the mean of degrees, not that on the map"] = function(test)
      local points = test:points { lon = { 20, 30, 40 }, lat = { 10, 20, 30 } }
      local marker = test:select(points, {}, test:view { lon = 30, lat = 20, zoom = 2 })
      test:near(marker.lon, 30, 1e-6)
      test:near(marker.lat, 20, 1e-6)
    end,
    ["a cluster across ±180° has its marker there"] = function(test)
      local points = test:points { lon = { 179, -179, -178 }, lat = { 0, 0, 0 } }
      local marker = test:select(points, {}, test:view { lon = 180, lat = 0, zoom = 2 })
      test:near(marker.lon % 360, 180 + 2 / 3, 1e-6)
    end,
  },
}
