import Foundation
import PinfoldScripting
import TestSupport
import Testing

@Suite("Markers in the Lua API")
struct FrameMarkersTests {
  private let shell: RecordedSession
  private let folder = TemporaryFolder()

  init() throws {
    shell = try RecordedSession(unsafe: true)
    let data = folder.write(
      "few.csv",
      "id,lon,lat,size,name,open\nb,2,48,10,x,true\na,2,48,,y,\nc,2,48,2.5,x,false\nd,7,50,,,true\n")
    let answer = shell.answer(
      """
      d = dataset('\(data)')
      f = strategy('grid'):frame(d, view { lon = 4, lat = 49, zoom = 6 })
      for i = 1, #f do if f[i].count == 3 then stack = i else lone = i end end
      """)
    #expect(answer == "")
    #expect(shell.answer("#f, f[stack].count, f[lone].count") == "2\t3\t1\n")
  }

  @Test("spread answers the members' ids in order, with places on the map")
  func spread() {
    #expect(shell.answer("#f:spread(stack), #f:spread(lone)") == "3\t1\n")
    #expect(shell.answer("f:spread(stack)[1].id, f:spread(stack)[3].id") == "\"a\"\t\"c\"\n")
    // 4.5 metres to the north.
    #expect(
      shell.answer("f:spread(stack)[1].lon, (f:spread(stack)[1].lat - 48) * 1e7 // 1") == "2.0\t404.0\n")
    #expect(shell.answer("f:spread(lone)[1].lon, f:spread(lone)[1].lat") == "7.0\t50.0\n")
  }

  @Test("a frame's points are columns on its screen, in the order of the clusters assigned to them")
  func points() {
    #expect(shell.answer("#f.points, #f.points.x, #f.assigned") == "4\t4\t4\n")
    // A point by itself is where its marker is.
    #expect(
      shell.answer(
        """
        at = f.assigned:eq(lone)
        return f.points.x:filter(at)[1] == f.x[lone], f.points.y:filter(at)[1] == f.y[lone],
          f.points.lon:filter(at)[1], f.points.lat:filter(at)[1], f.points:attr("size"):filter(at)[1]
        """) == "true\ttrue\t7.0\t50.0\tnan\n")
    #expect(shell.answer("f.points.weight:sum(), #f.points.id") == "4.0\t4\n")
    #expect(
      shell.answer(
        """
        far = metric(function(frame)
          local shown = frame.assigned:gt(0)
          local to = frame.assigned:filter(shown)
          local east = frame.points.x:filter(shown) - frame.x:take(to)
          local south = frame.points.y:filter(shown) - frame.y:take(to)
          return (east * east + south * south):sqrt():max()
        end, { name = "far" })
        return far:measure(f).value < 1e-6
        """) == "true\n")
    #expect(shell.answer("f.points.z").contains("z"))
  }

  @Test("points are beside their markers, also across the meridian opposite the view's center")
  func pointsAcrossTheSeam() {
    _ = shell.answer(
      """
      across = points { lon = { 179, -179, 178, -178 }, lat = { 0, 0, 10, 10 } }
      distance = metric(function(frame)
        local to = frame.assigned
        return (frame.points.x - frame.x:take(to)):hypot(frame.points.y - frame.y:take(to)):max()
      end)
      function differs(lon, bearing)
        local f = strategy('grid', { cellSize = 400 }):frame(across, view(lon, 0, 2, { bearing = bearing, width = 2000, height = 2000 }))
        return math.abs(distance:measure(f).value - metric('displacement'):measure(f).max) > 1e-6
      end
      """)
    #expect(
      shell.answer("differs(0, 0), differs(180, 0), differs(90, 0), differs(0, 30)")
        == "false\tfalse\tfalse\tfalse\n")
    #expect(
      shell.answer(
        """
        f = strategy('none'):frame(across, view(0, 0, 2, { width = 2000, height = 2000 }))
        return f.worldWidth, f.x:delta(f.x[1]):abs():max() < 20, f.x:max() - f.x:min() > 1000
        """) == "1024.0\ttrue\ttrue\n")
    #expect(
      shell.answer(
        "strategy('none'):frame(points { x = {1}, y = {2}, planar = true }, view { x = 1, y = 2, zoom = 3 }).worldWidth"
      )
        == "nil\n")
  }

  @Test("spread answers places on the screen where asked to")
  func spreadOnScreen() {
    _ = shell.answer("s = f:spread(stack, { screen = true, separation = 30, shape = 'circle' })")
    #expect(shell.answer("s[2].id, s[2].lon") == "\"b\"\tnil\n")
    #expect(shell.answer("math.sqrt((s[1].x - s[2].x)^2 + (s[1].y - s[2].y)^2) - 30 < 1e-9") == "true\n")
    let plane = shell.answer(
      """
      p = points { x = {1, 1}, y = {2, 2}, planar = true }
      g = strategy('grid'):frame(p, view { x = 1, y = 2, zoom = 3 })
      return g:spread(1)
      """)
    #expect(plane.contains("planar data have no meters; spread their stacks on the screen"))
    #expect(shell.answer("#g:spread(1, { screen = true })") == "2\n")
  }

  @Test("spreading leaves the data as they are")
  func untouched() {
    #expect(shell.answer("before = json(f:clusters()) .. json(d.lon:totable())") == "")
    _ = shell.answer("for _ = 1, 5 do f:spread(stack) f:spread(stack, { screen = true }) end")
    #expect(shell.answer("before == json(f:clusters()) .. json(d.lon:totable())") == "true\n")
  }

  @Test("labels are those of the counts")
  func labels() {
    #expect(
      shell.answer("label(999950, 'abbreviated'), label(100, 'capped'), label(7)")
        == "\"1M\"\t\"99+\"\t\"7\"\n")
    #expect(shell.answer("f:labels('capped', 2)[stack], f:labels()[lone]") == "\"2+\"\t\"1\"\n")
  }

  @Test("aggregates are columns, without a number where no member has a value")
  func aggregates() {
    func value(_ kind: String, _ name: String, _ cluster: String = "stack") -> String {
      shell.answer("f:aggregate('\(kind)', '\(name)')[\(cluster)]")
    }
    #expect(value("sum", "size") == "12.5\n" && value("mean", "size") == "6.25\n")
    #expect(value("min", "size") == "2.5\n" && value("max", "size") == "10.0\n")
    #expect(value("count", "name") == "3.0\n" && value("distinct", "name") == "2.0\n")
    #expect(value("mean", "open") == "0.5\n")
    #expect(shell.answer("local v = f:aggregate('sum', 'size')[lone] return v ~= v") == "true\n")
  }

  @Test("reduce folds members in the order of their ids")
  func reduce() {
    _ = shell.answer(
      """
      names = f:reduce { attributes = { 'name' }, map = function(p) return p.id .. tostring(p.name) end,
        reduce = function(a, b) return a .. ' ' .. b end }
      total = f:reduce { attributes = { 'size' }, map = function(p) return p.size or 0 end, initial = 100,
        reduce = function(a, b) return a + b end }
      lists = f:reduce { map = function(p) return p end, initial = function() return {} end,
        reduce = function(list, p) list[#list + 1] = p return list end }
      """)
    #expect(shell.answer("names[stack], names[lone]") == "\"ay bx cx\"\t\"dnil\"\n")
    #expect(shell.answer("total[stack], total[lone]") == "112.5\t100\n")
    #expect(shell.answer("#lists[stack], #lists[lone], lists[stack][2].lat") == "3\t1\t48.0\n")
    #expect(shell.answer("lists[lone][1].weight, lists[lone][1].lon") == "1.0\t7.0\n")
  }

  @Test(
    "says what was wrong",
    arguments: [
      ("f:spread(3)", "a cluster from 1 to 2 expected, got 3"),
      ("f:spread(1, { shap = 'circle' })", "spread.shap: spread has no 'shap' (did you mean 'shape'?)"),
      ("f:spread(1, { shape = 'ring' })", "it takes one of automatic, circle, spiral"),
      ("f:labels('short')", "it takes one of exact, capped, abbreviated, bucketed"),
      ("label(3, 'capped', 0)", "parameter 'limit' of label is 0"),
      ("f:aggregate('sun', 'size')", "unknown kind 'sun' (did you mean 'sum'?)"),
      ("f:aggregate('sum', 'sise')", "unknown attribute 'sise' (did you mean 'size'?)"),
      ("f:aggregate('sum', 'name')", "attribute 'name' holds texts, which have no sum"),
      ("f:reduce {}", "reduce: reduce needs 'map'"),
      ("f:reduce { map = 3 }", "reduce.map: 'map' is 3; it takes a function"),
      ("f:reduce { maps = 3 }", "reduce has no 'maps' (did you mean 'map'?)"),
      (
        "f:reduce { map = print, reduce = print, atributes = 3 }",
        "reduce has no 'atributes' (did you mean 'attributes'?)"
      ),
      (
        "f:reduce { attributes = { 'sise' }, map = print, reduce = print }",
        "unknown attribute 'sise' (did you mean 'size'?)"
      ),
      ("f:reduce { attributes = { 3 } }", "'attributes' is 3; it takes a text"),
      ("f:reduce { map = function() end, reduce = math.max }", "'map' returned nil for point '"),
      (
        "f:reduce { map = function() return 1 end, reduce = function() end }",
        "'reduce' returned nil for point 'b'"
      ),
      (
        "f:reduce { map = function(p) return p.id end, reduce = math.max, initial = function() end }",
        "'initial' returned nil"
      ),
      ("f:reduce { map = function(p) return p.size + 1 end, reduce = math.max }", "field 'size'"),
    ])
  func mistakes(input: String, expected: String) {
    let answer = shell.answer(input)
    #expect(answer.hasPrefix("error: ") && answer.contains(expected), "\(answer)")
  }

  @Test("a reduction that goes on for ever can be stopped")
  func interrupt() {
    let stop = Repeating { [session = shell.session.interrupter] in session.interrupt() }
    defer { stop.stop() }
    let answer = shell.answer(
      "f:reduce { map = function() while true do end end, reduce = math.max }")
    #expect(answer.contains("interrupted"))
  }

  @Test("a sticky representative keeps its point on the way")
  func sticky() {
    _ = shell.answer(
      """
      p = points { lon = {2, 2.2, 3, 3.1}, lat = {48, 48, 48, 48}, id = {4, 3, 2, 1} }
      m = strategy('grid', { representative = 'sticky' }):build(p)
      out = m:frame(view { lon = 2.5, lat = 48, zoom = 3 }, m:frame(view { lon = 3.1, lat = 48, zoom = 14, width = 50 }))
      """)
    #expect(shell.answer("#out, out[1].count, out[1].point") == "1\t4\t1\n")
    #expect(shell.answer("m:frame(view { lon = 2.5, lat = 48, zoom = 3 })[1].point ~= 1") == "true\n")
  }
}
