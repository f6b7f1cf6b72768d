-- Remembers how often it was asked, so that the same view gets other clusters, and thereby other ids, each time.
return {
  api = 1,
  kind = "strategy",
  name = "unstable-ids",
  summary = "Cells that move a little every time.",
  build = function() return { count = 0 } end,
  cluster = function(points, _, _, index)
    index.count = index.count + 1
    local shift = 30 * (index.count % 2)
    return { groups = ((points.x + shift) // 60 * 4096 + points.y // 60):group() }
  end,
}
