-- A point on the edge of two bands counts in both.
return {
  api = 1,
  kind = "strategy",
  name = "counts-twice",
  summary = "Bands of 100 points in height, edges included on both sides.",
  cluster = function(points)
    local bands, clusters = {}, {}
    local function add(band, i)
      if not bands[band] then
        bands[band] = {}
        clusters[#clusters + 1] = bands[band]
      end
      table.insert(bands[band], i)
    end
    for i, _, y in points:iter() do
      local band = y // 100
      add(band, i)
      -- Meant for points exactly on the edge; but a point is never so exact.
      if y - band * 100 < 10 then add(band - 1, i) end
    end
    return { clusters = clusters }
  end,
}
