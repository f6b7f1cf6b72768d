-- Divides by the weight of the cluster, which may be nothing.
return {
  api = 1,
  kind = "strategy",
  name = "not-finite",
  summary = "Cells with their markers at the weighted mean.",
  cluster = function(points)
    local groups = points:grid(60):group()
    local weight = groups:sum(points.weight)
    return {
      groups = groups,
      x = groups:sum(points.x * points.weight) / weight,
      y = groups:sum(points.y * points.weight) / weight,
    }
  end,
}
