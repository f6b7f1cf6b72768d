import Testing

@Suite("Hierarchies in Lua")
struct MapHierarchyTests {
  /// Three points near each other and one far away: at zoom 0 the three are one cluster, which falls apart in
  /// two steps.
  private static let setUp = """
    data = points { lon = {0, 0.1, 3, 120}, lat = {0, 0, 0, 0}, id = {'a', 'b', 'c', 'far'} }
    map = strategy('radius', { maxZoom = 9 }):build(data)
    frame = map:frame(view { lon = 60, lat = 0, zoom = 0 })
    for _, cluster in ipairs(frame:clusters()) do if cluster.count == 3 then id = cluster.id end end
    stack = strategy('radius'):build(points { lon = {1, 1}, lat = {2, 2} })
    """

  @Test(
    "answers what the reference says",
    arguments: [
      ("#map:children(id)", "2"),
      ("map:children(id)[1].count + map:children(id)[2].count", "3"),
      ("map:children(map:children(id)[1].id)[1].point", "\"a\""),
      ("map:leaves(id)", "{ \"a\", \"b\", \"c\" }"),
      ("map:leaves(id, { limit = 1, offset = 1 })", "{ \"b\" }"),
      // 40 of a tile's 256 screen points are 56° at zoom 0, so 2.95° are farther at zoom 5 (1.8°), and 0.1°
      // at zoom 10 (0.055°).
      ("map:expansionZoom(id)", "5.0"),
      ("map:expansionZoom(map:children(id)[1].id)", "10.0"),
      ("stack:expansionZoom(stack:frame(view { lon = 1, lat = 2, zoom = 0 })[1].id)", "nil"),
      ("#map:tile(0, 0, 0)", "2"),
      ("map:tile(0, 0, 0)[2].y", "256.0"),
      ("#map:tile(1, 5, 0)", "0"),
      ("#strategy('grid'):build(data):tile(0, 0, 0)", "2"),
      ("strategy('grid'):build(data):tile(0, 0, 0)[2].y", "256.0"),
      ("strategy('quadtree'):build(data):tile(1, 1, 0)[1].id == map:tile(1, 1, 0)[1].id", "true"),
    ])
  func answers(input: String, expected: String) throws {
    let session = try RecordedSession()
    _ = session.answer(Self.setUp)
    #expect(session.answer(input) == expected + "\n")
  }

  @Test("finds the children of a cluster that a view of large tiles shows at the last zoom")
  func largeTiles() throws {
    let session = try RecordedSession()
    _ = session.answer(Self.setUp)
    _ = session.answer("v = view { lon = 0, lat = 0, zoom = 9, tileSize = 512 }")
    // On tiles of 256 the first three are one cluster at zoom 9, and none at zoom 10.
    _ = session.answer("near = points { lon = {0, 0.04, 0.1, 120}, lat = {0, 0, 0, 0} }")
    _ = session.answer("m = strategy('radius', { maxZoom = 9 }):build(near)")
    _ = session.answer(
      "for _, each in ipairs(m:frame(v):clusters()) do if each.count == 2 then c = each end end")
    #expect(session.answer("c.count, m:expansionZoom(c.id, v), #m:children(c.id, v)") == "2\t10.0\t2\n")
    #expect(session.answer("m:children(c.id)").contains("is found by that view behind its id"))
  }

  @Test(
    "finds children, leaves and zooms in a view for every strategy that nests",
    arguments: [
      "'radius'", "'grid'", "'quadtree'", "'pca', { budget = 3 }", "'separate'", "'pairwise'", "'none'",
    ])
  func anyStrategy(strategy: String) throws {
    let session = try RecordedSession()
    let answer = session.answer(
      """
      local cities = generate('cities', { count = 200, seed = 4 })
      local map = strategy(\(strategy)):build(cities)
      local v = view { lon = 10, lat = 30, zoom = 1, bearing = 20 }
      local frame, parts = map:frame(v), 0
      for i, cluster in ipairs(frame:clusters()) do
        local children = map:children(cluster.id, v)
        assert(map:expansionZoom(cluster.id, v) == frame:expansionZoom(i))
        local leaves = map:leaves(cluster.id, { limit = 1000 }, v)
        assert(table.concat(leaves, ' ') == table.concat(frame:leaves(i, { limit = 1000 }), ' '))
        assert(#map:leaves(cluster.id, nil, v) == math.min(10, cluster.count))
        local expanded, points = frame:expand(i), 0
        assert((expanded and #expanded or 0) == #children)
        for j, child in ipairs(children) do
          assert(child.id == expanded[j].id and child.count == expanded[j].count)
          parts, points = parts + 1, points + child.count
        end
        assert(#children == 0 or points == cluster.count)
      end
      print(parts > 0)
      """)
    #expect(answer == "\(strategy != "'none'")\n")
  }

  @Test(
    "says what is wrong",
    arguments: [
      (
        "strategy('grid'):build(data):children(id)",
        "strategy 'grid' keeps no clusters; give a view that shows this one behind its id"
      ),
      (
        "strategy('grid'):build(data):children('abc', view { lon = 0, lat = 0, zoom = 0 })",
        "the id of a cluster of this view expected, got 'abc'"
      ),
      (
        "m = strategy('kmeans', { k = 1 }):build(data) v = view { lon = 0, lat = 0, zoom = 0 } m:children(m:frame(v)[1].id, v)",
        "the clusters of strategy 'kmeans' do not nest"
      ),
      (
        "strategy('kmeans'):build(data):tile(0, 0, 0)",
        "panning changes the clusters of strategy 'kmeans', so that tiles would not fit each other"
      ),
      ("map:children('abc')", "the id of a cluster of this map expected, got 'abc'"),
      ("map:leaves(id, { limits = 3 })", "leaves.limits: leaves has no 'limits' (did you mean 'limit'?)"),
      ("map:leaves(id, { offset = -1 })", "leaves.offset: 'offset' is -1; it takes a whole number from 0"),
    ])
  func errors(input: String, expected: String) throws {
    let session = try RecordedSession()
    _ = session.answer(Self.setUp)
    #expect(session.answer(input).contains(expected), "\(session.answer(input))")
  }
}
