-- Compare quality at equal numbers of markers, over several sizes.
--
--   pinfold sweep [DATA…]

local given = command {
  summary = "Compare quality at equal numbers of markers, over several sizes",
  about = "Prints the scores of each strategy at equal numbers of markers, interpolated between the tried sizes. The study is "
    .. "stored in a folder; its report has the curves.",
  arguments = { { name = "data", many = true, doc = "The points. Default: generated ones." } },
  options = { { name = "results", unit = "folder", default = "Results/sweep", doc = "Folder of the study." } },
}
local folder, sets = given.results, given.data
if #sets == 0 then
  for _, name in ipairs { "uniform", "cities" } do
    sets[#sets + 1] = { generate = name, name = name, count = 5000, seed = 1 }
  end
end

-- The parameter of each strategy that decides how many markers there are, and what to try.
local sizes = { cellSize = { 30, 45, 65, 90, 130 }, radius = { 20, 30, 45, 65, 90 }, budget = { 25, 50, 100, 200 } }

local swept, families = {}, {}
for _, entry in ipairs(list("strategies")) do
  for parameter, values in pairs(sizes) do
    if entry.name ~= "pairwise" and strategy(entry.name).parameters[parameter] then
      swept[#swept + 1] = { name = entry.name, [parameter] = values }
      families[#families + 1] = entry.name
      break
    end
  end
end

local measures = { "quantization.rmsd", "overlap.share", "neighbor-split.share" }
local plan = study {
  name = "sweep", datasets = sets, strategies = swept,
  metrics = { "markers", "quantization", "overlap", "neighbor-split" },
  starts = { "fit", 6, 9 }, primary = measures,
}
print(("%s over %s"):format(plan, table.concat(families, ", ")))
local result = plan:run(folder)

-- What a family reaches on a dataset, along a camera, at a number of markers: between the nearest two sizes, by the markers' logarithm.
local function at(wanted, family, set, camera, label)
  local below, above
  for _, row in ipairs(result) do
    local markers, value = row["markers.count"], row[label]
    local isWanted = row.dataset == set and row.camera == camera and row.strategy:match("^[^(]+") == family
    if isWanted and value and (markers or 0) > 0 then
      local point = { markers = markers, value = value }
      if markers <= wanted and (not below or markers > below.markers) then below = point end
      if markers >= wanted and (not above or markers < above.markers) then above = point end
    end
  end
  if not below or not above then return end
  if above.markers == below.markers then return below.value end
  local share = math.log(wanted / below.markers) / math.log(above.markers / below.markers)
  return below.value + share * (above.value - below.value)
end

local places, seen = {}, {}
for _, row in ipairs(result) do
  local key = row.dataset .. "\n" .. row.camera
  if not seen[key] then seen[key], places[#places + 1] = true, { set = row.dataset, camera = row.camera } end
end
for _, wanted in ipairs { 50, 100, 200 } do
  local rows = {}
  for _, place in ipairs(places) do
    for _, family in ipairs(families) do
      local row = { dataset = place.set, camera = place.camera, strategy = family }
      local found = false
      for _, label in ipairs(measures) do
        local value = at(wanted, family, place.set, place.camera, label)
        row[label] = value and ("%.3f"):format(value) or "-"
        found = found or value ~= nil
      end
      if found then rows[#rows + 1] = row end
    end
  end
  print(("\nAt %d markers in a view:\n"):format(wanted))
  if #rows == 0 then print("no strategy came near that many") end
  if #rows > 0 then show(rows, { "dataset", "camera", "strategy", table.unpack(measures) }) end
end
local function quoted(text) return text:match("^[%w%._/-]+$") and text or "'" .. text:gsub("'", "'\\''") .. "'" end
print(("\nThe study is in %s; 'pinfold study report %s --output report.html' draws the curves."):format(folder, quoted(folder)))
