import Lua
import Pinfold
import PinfoldColumns
import Testing

@testable import PinfoldScripting

@Suite("Columns that are chosen, drawn or derived")
struct ColumnChoiceTests {
  @Test("where takes one value or the other, row by row, and keeps whole numbers whole")
  func choice() throws {
    let state = try columnState()
    try state.run(
      """
      local mask, a, b = make(3000):gt(500), make(3000), make(3000) * -1
      local chosen = mask:where(a, b)
      for i = 1, 3000 do assert(chosen[i] == (mask[i] ~= 0 and a[i] or b[i])) end
      local whole = mask:where(1 << 60, typed('int64', mask:totable()))
      for i = 1, 3000 do assert(math.type(whole[i]) == 'integer' and whole[i] == (mask[i] ~= 0 and 1 << 60 or 0)) end
      assert(mask:where(0.5, 1):sum() == mask:sum() * 0.5 + (3000 - mask:sum()))
      assert(#mask:slice(1, 0):where(1, 2) == 0)
      local ok, message = pcall(mask.where, mask, column{1, 2}, 3)
      assert(not ok and message:find('columns of 3000 and 2 values do not go together', 1, true), message)
      """)
  }

  @Test("unique are the different values in order, NaN once and last")
  func unique() throws {
    let state = try columnState()
    try state.run(
      """
      local values = column{ 3, 1, 0/0, 3, -0.0, 0.0, 1, 0/0, 2.5 }:unique()
      assert(#values == 5)
      for i, value in ipairs { 0, 1, 2.5, 3 } do assert(values[i] == value) end
      assert(values[5] ~= values[5])
      local seen, count = {}, 0
      local numbers = make(5000)
      for _, value in numbers:iter() do
        if not seen[value] then seen[value] = true count = count + 1 end
      end
      assert(#numbers:unique() == count)
      assert(#column{}:unique() == 0 and math.type(column{ 7, 7 }:unique()[1]) == 'integer')
      """)
  }

  @Test("random numbers are those of the seed")
  func random() throws {
    let state = try columnState()
    let drawn = try state.run("return random(1000, 42):totable(), random(0, 1)")
    let numbers: [Double] = try #require(drawn[0].table).elements()
    var generator = SplitMix64(seed: 42)
    #expect(numbers == (0..<1000).map { _ in generator.unit() })
    #expect(numbers.allSatisfy { (0..<1).contains($0) })
    #expect(try state.run("return random(3, 1):sum() ~= random(3, -1):sum()") == [.boolean(true)])
    #expect(throws: LuaError.self) { try state.run("random(-1, 1)") }
  }

  @Test("sums are exact, in any order, and whole for whole numbers")
  func sums() throws {
    let state = try columnState()
    for (list, expected) in [
      ("1e308, 1e308, -1e308, -1e308", 0), ("1e16, 1, -1e16", 1), ("0.1, 0.2, 0.3", 0.6),
      ("5e-324, 5e-324, 5e-324", 3 * Double.leastNonzeroMagnitude), ("1e308, 1e308", .infinity),
      ("-1e308, -1e308", -.infinity),
      ("1e308, 5e-324, -1e308", Double.leastNonzeroMagnitude), ("-0.1, -0.2", -0.30000000000000004),
      ("1/0, 1", .infinity),
      ("0x1p53, 1, 1", 0x1p53 + 2), ("0x1p53, 1.0", 0x1p53), ("0x1p53, 1, 0x1p-60", 0x1p53 + 2),
      ("0x1p54, 6.0", 0x1p54 + 8), ("0x1p54, 2.0", 0x1p54), ("-0x1p53, -1, -0x1p-60", -0x1p53 - 2),
      ("0x1p1023, 0x1p1023, -0x1p1023", 0x1p1023), ("0x1p-1022, -0x1p-1074", 0x1p-1022 - 0x1p-1074),
      ("1.5, 0x1p-30, 0x1p30, 0x1p60, -0x1p60", 1.5 + 0x1p-30 + 0x1p30),
      ("1.7976931348623157e308, 0x1p970", .infinity),
    ] as [(String, Double)] {
      let found = try state.run(
        "local t = { \(list) } for i = 1, #t do t[i] = t[i] + 0.0 end return column(t):sum()")
      #expect(found == [.number(expected)], "\(list)")
    }
    let wholes = try state.run(
      "return column{1, 2}:sum(), column{math.maxinteger, 1, -1}:sum(), column{math.maxinteger, 1}:sum(), column{2}:lt(3):sum()"
    )
    #expect(wholes == [.integer(3), .integer(.max), .number(0x1p63), .integer(1)])
    #expect(
      try state.run(
        "return math.type(column{1, 2}:sum()), column{0/0, 3}:sum(), column{0/0, 3}:mean(), column{0/0}:mean()"
      )
        == [.string("integer"), .number(3), .number(3), .nil])
    // Sums beyond floats have a mean, a deviation and a median.
    #expect(
      try state.run(
        "local c = column{1e308, 1.5e308}; return c:mean(), c:sum(), column{1e308, -1e308}:std(), "
          + "column{-1.5e308, 1.5e308}:median(), column{1/0, 1}:mean(), column{1,1}:group():mean(c)[1]")
        == [
          .number(1.25e308), .number(.infinity), .number(1e308 * 2.0.squareRoot()), .number(0),
          .number(.infinity),
          .number(1.25e308),
        ])
    // Random numbers of all magnitudes, forwards and backwards.
    var random = SplitMix64(seed: 7)
    for _ in 0..<50 {
      let numbers = (0..<200).map { _ in
        Double(
          sign: random.unit() < 0.5 ? .minus : .plus, exponent: Int(random.unit() * 2000) - 1040,
          significand: 1 + random.unit())
      }
      let text = numbers.map { "\($0)" }
      let sums = try state.run(
        "return column{\(text.joined(separator: ","))}:sum(), column{\(text.reversed().joined(separator: ","))}:sum()"
      )
      #expect(sums[0] == sums[1])
      let rest = text + numbers.dropFirst().map { "\(-$0)" }
      #expect(try state.run("return column{\(rest.joined(separator: ","))}:sum()") == [.number(numbers[0])])
    }
  }

  @Test("NaN does not hold in a mask")
  func masks() throws {
    let state = try columnState()
    let found = try state.run(
      """
      local m, x = column{ 0/0, 1, 0 }, column{ 5, 6, 7 }
      return #x:filter(m), x:filter(m)[1], (~m):totable(), (m & column{ 1, 1, 1 }):totable(), (m | column{ 0, 0, 0 }):totable(),
        m:where(x, 0):totable()
      """)
    #expect(found[..<2] == [.integer(1), .integer(6)])
    let lists: [[Double]] = try found[2...].map { try #require($0.table).elements() }
    #expect(lists == [[1, 0, 1], [0, 1, 0], [0, 1, 0], [0, 6, 0]])
  }

  @Test("the distance of two places is a number")
  func scalarDistance() throws {
    let state = try columnState()
    #expect(
      try state.run("return greatcircle(0, 0, 1, 1) == greatcircle(0, 0, column{ 1 }, 1)[1]") == [
        .boolean(true)
      ])
  }

  @Test("great circles go the short way over the sphere")
  func greatCircle() throws {
    let state = try columnState()
    let found = try state.run(
      """
      return greatcircle(column{ 2.3522, 179.9, 0, 10, 0 }, column{ 48.8566, 0, 90, 10, 0 },
        column{ -0.1276, -179.9, 50, 10, 180 }, column{ 51.5072, 0, -90, 10, 0 }):totable(),
        greatcircle(0, 0, column{ 1, 2 }, 0):totable()
      """)
    let distances: [Double] = try #require(found[0].table).elements()
    let radius = 6_371_008.8
    // The first by the law of cosines for angles on the sphere.
    let radian = Double.pi / 180
    let cosine =
      Double.sin(48.8566 * radian) * Double.sin(51.5072 * radian)
      + Double.cos(48.8566 * radian) * Double.cos(51.5072 * radian) * Double.cos(2.4798 * radian)
    let angle = Double.atan2(y: (1 - cosine * cosine).squareRoot(), x: cosine)
    let expected = [radius * angle, radius * 0.2 * radian, radius * .pi, 0, radius * .pi]
    for (distance, expected) in zip(distances, expected) { #expect(abs(distance - expected) < 0.01) }
    #expect(distances.count == 5)
    let line: [Double] = try #require(found[1].table).elements()
    #expect(line.count == 2 && abs(line[1] - 2 * line[0]) < 1e-6)
  }

  @Test("points at other positions are neighbors there, across ±180° too")
  func derived() throws {
    let set = try PointSet(
      PointColumns(longitude: [0, 40, 80], latitude: [0, 0, 0], ids: .texts(["a", "b", "c"])))
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 2), on: set.projection)
    let state = try columnState()
    state.setGlobal("points", to: PointsObject(set, [0, 1, 2], in: view))
    try state.run(
      """
      assert(#points:neighbors(20):connected() == 3)
      local width = 1024
      local moved = points:at(column{ 1, width - 1, 500 }, points.y)
      assert(#moved == 3 and moved.id[2] == points.id[2] and moved.lon[2] == points.lon[2])
      local groups = moved:neighbors(20):connected()
      assert(#groups == 2 and groups.labels[1] == groups.labels[2])
      local mean = groups:mean(moved.x)[1] % width
      assert(mean < 1e-6 or mean > width - 1e-6)
      assert(moved.unitX[1] == 2 ^ 32 / width and moved:bounds().right - moved:bounds().left < width)
      assert(#moved:at(points.x, points.y):neighbors(20):connected() == 3)
      assert(not pcall(points.at, points, column{ 1 }, points.y))
      local ok, message = pcall(points.at, points, column{ 1, 0/0, 3 }, points.y)
      assert(not ok and message:find('point 2 is put at', 1, true))
      """)
  }
}
