-- Compare all strategies on several data sets by all metrics, as a study; then print what holds of the strategies,
-- with numbers.
--
--   pinfold shootout [DATA…]

local given = command {
  summary = "Compare all strategies on several data sets by all metrics, as a study",
  about = "The same command resumes an interrupted run. Other data need another folder. "
    .. "'pinfold study report FOLDER --output report.html' writes the report.",
  arguments = { { name = "data", many = true, doc = "The points. Default: generated sets, each difficult in another way." } },
  options = { { name = "results", unit = "folder", default = "Results/shootout", doc = "Folder of the study." } },
}
local folder, sets = given.results, given.data
if #sets == 0 then
  for _, name in ipairs { "uniform", "cities", "railway", "streets", "dateline", "coincident" } do
    sets[#sets + 1] = { generate = name, name = name, count = 2000, seed = 1 }
  end
end

-- Those that merge points, and any number of them.
local strategies, names = {}, {}
for _, entry in ipairs(list("strategies")) do
  if entry.name ~= "none" and entry.name ~= "pairwise" then
    strategies[#strategies + 1], names[#names + 1] = entry.name, entry.name
  end
end
-- Greedy merging as others do it, in the order of the input.
strategies[#strategies + 1], names[#names + 1] = { name = "radius", order = "input" }, "radius(order=input)"

-- Fewer runs than usual, as each builds every strategy anew; reports tell a metric's parameters with its name.
local determinism = { name = "determinism", repeats = 2, permutations = 3 }
local determinismLabel = "determinism(repeats=2,permutations=3)"

local plan = study {
  name = "shoot-out", datasets = sets, strategies = strategies,
  cameras = { { name = "pan", steps = 3 }, { name = "zoom-ladder", steps = 3 } }, starts = { "fit", 8 },
  metrics = {
    "quantization", "displacement", "simplified-silhouette", "neighbor-split", "markers", "overlap", "occlusion",
    "lattice", "axis-order", determinism, "pan-invariance", "nesting",
    "lineage", "churn", "travel",
  },
  primary = {
    "quantization.constant", "neighbor-split.share", "overlap.share", "lattice.excess",
    "pan-invariance.similarity",
  },
  timing = { builds = 3, passes = 3 },
}

print(("%s: %d datasets, %d strategies, a pan and a zoom from all points and from one at zoom 8."):format(
  plan, #sets, #strategies))
local result = plan:run(folder)
print(("%d runs finished, %d failed."):format(result.runs, result.failed))
for _, problem in ipairs(result.problems) do
  print(("  %s on %s: %s"):format(problem.strategy, problem.dataset, problem.message))
end

print([[

The tables have medians, or worst values, over the datasets and the cameras that begin with all points. They are no tests: the
report has those, over sources. Strategies have their default sizes, and so show different numbers of markers, on which most
measures depend.]])

-- The middle one of a strategy's scores over the datasets and the cameras that begin with all points, and the lowest and
-- highest: from zoom 8 on some datasets have hardly a marker in view, and whatever is asked of nothing holds. A measure
-- has no score along a camera where it means nothing: likeness of two views of one zoom, nesting of two zooms.
local function spread(name, label)
  local scores = {}
  for _, row in ipairs(result) do
    local isWanted = row.strategy == name and row.camera:match(" from fit$")
    if isWanted and row[label] then scores[#scores + 1] = row[label] end
  end
  if #scores == 0 then return end
  table.sort(scores)
  local middle = (scores[(#scores + 1) // 2] + scores[#scores // 2 + 1]) / 2
  return middle, scores[1], scores[#scores]
end

-- A line for each strategy, a column for each measure: its median, or what 'pick' makes of it.
local function claim(text, columns, pick)
  print("\n" .. text .. "\n")
  local rows = {}
  local heads = { "strategy" }
  for _, column in ipairs(columns) do heads[#heads + 1] = column.head end
  for _, name in ipairs(names) do
    local row = { strategy = name }
    for _, column in ipairs(columns) do
      local middle, low, high = spread(name, column.label)
      row[column.head] = middle and ("%.3f"):format((column.pick or pick)(middle, low, high)) or "-"
    end
    rows[#rows + 1] = row
  end
  show(rows, heads)
end

local function median(middle) return middle end
local function lowest(_, low) return low end
local function highest(_, _, high) return high end

claim([[
1. "Grids show." Markers of grids and quadtrees stand on a lattice, those of the PCA tree do not.
   excess: coherence of the markers beyond that of the points, from 0.25 on an eye sees it;
   axis4: whether nearest neighbours lie along the axes, 1 all of them, 0 no more than elsewhere; z above 4 is no
   chance.]],
  {
    { head = "excess", label = "lattice.excess" },
    { head = "worst excess", label = "lattice.excess", pick = highest },
    { head = "axis4", label = "axis-order.axis4" }, { head = "z", label = "axis-order.z" },
  }, median)

claim([[
2. "k-means does not hold still." Of two views that overlap, how alike the clusters are where both look (1: the same),
   which share of the markers stay, and whether zooming only splits and merges (1: it does).]],
  {
    { head = "pan likeness", label = "pan-invariance.similarity" },
    { head = "worst pan", label = "pan-invariance.similarity", pick = lowest },
    { head = "markers that stay", label = "pan-invariance.persistence" },
    { head = "zoom nesting", label = "nesting.hard" },
  }, median)

claim([[
3. "The order of the input decides." Share of runs with one answer, on the worst dataset: repeated, and on the points in
   other orders (1: all).]],
  {
    { head = "repeats", label = determinismLabel .. ".repeats", pick = lowest },
    { head = "orders", label = determinismLabel .. ".permutations", pick = lowest },
  }, lowest)

local function quoted(text) return text:match("^[%w%._/-]+$") and text or "'" .. text:gsub("'", "'\\''") .. "'" end
print(("\nThe study is in %s; 'pinfold study report %s --output report.html' shows all of it."):format(folder, quoted(folder)))
