-- Doubles the cells until there are few enough, but not often enough.
return {
  api = 1,
  kind = "strategy",
  name = "exceeds-its-budget",
  summary = "At most so many cells, or a few more.",
  parameters = {
    budget = { type = "integer", default = 8, min = 1, max = 1000, doc = "Maximum number of clusters in view." },
  },
  capabilities = { budgeted = true },
  budget = function(parameters) return parameters.budget end,
  cluster = function(points, parameters)
    local width = 20
    local groups = points:grid(width):group()
    for _ = 1, 2 do
      if #groups <= parameters.budget then break end
      width = 2 * width
      groups = points:grid(width):group()
    end
    return { groups = groups }
  end,
}
