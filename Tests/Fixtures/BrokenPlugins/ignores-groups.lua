-- Takes the rows of the file for its points, those of other groups too. The host gives it one group at a time, so what it
-- asks for is not there.
return {
  api = 1,
  kind = "strategy",
  name = "ignores-groups",
  summary = "Everything in one cluster, whatever its group.",
  cluster = function(points)
    local all = {}
    for i = 1, points.row:max() do all[i] = i end
    return { clusters = { all } }
  end,
}
