-- Forgets the last of its points.
return {
  api = 1,
  kind = "strategy",
  name = "drops-a-point",
  summary = "All points but the last, each by itself.",
  cluster = function(points)
    local clusters = {}
    for i = 1, #points - 1 do clusters[i] = { i } end
    return { clusters = clusters }
  end,
}
