import Foundation
import PinfoldScripting
import TestSupport
import Testing

@Suite("The Lua API")
struct APITests {
  @Test(
    "answers what its reference says",
    arguments: [
      ("#generate('uniform', { count = 50, seed = 3 })", "50"),
      ("tostring(generate('cities', { count = 1 }))", "\"dataset 'cities(count=1)': 1 point\""),
      ("#points { lon = {1, 2}, lat = {3, 4} }", "2"),
      ("points { lon = {1, 2}, lat = {3, 4}, id = {'b', 'a'} }:id(1)", "\"b\""),
      ("points { x = {1, 2}, y = {3, 4}, planar = true }.name", "\"points\""),
      ("points { lon = {1}, lat = {3}, weight = {2.5} }.weight:sum()", "2.5"),
      ("view { lon = 2, lat = 48, zoom = 5 }.width", "1280.0"),
      ("tostring(view { lon = 2, lat = 48, zoom = 5.5 })", "\"view: 2, 48 at zoom 5.5, 1280 × 800\""),
      ("view { lon = 1, lat = 2, zoom = 3, bearing = 30 }.bearing", "30.0"),
      (
        "tostring(view { lon = 1, lat = 2, zoom = 3, bearing = 30 })",
        "\"view: 1, 2 at zoom 3, 1280 × 800, bearing 30\""
      ),
      (
        "strategy('none'):frame(points { lon = {1}, lat = {0} }, view { lon = 0, lat = 0, zoom = 3, bearing = 90 }).x[1]",
        "640.0"
      ),
      ("view { bbox = {-90, -85, 90, 85}, width = 512, height = 512 }.zoom > 1", "true"),
      ("math.floor(view { bbox = {170, -10, -170, 10}, zoom = 5 }.width + 0.5)", "455"),
      ("strategy('grid').parameters.cellSize", "60.0"),
      (
        "tostring(strategy('grid', { cellSize = 80 }))",
        "\"strategy grid(anchor = world, cellSize = 80, finer = false)\""
      ),
      (
        "strategy('none').capabilities",
        "{ \"nested\", \"panInvariant\", \"permutationInvariant\", \"incremental\" }"
      ),
      ("#list('generators')", "9"),
      ("#generate('uniform', { count = 50 }):sample(20)", "20"),
      ("#generate('uniform', { count = 5 }):sample(20)", "5"),
      (
        "(function() local d = generate('uniform', { count = 90 }); local s = d:sample(90, 8).lon "
          + "return s[1] ~= d.lon[1] and d:sample(2, 8).lon[2] == s[2] and s:sum() == d.lon:sum() end)()",
        "true"
      ),
      (
        "bench(generate('uniform', { count = 50 }), { strategies = { 'grid' }, zooms = { 3 }, builds = 1 })[1].strategy",
        "\"grid\""
      ),
      (
        "#bench(generate('uniform', { count = 50 }), { strategies = { 'grid', 'pca' }, locations = 2, builds = 1 })[2].clusters",
        "21"
      ),
      ("chart { series = { { x = {1, 2}, y = {3, 4} } } }:sub(1, 4)", "\"<svg\""),
      (
        "chart { title = 'A', series = { { name = 'b', x = column {1, 2}, y = {3, 4}, form = 'dots' } } }:find('>A<') ~= nil",
        "true"
      ),
      ("list('strategies')[1].parameters[1].name", "\"cellSize\""),
      (
        "json { a = {1, 2.5}, b = 'x', c = {} }",
        #""{\n  \"a\": [\n    1,\n    2.5\n  ],\n  \"b\": \"x\",\n  \"c\": []\n}""#
      ),
      ("csv({ { a = 1, b = 'x,y' } }, { 'a', 'b' })", #""a,b\n1,\"x,y\"\n""#),
      ("column{3, 1, 2}:sort():totable()", "{ 1, 2, 3 }"),
      ("(column{1, 2} * 2 + column{10, 20}):totable()", "{ 12, 24 }"),
      ("(10 - column{1, 2.0}):totable()", "{ 9.0, 8.0 }"),
      ("(-column{1, -2}):abs():sum()", "3"),
      ("(column{7, -7} // 2):totable()", "{ 3, -4 }"),
      ("(column{7, -7} % 4.0):totable()", "{ 3.0, 1.0 }"),
      ("column{1, 5, 3}:gt(2):totable()", "{ 0, 1, 1 }"),
      ("column{1, 5, 3}:filter(column{1, 5, 3}:gt(2)):totable()", "{ 5, 3 }"),
      ("column{1, 5, 3}:take(column{3, 1}):totable()", "{ 3, 1 }"),
      ("column{1, 5, 5}:argmax()", "2"),
      ("column{}:max()", "nil"),
      ("column{4, 9}:sqrt():mean()", "2.5"),
      ("#column{7, 8, 7}:group()", "2"),
      ("column{7, 8, 7}:group().labels:totable()", "{ 1, 2, 1 }"),
      ("column{7, 8, 7}:group().counts:totable()", "{ 2, 1 }"),
      ("column{7, 8, 7}:group():sum(column{1, 10, 100}):totable()", "{ 101, 10 }"),
      ("column{7, 7, 8}:group():sum(column{math.maxinteger, 1, 2^53 // 1 | 1})[2]", "9007199254740993"),
      ("column{7, 7, 8}:group():sum(column{math.maxinteger, 1, 3})[1]", "nan"),
      ("column{7, 8, 7}:group():mean(column{1, 10, 3}):totable()", "{ 2.0, 10.0 }"),
      ("column{7, 8, 7}:group():argmax(column{1, 10, 3}):totable()", "{ 3, 2 }"),
      ("column{7, 8, 7}:group():members(1):totable()", "{ 1, 3 }"),
      ("#column{7, 8, 9}:group():relabel(column{1, 1, 2})", "2"),
      ("column{1e18, -1e18}:group().counts:totable()", "{ 1, 1 }"),
    ])
  func answers(input: String, expected: String) throws {
    #expect(try RecordedSession().answer(input) == expected + "\n")
  }

  @Test(
    "says what was wrong with an argument",
    arguments: [
      ("column{1, 2}:take(column{3})", "places from 1 to 2 expected, got 3"),
      ("column{1, 2} + column{1}", "columns of 2 and 1 values do not go together"),
      ("column{1, 2}:filter(column{1})", "a mask of 2 values expected, got 1"),
      ("column{1, 2}:group():sum(column{1})", "a column of 2 values expected, got 1"),
      ("column{1, 2}:group():members(3)", "a group from 1 to 2 expected, got 3"),
      ("column{1, 2} + {}", "number or column expected, got table"),
      ("points { lon = {1}, lat = {1, 2} }", "column 'latitude' holds 2 values for 1 points"),
      ("points { lon = {1, 2}, lat = {1, 2}, id = {7, 7} }", "id '7' is given to two points"),
      ("points { lon = {1} }", "coordinates are missing"),
      ("generate('unifrom')", "unknown generator 'unifrom' (did you mean 'uniform'?)"),
      ("list('strategy')", "unknown kind 'strategy'"),
      (
        "metric('overlap'):measure(3)", "frame, or table with strategy, dataset and view expected, got number"
      ),
      ("strategy('grid', { cellSize = {} })", "'cellSize' is an empty list"),
      ("compare { datasets = { 3 } }", "compare.datasets[1]: a dataset is 3; it takes a path"),
      ("local t = {} t[1] = t return json(t)", "nested more than 100 deep"),
      ("generate('uniform'):id(0)", "an index from 1 to"),
      ("generate('uniform'):sample(-1)", "a number of points expected, got -1"),
      ("bench(generate('uniform'), { strategy = 'grid' })", "a bench has no 'strategy'"),
      ("bench(generate('uniform'), { baseline = 'nope' })", "unknown strategy 'nope'"),
      // Habits of other languages.
      (
        "generate('uniform'):describe()",
        "dataset has no 'describe'; d.columns has types, ranges and missing values"
      ),
      ("generate('uniform').shape", "#d is the number of points"),
      ("generate('uniform').iloc[1]", "d[1] is the first row"),
      ("generate('uniform'):value_counts('a')", "d:group(\"column\") has a row for each value"),
      ("generate('uniform'):filter('a > 1')", "did you mean d:where("), ("x != 3", "did you mean a ~= b?"),
      ("x = 1 && 2", "did you mean a and b?"), ("SELECT * FROM d", "did you mean d:where("),
      ("import pandas", "did you mean dataset("), ("print x", "did you mean print(value)?"),
      ("x += 1", "x = x + 1"),
      ("mean(column{1})", "did you mean data.column:mean()?"),
      // What Lua would ignore.
      ("generate('uniform'):head(2, 3)", "bad argument #2 to 'head' (it takes no further argument)"),
      ("csv({}, {}, 3)", "bad argument #3 to 'csv' (it takes no further argument)"),
      ("chart {}", "a chart needs 'series'"),
      ("chart { series = {} }", "chart: 'series' is empty; it takes a list of tables"),
      ("chart { series = { { x = {1} } } }", "a series of a chart needs 'y'"),
      ("chart { series = { { x = {1}, y = {1, 2} } } }", "chart: 'x' has 1 values and 'y' has 2"),
      ("chart { series = { { x = {1}, y = 'a' } } }", "chart: 'y' is a string"),
      ("chart { series = { { x = {1}, y = {1}, form = 'bars' } } }", "it takes one of line, steps, dots"),
    ])
  func mistakes(input: String, expected: String) throws {
    let answer = try RecordedSession().answer(input)
    #expect(answer.hasPrefix("error: ") && answer.contains(expected), "\(answer)")
  }

  @Test("gives frames their clusters, members and columns")
  func frames() throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      d = points { lon = {2.30, 2.3001, 2.5, 2.7}, lat = {48.85, 48.85, 48.9, 48.7}, id = {'a', 'b', 'c', 'd'} }
      v = view { lon = 2.5, lat = 48.8, zoom = 10 }
      f = strategy('grid', { cellSize = 20 }):frame(d, v)
      """)
    #expect(shell.answer("f") == "frame: 3 clusters of 4 points at zoom 10\n")
    #expect(shell.answer("#f, f.counts:sum()") == "3\t4\n")
    #expect(shell.answer("f[4]") == "nil\n")
    #expect(shell.answer("f[0]").contains("an index is a whole number from 1"))
    _ = shell.answer("for i = 1, #f do if f[i].count == 2 then pair = i end end")
    #expect(shell.answer("f:members(pair)") == "{ \"a\", \"b\" }\n")
    #expect(shell.answer("#f[pair].id, f[pair].stack") == "16\tfalse\n")
    #expect(shell.answer("f:members(9)").contains("a cluster from 1 to 3 expected, got 9"))
    #expect(shell.answer("metric('overlap'):measure(f).share") == "0.0\n")
    #expect(shell.answer("diff('identity'):between(f, f).markers[1].kind") == "\"keep\"\n")
    #expect(
      shell.answer("strategy('grid', { representative = 'nearest-to-center' }):frame(d, v)[1].point ~= nil")
        == "true\n")
  }

  @Test("inserts points in the order of their rows, as a fresh build has them")
  func insertsInOrder() throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      local seed = 7
      local function random() seed = (seed * 16807) % 2147483647 return seed / 2147483647 end
      local function some(first)
        local lon, lat, id = {}, {}, {}
        for i = 1, 300 do lon[i], lat[i], id[i] = random() * 20, random() * 20, first + i end
        return points { lon = lon, lat = lat, id = id }
      end
      a, b = some(0), some(1000)
      s = strategy("radius", { order = "input" })
      edited, fresh = s:build(a):insert(b), s:build(a:concat(b))
      function same(zoom)
        local v = view { lon = 10, lat = 10, zoom = zoom }
        return edited:frame(v):geojson { members = true } == fresh:frame(v):geojson { members = true }
      end
      """)
    #expect(shell.answer("same(1), same(2), same(3), same(5)") == "true\ttrue\ttrue\ttrue\n")
    #expect(shell.answer("edited.dataset:id(301), edited.dataset:id(600)") == "1001\t1300\n")
  }

  @Test("refuses to insert points on a plane among those on the globe, and the other way around")
  func insertsOnOneProjection() throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      globe = strategy("grid"):build(points { lon = {1}, lat = {2} })
      plane = strategy("grid"):build(points { x = {0, 10}, y = {0, 10}, id = {1, 2}, planar = true })
      flat = points { x = {3}, y = {4}, id = {9}, planar = true }
      """)
    #expect(
      shell.answer("globe:insert(flat)").contains("the map's points are on the globe, and these on a plane"))
    #expect(shell.answer("globe:insert { x = {3}, y = {4}, id = {9} }").contains("and these on a plane"))
    #expect(
      shell.answer("plane:insert { lon = {3}, lat = {4}, id = {9} }").contains("and these on the globe"))
    #expect(
      shell.answer("#plane:insert(flat).dataset, #plane:insert { x = {3}, y = {4}, id = {9} }.dataset")
        == "3\t3\n")
  }

  @Test("columns named x and y beside degrees are columns like others")
  func planeColumnsBesideDegrees() throws {
    let shell = try RecordedSession()
    #expect(shell.answer("points { lon = {1, 2}, lat = {3, 4}, x = {5, 6}, y = {7, 8} }.x[2]") == "6.0\n")
  }

  @Test("edits maps by value: each edit answers a new map")
  func edits() throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      d = points { lon = {2.30, 2.3001, 2.5, 2.7}, lat = {48.85, 48.85, 48.9, 48.7}, id = {'a', 'b', 'c', 'd'} }
      v = view { lon = 2.5, lat = 48.8, zoom = 10 }
      m = strategy('grid', { cellSize = 20 }):build(d)
      function ids(map)
        local all = {}
        for i = 1, #map.dataset do all[i] = map.dataset:id(i) end
        table.sort(all)
        return table.concat(all, ' ')
      end
      """)
    #expect(
      shell.answer("ids(m:insert { lon = {2.6, 2.6}, lat = {48.8, 48.8}, id = {'f', 'e'} })")
        == "\"a b c d e f\"\n")
    #expect(shell.answer("ids(m:remove {'d', 'a'})") == "\"b c\"\n")
    #expect(
      shell.answer(
        "ids(m:remove {'d'}:insert(m:filter(column{0, 0, 0, 0}):insert(d).dataset:fit() and points { lon = {1}, lat = {1}, id = {'z'} }))"
      ) == "\"a b c z\"\n")
    #expect(shell.answer("ids(m:filter(m.dataset.lon:gt(2.4)))") == "\"c d\"\n")
    #expect(
      shell.answer("ids(m:filter(function(place) return m.dataset:id(place) ~= 'b' end))") == "\"a c d\"\n")
    #expect(shell.answer("#m:frame(v), #m:move('b', { lon = 2.4, lat = 48.8 }):frame(v)") == "3\t4\n")
    #expect(
      shell.answer(
        "#m:move { { id = 'b', lon = 2.4, lat = 48.8 }, { id = 'c', x = 2.4, y = 48.8 } }:frame(v)") == "3\n")
    #expect(
      shell.answer(
        "m:update { id = {'c', 'a'}, weight = {7, 2} }.dataset.weight:sum()") == "11.0\n")
    #expect(shell.answer("#m:update { id = {'b'}, lon = {2.4}, lat = {48.8} }:frame(v)") == "4\n")
    #expect(shell.answer("m:update { weight = {7} }").contains("update: 'id' is missing"))
    #expect(shell.answer("m:update { id = {'x'}, weight = {7} }").contains("no point has the id 'x'"))
    #expect(shell.answer("m:update { id = {'a'}, sise = {7} }").contains("'sise'"))
    #expect(shell.answer("m:insert(d)").contains("row 1 has the id 'a', which another point of the set has"))
    #expect(
      shell.answer("points { lon = { 1, 2 }, lat = { 1, 99 } }").contains("row 2 has no usable coordinate"))
    #expect(
      shell.answer("points { lon = { 1, 2 }, lat = { 1, 2 }, id = { 5, 5 } }").contains("in rows 1 and 2"))
    #expect(shell.answer("m:insert { lon = {1}, lat = {1} }").contains("points to insert need ids"))
    #expect(
      shell.answer("m:insert { lon = {1}, lat = {1}, ids = {1} }").contains("(did you mean 'id'?)"))
    #expect(shell.answer("m:remove {'x'}").contains("no point has the id 'x'"))
    #expect(shell.answer("m:remove { {} }").contains("remove: the list holds a table"))
    #expect(shell.answer("m:move('a', { lon = 1 })").contains("a coordinate is missing"))
    // As in files, longitudes past ±180° come around.
    #expect(shell.answer("m:move('a', { lon = 181, lat = 1 }).dataset[1].lon") == "-179.0\n")
    #expect(
      shell.answer("m:update({ id = { 'a' }, lon = { -190 }, lat = { 1 } }).dataset[1].lon") == "170.0\n")
    #expect(
      shell.answer("m:insert({ lon = { 181 }, lat = { 1 }, id = { 'y' } }).dataset.lon:min()") == "-179.0\n")
    #expect(
      shell.answer("points({ lon = { 360, 180 }, lat = { 1, 1 } }).lon:totable()") == "{ 0.0, 180.0 }\n")
    #expect(shell.answer("m:move('a', { lon = 1, lat = 95 })").contains("latitudes in -90…90"))
    #expect(shell.answer("m:filter(column{1})").contains("a mask of 4 values expected, got 1"))
    #expect(shell.answer("m:filter(function() error('oh') end)").contains("oh"))
    #expect(shell.answer("ids(m), #m.dataset") == "\"a b c d\"\t4\n")
  }

  @Test("transitions are arrays of markers, and tell what is shown at a time")
  func transitions() throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      d = points { lon = {179, -177}, lat = {0, 0}, id = {'a', 'b'} }
      m = strategy('grid', { cellSize = 40 }):build(d)
      far = m:frame(view { lon = 180, lat = 0, zoom = 2 })
      near = m:frame(view { lon = 180, lat = 0, zoom = 8 })
      t = diff('membership', { duration = 0.5 }):between(far, near)
      function places(list) local r = {} for i, m in ipairs(list) do r[i] = m.kind .. ' ' .. m.count end return table.concat(r, ', ') end
      """)
    #expect(shell.answer("#far, #near") == "1\t2\n")
    #expect(shell.answer("t") == "transition: 3 markers in 0.5 s\n")
    #expect(
      shell.answer("#t, t[1].kind, t[4], t.duration, t.easing") == "3\t\"split\"\tnil\t0.5\t\"smooth\"\n")
    #expect(shell.answer("places(t.markers)") == "\"split 2, split 1, split 1\"\n")
    #expect(shell.answer("places(t:at(-1))") == "\"split 2\"\n")
    #expect(shell.answer("places(t:at(0))") == "\"split 1, split 1\"\n")
    #expect(shell.answer("t[1].old, t[1].new, t[1].addedAt, t[1].removedAt") == "1\tnil\tnil\t0.0\n")
    #expect(shell.answer("t[2].old, t[2].new, t[2].addedAt, t[2].removedAt") == "1\t1\t0.0\tnil\n")
    #expect(shell.answer("#t.flows, t.flows[1].old, t.flows[1].new, t.flows[1].count") == "2\t1\t1\t1\n")
    // The old marker stands at 181°; both ends of each way are on one side of ±180° or go on past it.
    #expect(shell.answer("math.abs(t[1].from.lon + 179) < 1e-6") == "true\n")
    #expect(shell.answer("t[2].to.lon, t[3].to.lon, t[2].to.lat") == "-181.0\t-177.0\t0.0\n")
    #expect(shell.answer("math.abs(t:at(1)[1].lon - 179) < 1e-6") == "true\n")
    #expect(shell.answer("math.abs(t:at(0.5)[1].lon - 180) % 360 < 1e-6") == "true\n")
    #expect(
      shell.answer("t:reversed()[1].kind, #t:reversed():at(0), t:reversed():reversed()[1].kind")
        == "\"merge\"\t2\t\"split\"\n")
    #expect(shell.answer("diff('ancestry'):between(far, near)[1].kind") == "\"split\"\n")
  }

  @Test("compares strategies, and a failing plugin stops no other")
  func comparison() throws {
    let fixture = PluginFixture()
    let shell = try RecordedSession(try PluginFixture.workbench(fixture.strategy("error('broken')")))
    _ = shell.answer(
      """
      rows = compare { datasets = { generate('cities', { count = 300 }) }, strategies = { 'grid', 'fixture' },
        zooms = { 4 }, locations = 1, metrics = { 'overlap' } }
      """)
    #expect(shell.answer("#rows, rows[1].verdict, rows[2].verdict") == "2\t\"valid\"\t\"failed\"\n")
    #expect(shell.answer("rows[2].failure").contains("broken"))
    let table = shell.answer("show(rows)")
    #expect(table.hasPrefix("dataset            strategy  clusters  overlap  verdict\n"), "\(table)")
  }

  @Test("the tour runs to its end, with plugins too")
  func tour() throws {
    var workbench = Workbench()
    #expect(workbench.addPlugins(in: "\(packageRoot)/Plugins").isEmpty)
    let run = try RecordedSession(workbench, unsafe: true)
    try run.session.run(file: "\(packageRoot)/Scripts/tour.lua")
    #expect(run.output.contains("hexgrid"))
  }

  @Test("the manual's picture of strategies is what its script draws")
  func picture() throws {
    var workbench = Workbench()
    #expect(workbench.addPlugins(in: "\(packageRoot)/Plugins").isEmpty)
    let strategies = [
      "grid(cellSize=60)", "hexgrid(cellSize=64)", "radius(radius=19)", "separate(smallest=7,largest=18)",
      "pca(budget=45)", "kmeans(k=45)",
    ]
    let run = try RecordedSession(workbench, arguments: ["towns"] + strategies + ["--view", "10,48,3.9"])
    try run.session.run(file: "\(packageRoot)/Scripts/map.lua")
    let picture = try String(
      contentsOfFile: "\(packageRoot)/Sources/Pinfold/Pinfold.docc/strategies.svg", encoding: .utf8)
    #expect(run.output == picture)
  }

  @Test("check holds what has a name to its contract")
  func check() throws {
    let shell = try RecordedSession(unsafe: true)
    #expect(shell.answer("#check('grid', { cellSize = 30 }).violations") == "0\n")
    #expect(shell.answer("check('overlap').findings[2].rule") == "\"range\"\n")
    let fixture = PluginFixture()
    let path = fixture.strategy(
      "local c = {} for i = 1, #points - parameters.last do c[i] = { i } end return { clusters = c }",
      extra: "parameters = { last = { type = 'integer', default = 0, min = 0, max = 9, doc = 'How many.' } },"
    )
    _ = shell.answer("plugin('\(path)')")
    _ = shell.answer("found = check('fixture', { last = 1 }).violations[1]")
    #expect(
      shell.answer("found.rule, found.expected, #found.points, #found.views")
        == "\"conservation\"\t\"each point in one cluster, each marker somewhere\"\t1\t1\n")
    #expect(shell.answer("found.seen").contains("point '0' is in view but in no cluster"))
    #expect(shell.answer("check('gird')").contains("did you mean 'grid'?"))
    #expect(
      shell.answer("check('grid', {}, { sed = 1 })").contains(
        "check.sed: check has no 'sed' (did you mean 'seed'?)"))
  }
}
