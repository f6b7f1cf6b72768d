-- Density clusters: points with many others around them, and what these reach; the rest is noise.
--
-- A point is a core if at least `minPoints` points lie within `radius` of it, itself counted. Cores within the radius of
-- each other share a cluster. Any other point within the radius of a core, a border point, goes to the nearest core, of
-- several the first in the canonical order of points. What is left is noise: every spot by itself. This is exact, and
-- clusters have any shape and any size, so they cannot be kept to a part of the map: every query looks at every point.
--
-- Source: Ester, Kriegel, Sander, Xu: A density-based algorithm for discovering clusters (KDD 1996).
-- Complexity: O(n log n), with minPoints as a factor where points are scattered. Coincident points count as many; ±180°
-- is nothing special.

---@type pinfold.StrategyPlugin
return {
  api = 1,
  kind = "strategy",
  name = "dbscan",
  version = "2.0.1",
  summary = "Density-based clusters of any shape (DBSCAN); noise points stay single.",
  parameters = {
    radius = { type = "number", default = 30, min = 0.01, max = 4096, unit = "screen points", markers = "fewer", doc = "Maximum distance of neighbors on the screen." },
    minPoints = { type = "integer", default = 4, min = 1, max = 1000000, doc = "Minimum number of neighbors, including itself, of a core point." },
  },
  capabilities = { panInvariant = true, permutationInvariant = true },

  cluster = function(points, parameters)
    local near = points:neighbors(parameters.radius)
    local others = parameters.minPoints - 1
    local isCore = near:count(others):ge(others)
    -- The core that each point goes to: a core to itself, noise to none, which is 0.
    local core = near:closest(isCore)
    local clusters = near:connected(isCore).labels:take(core:greater(1))
    -- Labels of noise are past those of clusters.
    local spots = points:neighbors(0):connected().labels
    return { groups = core:gt(0):where(clusters, spots + #points):group() }
  end,

  tests = {
    ["a crowd is a cluster, and what stands apart is noise"] = function(test)
      local points = test:points { x = { 0, 5, 10, 15, 300, 305 }, y = { 0, 0, 0, 0, 0, 0 } }
      local frame = test:cluster(points, { radius = 16, minPoints = 4 })
      test:expect(frame.counts:max(), 4)
      test:expect(#frame, 3)
    end,
    ["a chain of cores is one cluster, however long"] = function(test)
      local x, y = {}, {}
      for place = 1, 100 do x[place], y[place] = 5 * place - 250, 0 end
      local points = test:points { x = x, y = y }
      test:expect(#test:cluster(points, { radius = 6, minPoints = 3 }), 1)
      test:expect(#test:cluster(points, { radius = 4, minPoints = 3 }), 100)
    end,
    ["noise on one spot stays one cluster"] = function(test)
      test:expect(#test:cluster(test:points { x = { 0, 0 }, y = { 0, 0 } }, { minPoints = 3 }), 1)
    end,
  },
}
