-- The main job: datasets × strategies × viewports → a table of metrics.
--
--   pinfold run Scripts/compare.lua [DATA…]
--
-- Without data it compares on generated points, each set with a difficulty of its own.

local sets = {}
for _, path in ipairs(arg) do sets[#sets + 1] = dataset(path) end
if #sets == 0 then
  for _, name in ipairs { "uniform", "cities", "railway", "dateline" } do
    sets[#sets + 1] = generate(name, { count = 20000, seed = 1 })
  end
end

local names = {}
for _, entry in ipairs(list("strategies")) do
  if entry.name ~= "none" then names[#names + 1] = entry.name end
end

print(("Comparing %s on %d datasets: views fitted to the data and dense locations at zooms 3 to 12, the same for all.")
  :format(table.concat(names, ", "), #sets))

local rows = compare { datasets = sets, strategies = names, zooms = { 3, 6, 9, 12 }, seed = 1 }
show(rows)

print [[

dataset      where the points come from
strategy     what folded them into clusters, at its default parameters
clusters     markers on the screen, the median of all views
overlap      share of markers that cover another one, the median of all views; 0 is best
determinism  share of repeated, shuffled and threaded runs that gave the same frame; 1 is best
verdict      valid if every view shows each of its points exactly once]]
