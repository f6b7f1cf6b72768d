-- Show what scripts can do, in lines to type into the shell.
--
--   pinfold tour [DATA]

local given = command {
  summary = "Show what scripts can do, in lines to type into the shell",
  arguments = { { name = "data", default = "towns", doc = "The points." } },
}

-- What its lines make stays, as in the shell.
-- luacheck: globals set world coarse transition report

local steps = 0
local function step(text)
  steps = steps + 1
  print(("\n%d. %s\n"):format(steps, text))
end

-- Runs a line as the shell does: an expression's values are printed, a statement is only done.
local function try(line)
  print("> " .. line)
  local run = load("return " .. line, "=tour") or assert(load(line, "=tour"))
  local values = table.pack(run())
  if values.n > 0 then print(table.unpack(values, 1, values.n)) end
end

print "Pinfold folds a map's pins into clusters. This is what it can do, line by line."

step "Points. They have a longitude, a latitude, an id, perhaps a weight and other columns; a million are fine."
try(("set = dataset(%q)"):format(given.data))
try "set"

step "A view: what a map of 1280 by 800 screen points shows, here with every point in it."
try "world = set:fit()"
try "world"

step "A strategy folds the points of a view into clusters, each with a place, a count and an id that lasts."
try 'frame = strategy("grid"):frame(set, world)'
try "frame"
try "frame[1].id, frame[1].count, frame[1].lon, frame[1].lat"

step "There are several, and they differ. 'overlap' is the share of markers that lie on another one; less is better."
local rows = {}
for _, entry in ipairs(list("strategies")) do
  if entry.name ~= "none" then
    local row = { strategy = entry.name, summary = entry.summary }
    -- Some are for small data only, and say so.
    local isDone, found = pcall(function() return strategy(entry.name):frame(set, world) end)
    if isDone then
      row.clusters, row.overlap = #found, metric("overlap"):measure(found).share
    else
      row.summary = tostring(found)
    end
    rows[#rows + 1] = row
  end
end
print '> for _, entry in ipairs(list("strategies")) do … strategy(entry.name):frame(set, world) … end'
show(rows, { "strategy", "clusters", "overlap", "summary" })

step "Parameters change a strategy. Larger cells make fewer and larger clusters; here are the largest five."
try 'coarse = strategy("grid", { cellSize = 200 }):frame(set, world)'
try "#frame, #coarse"
print '> clusters = coarse:clusters()\n> table.sort(clusters, function(a, b) return a.count > b.count end)'
local clusters = coarse:clusters()
table.sort(clusters, function(a, b) return a.count > b.count end)
show({ table.unpack(clusters, 1, 5) }, { "id", "lon", "lat", "count" })

step "Markers that still lie on one another can be merged after any strategy, and labels written as maps do."
try 'apart = strategy("grid", { separate = true }):frame(set, world)'
try 'metric("overlap"):measure(frame).pairs, metric("overlap"):measure(apart).pairs'
try 'label(1234), label(1234, "capped"), label(1234567, "abbreviated")'

step "Zoom in by one level. Markers go where their points go, and at every moment the shown counts add up."
try "map = strategy('grid'):build(set)"
try "near = view { lon = world.lon, lat = world.lat, zoom = world.zoom + 1 }"
try "transition = diff('membership'):between(map:frame(world), map:frame(near))"
try "transition"
local kinds = {}
for _, marker in ipairs(transition.markers) do kinds[marker.kind] = (kinds[marker.kind] or 0) + 1 end
for kind, count in pairs(kinds) do print("", kind, count) end
for _, time in ipairs { 0, 0.5, 0.9 } do
  local points = 0
  for _, marker in ipairs(transition:at(time)) do points = points + marker.count end
  print("", "at " .. time .. " of its time:", points .. " points shown")
end

step "The same points in another order give the same clusters, to the last bit, on any number of threads."
try 'metric("determinism"):measure { strategy = strategy("pca"), dataset = set, view = world }.identical'

step "What holds for every strategy is written down as a contract, and tried on points that are hard."
try 'report = check("grid")'
try "#report.findings, #report.violations"
show(report.findings, { "rule", "verdict", "demand" })

local function quoted(text) return text:match("^[%w%._/-]+$") and text or "'" .. text:gsub("'", "'\\''") .. "'" end
print(([[

Where to go from here

  pinfold                                    the shell: type any line above
  pinfold plugin new mine                    a strategy of your own to begin with, as Plugins/*.lua are
  pinfold new-strategy                       a strategy of your own in a script, checked and compared
  pinfold tune 50                            which size of cells makes 50 markers?
  pinfold find-defect pca                    where does a strategy show its worst? It draws that
  pinfold plot %s --strategy grid,pca --output map.svg]]):format(quoted(given.data)))
