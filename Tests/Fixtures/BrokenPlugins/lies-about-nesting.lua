-- Cells of one size at every zoom, which are no unions of the cells of deeper zooms.
return {
  api = 1,
  kind = "strategy",
  name = "lies-about-nesting",
  summary = "Square cells that claim to nest.",
  capabilities = { nested = true, panInvariant = true },
  cluster = function(points)
    return { groups = points:grid(50):group() }
  end,
}
