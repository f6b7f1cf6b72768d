-- A tour of Pinfold in a minute: data, views, strategies, frames, metrics, and what changes between two frames.

print "1. Points. Generated here; dataset('file.csv') reads a file."
local cities = generate("cities", { count = 5000, seed = 7 })
print(cities)

print "\n2. A view: what a map of 1280 by 800 screen points shows of them."
local world = cities:fit { width = 1280, height = 800 }
print(world)

print "\n3. Every strategy folds the points in that view into clusters."
local rows = {}
for _, entry in ipairs(list("strategies")) do
  if entry.name ~= "none" then
    local frame = strategy(entry.name):frame(cities, world)
    local overlap = metric("overlap"):measure(frame)
    rows[#rows + 1] = { strategy = entry.name, clusters = #frame, overlap = overlap.share, summary = entry.summary }
  end
end
show(rows, { "strategy", "clusters", "overlap", "summary" })

print "\n4. Parameters change a strategy. Fewer, larger cells:"
local coarse = strategy("grid", { cellSize = 200 })
print(coarse, "gives", #coarse:frame(cities, world), "clusters")

print "\n5. The five largest clusters of a frame:"
local clusters = coarse:frame(cities, world):clusters()
table.sort(clusters, function(a, b) return a.count > b.count end)
show({ table.unpack(clusters, 1, 5) }, { "id", "lon", "lat", "count" })

print "\n6. Zoom in by one level: markers go where their points go, and counts add up while they do."
local grid = strategy("grid"):build(cities)
local near = view { lon = world.lon, lat = world.lat, zoom = world.zoom + 1 }
local transition = diff("membership"):between(grid:frame(world), grid:frame(near))
local kinds = {}
for _, marker in ipairs(transition.markers) do kinds[marker.kind] = (kinds[marker.kind] or 0) + 1 end
for kind, count in pairs(kinds) do print("", kind, count) end
for _, time in ipairs { 0, 0.5, 0.9 } do
  local points = 0
  for _, marker in ipairs(transition:at(time)) do points = points + marker.count end
  print("", "at " .. time .. " of its time:", points .. " points shown")
end

print "\n7. The same points in another order give the same clusters, to the last bit."
print("", "identical frames:", metric("determinism"):measure({ strategy = strategy("pca"), dataset = cities, view = world }).identical)

print "\nA strategy of your own is a Lua file that returns a table: see Plugins/hexgrid.lua."
