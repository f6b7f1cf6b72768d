-- Greedy in the order of the rows: who comes first takes all that is near. It promises that the order does not matter.
return {
  api = 1,
  kind = "strategy",
  name = "input-order",
  summary = "Takes points in the order of the rows, each with all that is within 60 points of it.",
  capabilities = { permutationInvariant = true },
  cluster = function(points)
    local order, x, y = {}, points.x:totable(), points.y:totable()
    for i = 1, #points do order[i] = i end
    local row = points.row:totable()
    table.sort(order, function(a, b) return row[a] < row[b] end)
    local taken, clusters = {}, {}
    for _, i in ipairs(order) do
      if not taken[i] then
        local members = {}
        for j = 1, #points do
          local dx, dy = x[i] - x[j], y[i] - y[j]
          if not taken[j] and dx * dx + dy * dy <= 3600 then
            taken[j] = true
            members[#members + 1] = j
          end
        end
        clusters[#clusters + 1] = members
      end
    end
    return { clusters = clusters }
  end,
}
