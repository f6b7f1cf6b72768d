import Testing

@Suite("What Lua asks of a frame")
struct AnswerTests {
  /// Two stations near each other, and one that is farther away.
  private static let setUp = """
    data = points { lon = {0, 0.1, 3}, lat = {0, 0, 0}, id = {'a', 'b', 'c'} }
    map = strategy('grid'):build(data)
    frame = map:frame(view { bbox = {-5, -5, 5, 5}, zoom = 5 })
    for i, cluster in ipairs(frame:clusters()) do
      if cluster.count == 2 then pair = i else single = i end
    end
    way = diff('membership'):between(frame, map:frame(view { bbox = {-5, -5, 5, 5}, zoom = 12 }))
    kinds = strategy('grid'):frame(
      points { lon = {1, 1, 1}, lat = {2, 2, 2}, kind = {'x', 'y', 'y'}, size = {1, 2, 3} },
      view { lon = 1, lat = 2, zoom = 3 })
    function points_frame() return kinds end
    """

  @Test(
    "gets what the reference says",
    arguments: [
      ("frame:find('b') == pair, frame:find('c') == single", "true\ttrue"),
      ("map:frame(view { bbox = {1, 1, 2, 2}, zoom = 5 }):find('a')", "nil"),
      ("frame[single].point, frame[pair].point", "\"c\"\tnil"),
      ("frame:bounds(pair)", "{ 0.0, 0.0, 0.1, 0.0 }"),
      ("#frame:hull(pair)", "2"),
      ("frame:leaves(pair)", "{ \"a\", \"b\" }"),
      ("frame:leaves(pair, { limit = 1, offset = 1 })", "{ \"b\" }"),
      ("#frame:expand(pair), frame:expand(single)", "2\tnil"),
      ("frame:expand(pair).view.zoom == frame:expansionZoom(pair)", "true"),
      ("frame:expand(pair)[2].point", "\"b\""),
      ("#map:select({'a'}):frame(frame.view)", "3"),
      ("#points_frame():spreadAll(), #points_frame()", "3\t1"),
      (
        "diff('membership'):between(frame, map:frame(view { bbox = {-1, -1, 1, 1}, zoom = 12 })):at(0.5)[1].count >= 1",
        "true"
      ),
      (
        "#way:frame(0.5) > #frame, #diff('membership'):between(way:frame(0.5), frame) >= #frame", "true\ttrue"
      ),
      (
        "kinds:aggregate('histogram', 'kind')[1][1].value, kinds:aggregate('concat', 'kind')[1]",
        "\"y\"\t\"x,y,y\""
      ),
      ("kinds:aggregate('quantile(0.5)', 'size')[1], kinds:aggregate('median', 'size')[1]", "2.0\t2.0"),
      ("#strategy('grid', { selected = {'a', 'b'} }):frame(data, frame.view)", "3"),
      ("frame:geojson { properties = 'supercluster' }:find('\"point_count\":2', 1, true) ~= nil", "true"),
      (
        "frame:geojson { bounds = true, members = true }:find('\"bounds\":[3,0,3,0]', 1, true) ~= nil", "true"
      ),
    ])
  func answers(input: String, expected: String) throws {
    let session = try RecordedSession()
    _ = session.answer(Self.setUp)
    #expect(session.answer(input) == expected + "\n")
  }

  @Test(
    "points have groups, priorities and attributes of their own",
    arguments: [
      ("sizes(group = {'a', 'a', 'b', ''})", "{ 2, 1, 1 }"),
      ("sizes(mergeable = {true, false, true, true})", "{ 3, 1 }"),
      ("sizes(mergeable = column{1, 0, 0, 1})", "{ 2, 1, 1 }"),
      ("sizes(group = {'a', 'a', '', ''}, ungrouped = 'alone')", "{ 2, 1, 1 }"),
    ])
  func columns(input: String, expected: String) throws {
    let session = try RecordedSession()
    _ = session.answer(
      """
      function counts(options)
        options.lon, options.lat = {1, 1, 1, 1}, {2, 2, 2, 2}
        local f = strategy('grid'):frame(points(options), view { lon = 1, lat = 2, zoom = 3 })
        local list = f.counts:totable()
        table.sort(list, function(a, b) return a > b end)
        return list
      end
      """)
    let call = input.replacing("sizes(", with: "counts { ").dropLast() + " }"
    #expect(session.answer(String(call)) == expected + "\n")
  }

  @Test("whatever else is a list is an attribute")
  func attributes() throws {
    let session = try RecordedSession()
    _ = session.answer(
      """
      d = points { lon = {1, 2}, lat = {2, 2}, priority = {1, 5}, kind = {'x', 'y'}, open = {true, false},
        size = column{3, 4.5} }
      f = strategy('none'):frame(d, view { lon = 1, lat = 2, zoom = 3 })
      one = strategy('kmeans', { k = 1, representative = 'priority' }):frame(d, view { lon = 1, lat = 2, zoom = 3 })
      """)
    #expect(
      session.answer("f[1].attributes.kind, f[1].attributes.open, f[1].attributes.size")
        == "\"x\"\ttrue\t3.0\n")
    #expect(session.answer("one[1].point, one:aggregate('sum', 'size')[1]") == "1\t7.5\n")
    #expect(
      session.answer("points { lon = {1}, lat = {2}, wieght = 3 }").contains(
        "points has no 'wieght' (did you mean 'weight'?)"))
    #expect(
      session.answer("points { lon = {1}, lat = {2}, wieght = {3} }").contains(
        "points has no 'wieght' (did you mean 'weight'?)"))
    #expect(session.answer("#points { lon = {1}, lat = {2}, height = {3} }") == "1\n")
    #expect(
      session.answer(
        "plane = points { x = {0, 1000, 4000}, y = {0, 2000, 4000}, planar = true } "
          + "f = strategy('none'):frame(plane, view { bbox = {500, 1500, 1200, 2000}, zoom = 3 }) "
          + "print(#f, f[1].lon, f.view.lon, f.view.lat)") == "1\t1000.0\t850.0\t1750.0\n")
    #expect(
      session.answer(
        "strategy('grid'):frame(points { lon = {1}, lat = {2} }, view { bbox = {0, 0, 900, 3} })"
      )
      .contains("view.bbox: the view's east edge is 900; it takes a number in -540…540"))
    #expect(
      session.answer("strategy('grid'):frame(plane, view { bbox = {20, 0, 3, 3} })")
        .contains("view.bbox: the view's east edge is 3; it takes a number from 20"))
    #expect(session.answer("tostring(view { bbox = {0, 0, 900, 3} })") == "\"view: a box of x and y\"\n")
    #expect(
      session.answer(
        "#metric('markers'):measure { strategy = 'none', dataset = plane, view = view { bbox = {0, 0, 1000, 2000} } }"
      )
        != "")
    #expect(
      session.answer("points { lon = {1}, lat = {2}, kind = {'x', 'y'} }").contains(
        "'kind' holds 2 values for 1 points"))
  }

  @Test("a single point has all that the data say of it")
  func single() throws {
    let session = try RecordedSession()
    _ = session.answer(
      "f = strategy('none'):frame(generate('cities', { count = 3 }), view { lon = 0, lat = 0, zoom = 0 })")
    #expect(session.answer("type(f[1].attributes), f[1].point ~= nil") == "\"table\"\ttrue\n")
  }

  @Test(
    "is told what is wrong",
    arguments: [
      ("frame:find('zz')", "the id of a point expected, got 'zz'"),
      ("frame:find({})", "find: the argument holds a table; ids are whole numbers or texts"),
      ("frame:bounds(9)", "a cluster from 1 to 2 expected, got 9"),
      ("map:select({'zz'})", "zz"),
      ("view { bbox = {0, 60, 10, 35}, zoom = 3 }", "view.bbox: the view's north edge is 35"),
      ("view { bbox = {0, 60, 10} }", "'bbox' is a list; it takes west, south, east, north in degrees"),
      ("view { bbox = {0, 0, 1, 1}, lon = 3 }", "a view has a box or a center, not both"),
      ("view { lon = 1, lat = 2 }", "a view needs 'zoom'"),
      ("view { zoom = 2 }", "the center is missing; give lon and lat, or x and y, or bbox"),
      ("frame:geojson { properties = 'mapbox' }", "'properties' is 'mapbox'"),
      ("frame:geojson { keep = {'name'} }", "'name'"),
      ("strategy('grid', { separate = true }):frame(data, frame.view):expand(1)", "do not nest"),
    ])
  func errors(input: String, expected: String) throws {
    let session = try RecordedSession()
    _ = session.answer(Self.setUp)
    #expect(session.answer(input).contains(expected), "\(session.answer(input))")
  }
}
