-- Measure the overhead of Lua: calls, loops and plugins.
--
--   pinfold lua-cost [DATA]

local given = command {
  summary = "Measure the overhead of Lua: calls, loops and plugins",
  about = [[
    Prints the time of a call from Lua into the host; of a sum, as an operation on a column and as a loop in Lua; and of a
    build with a frame of the world by the built-in grid, by a plugin that uses columns, and by one with a loop over
    points.]],
  arguments = { { name = "data", doc = "The points: a file, or 'towns'. Default: generated cities." } },
  options = {
    { name = "count", type = "integer", min = 1, max = 10000000, default = 100000, doc = "Number of generated points." },
    { name = "trials", type = "integer", min = 1, max = 1000, default = 5, doc = "Number of timings of each." },
  },
  examples = { "pinfold lua-cost", "pinfold lua-cost --count 1000000" },
}

local data = given.data and dataset(given.data) or generate("cities", { count = given.count })
local calls = math.max(1000, math.min(#data, 1000000))

-- The median time of a trial, after one that does not count.
local function median(work)
  local times = {}
  work()
  for trial = 1, given.trials do
    local start = os.clock()
    work()
    times[trial] = os.clock() - start
  end
  table.sort(times)
  local middle = #times // 2
  return #times % 2 == 1 and times[middle + 1] or (times[middle] + times[middle + 1]) / 2
end

local column, kept = data.lat, {}
local function fail() error("x", 0) end
local empty = median(function() for i = 1, calls do kept.value = i end end)
local rows = {}
for _, kind in ipairs {
  { "value of a column", function() for i = 1, calls do kept.value = column[1] end end },
  { "length of a column", function() for i = 1, calls do kept.value = #column end end },
  { "error caught by pcall", function() for i = 1, calls do kept.value = pcall(fail) end end },
} do
  local name, work = table.unpack(kind)
  rows[#rows + 1] = { call = name, ns = math.max(0, median(work) - empty) / calls * 1e9 }
end
-- What was computed is used, so that nothing is left out.
assert(kept.value ~= nil)
print(("medians of %d trials\n"):format(given.trials))
show(rows, { "call", "ns" })

local function related(list)
  for place, row in ipairs(list) do row.ratio = place > 1 and list[1].ms > 0 and row.ms / list[1].ms or nil end
  return list
end

local values = {}
for i = 1, #column do values[i] = column[i] end
print()
show(related {
  { [#data .. " points"] = "column: (lat * 2):sum()", ms = 1000 * median(function() kept.value = (column * 2):sum() end) },
  {
    [#data .. " points"] = "loop in Lua", ms = 1000 * median(function()
      local sum = 0
      for i = 1, #values do sum = sum + values[i] * 2 end
      kept.value = sum
    end),
  },
}, { #data .. " points", "ms", "ratio" })

local byColumns = strategy(function(points) return { groups = points:grid(64):group() } end, { name = "by-columns" })
local byPoint = strategy(function(points, _, view)
  local across = view.worldWidth // 64
  local clusters, byCell = {}, {}
  for i, x, y in points:iter() do
    local cell = (x + 32) // 64 % across + y // 64 * across
    local cluster = byCell[cell]
    if not cluster then
      cluster = {}
      byCell[cell], clusters[#clusters + 1] = cluster, cluster
    end
    cluster[#cluster + 1] = i
  end
  return { clusters = clusters }
end, { name = "point-by-point" })

local world = view { lon = 0, lat = 0, zoom = 4, width = 4096, height = 4096 }
rows = {}
for _, kind in ipairs {
  { "built-in grid", strategy("grid", { cellSize = 64, anchor = "continuous" }) }, { "plugin by columns", byColumns },
  { "plugin point by point", byPoint },
} do
  local name, tried = table.unpack(kind)
  local count
  local seconds = median(function() count = #tried:build(data):frame(world) end)
  rows[#rows + 1] = { strategy = name, ms = 1000 * seconds, clusters = count }
end
print()
show(related(rows), { "strategy", "ms", "ratio", "clusters" })
