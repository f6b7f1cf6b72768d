-- Time strategies on growing samples of the points, and fit the growth of the time.
--
--   pinfold scale [DATA]

local given = command {
  summary = "Time strategies on growing samples of the points, and fit the growth of the time",
  about = [[
    Each random sample contains the smaller ones and has ten times as many points; the last one has all points. For each,
    it prints the median time of a build and of a frame that shows everything. The exponent is the slope of log time over
    log points by least squares, with the smallest and largest slope between neighboring sizes; 1 means linear growth. A
    strategy stops before a size for which the last two sizes predict more than --longest.]],
  arguments = { { name = "data", doc = "The points: a file, or 'towns'. Default: generated cities." } },
  options = {
    { name = "strategy", unit = "list", doc = "Strategies, as in 'grid,pca(budget=100)'. Default: those of a study." },
    { name = "count", type = "integer", min = 10, max = 100000000, default = 1000000, doc = "Number of generated points." },
    { name = "smallest", type = "integer", min = 1, max = 1000000000, default = 1000, doc = "Points of the smallest sample." },
    { name = "longest", type = "number", min = 0, default = 10, unit = "seconds", doc = "Time limit of one build or frame." },
    { name = "builds", type = "integer", min = 1, max = 1000, default = 5, doc = "Timed builds at each size." },
    { name = "output", unit = "file.svg", doc = "Write the times as a chart." },
    { name = "json", type = "boolean", doc = "Print the result as JSON." },
  },
  examples = {
    "pinfold scale",
    "pinfold scale --strategy grid,pca,radius --output scale.svg",
    "pinfold scale stations.csv --smallest 100 --json",
  },
}

local data = given.data and dataset(given.data) or generate("cities", { count = given.count })
local wanted = {}
if given.strategy then
  -- Commas within parentheses are a strategy's own.
  local depth, word = 0, ""
  for letter in (given.strategy .. ","):gmatch(".") do
    if letter == "(" then depth = depth + 1 elseif letter == ")" then depth = depth - 1 end
    if letter == "," and depth == 0 then wanted[#wanted + 1], word = word, "" else word = word .. letter end
  end
end

local sizes, size = {}, given.smallest
while size < #data do
  sizes[#sizes + 1], size = size, size * 10
end
sizes[#sizes + 1] = #data

-- The slopes of log time over log points from each size to the next, and by least squares over all.
local function slopes(times)
  local points = {}
  for _, time in ipairs(times) do
    if time.points > 0 and time.seconds > 0 then
      points[#points + 1] = { x = math.log(time.points), y = math.log(time.seconds) }
    end
  end
  local steps, x, y = {}, 0, 0
  for place, point in ipairs(points) do
    x, y = x + point.x / #points, y + point.y / #points
    local before = points[place - 1]
    if before then steps[#steps + 1] = (point.y - before.y) / (point.x - before.x) end
  end
  local product, square = 0, 0
  for _, point in ipairs(points) do
    product, square = product + (point.x - x) * (point.y - y), square + (point.x - x) ^ 2
  end
  return steps, #points >= 3 and product / square or nil
end

-- The seconds to expect of a part: as from the size before last to the last, and no less than in proportion.
local function expected(times, count)
  local last = times[#times]
  if not last or last.seconds == 0 then return 0 end
  local steps = slopes(times)
  return last.seconds * (count / last.points) ^ math.max(1, steps[#steps] or 1)
end

local families, byName = {}, {}
local function family(name)
  if not byName[name] then
    byName[name] = { strategy = name, build = {}, frame = {} }
    families[#families + 1] = byName[name]
  end
  return byName[name]
end

for _, count in ipairs(sizes) do
  local names = {}
  if #families == 0 then
    names = wanted
  else
    for _, known in ipairs(families) do
      local seconds = math.max(expected(known.build, count), expected(known.frame, count))
      if not known.stop and seconds > given.longest then
        known.stop = ("%d points would take about %.3g s, and --longest allows %.3g s"):format(count, seconds, given.longest)
      end
      if not known.stop then names[#names + 1] = known.strategy end
    end
    if #names == 0 then break end
  end
  local options = { builds = given.builds, locations = 0 }
  if #names > 0 then options.strategies = names end
  for _, row in ipairs(bench(data:sample(count), options)) do
    local known = family(row.strategy)
    if row.failure then
      known.stop = ("%d points: %s"):format(count, row.failure)
    else
      known.build[#known.build + 1] = { points = count, seconds = row.build }
      known.frame[#known.frame + 1] = { points = count, seconds = row.queryP50 }
    end
  end
end

local rows, results, charts = {}, {}, {}
local columns = { "strategy", "ms", "exponent" } -- a narrow terminal leaves out the last ones
for _, count in ipairs(sizes) do columns[#columns + 1] = tostring(count) end
columns[#columns + 1] = "least…most"
for _, known in ipairs(families) do
  local result = { strategy = known.strategy, stop = known.stop, sizes = {} }
  for place, time in ipairs(known.build) do
    result.sizes[place] = { points = time.points, build = time.seconds, frame = known.frame[place].seconds }
  end
  for _, part in ipairs { "build", "frame" } do
    local steps, exponent = slopes(known[part])
    local row = { strategy = known.strategy, ms = part }
    for _, count in ipairs(sizes) do row[tostring(count)] = "-" end
    local x, y = {}, {}
    for place, time in ipairs(known[part]) do
      row[tostring(time.points)] = ("%.4g"):format(time.seconds * 1000)
      x[place], y[place] = time.points, time.seconds * 1000
    end
    row.exponent = exponent and ("%.2f"):format(exponent) or "-"
    row["least…most"] = exponent and ("%.2f…%.2f"):format(math.min(table.unpack(steps)), math.max(table.unpack(steps))) or "-"
    rows[#rows + 1] = row
    result[part .. "Exponent"] = exponent
    charts[part] = charts[part] or {}
    local label = known.strategy .. (exponent and (" · %.2f"):format(exponent) or "")
    if #x > 0 then table.insert(charts[part], { name = label, x = x, y = y }) end
  end
  results[#results + 1] = result
end

if given.json then
  print(json { dataset = data:info().name, longest = given.longest, rows = results })
else
  print(("%s: medians of builds, and of frames\nthat show everything; exponents of time over points\n"):format(data:info().name))
  show(rows, columns)
  for _, known in ipairs(families) do
    if known.stop then print(("%s: %s"):format(known.strategy, known.stop)) end
  end
end
if given.output then
  local series = {}
  for _, part in ipairs { "build", "frame" } do
    for _, line in ipairs(charts[part] or {}) do
      series[#series + 1] = { name = part .. ", " .. line.name, x = line.x, y = line.y }
    end
  end
  local file <close> = assert(io.open(given.output, "w"))
  file:write(chart {
    title = "Time against the number of points", x = "points", y = "milliseconds", logX = true, logY = true, series = series,
    width = 680, height = math.max(360, 70 + 17 * #series),
  })
end
