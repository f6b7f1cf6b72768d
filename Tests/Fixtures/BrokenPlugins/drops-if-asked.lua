-- Holds unless somebody chooses the mode that its default hides.
return {
  api = 1,
  kind = "strategy",
  name = "drops-if-asked",
  summary = "Square cells; with the mode 'bold' the last point is left out.",
  parameters = {
    mode = { type = "choice", default = "plain", choices = { "plain", "bold" }, doc = "How to treat the last point." },
  },
  capabilities = { permutationInvariant = true },
  cluster = function(points, parameters)
    local groups = points:grid(60):group()
    if parameters.mode == "plain" then return { groups = groups } end
    local clusters = {}
    for group = 1, #groups do clusters[group] = groups:members(group):totable() end
    local last = clusters[#clusters]
    if last then last[#last] = nil end
    return { clusters = clusters }
  end,
}
