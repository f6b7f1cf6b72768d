import Lua
import Pinfold
import TestSupport
import Testing

@testable import PinfoldColumns
@testable import PinfoldScripting

@Suite("Neighbours of points are those of a comparison of all pairs")
struct NeighborTests {
  /// Points that are hard for a tree: heaps, lines, both sides of ±180°.
  private func points(_ seed: UInt64, planar: Bool) throws -> PointSet {
    var random = SplitMix64(seed: seed)
    func degrees(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var (x, y): ([Double], [Double]) = ([], [])
    for place in 0..<60 {
      switch place % 5 {
      case 0: (x, y) = (x + [degrees(-180...180)], y + [degrees(-60...60)])
      case 1: (x, y) = (x + [[-179.9, 179.9, 180][place % 3]], y + [degrees(-1...1)])
      case 2: (x, y) = (x + [10], y + [20])
      case 3: (x, y) = (x + [degrees(0...5)], y + [5])
      default: (x, y) = (x + [degrees(9.9...10.1)], y + [degrees(19.9...20.1)])
      }
    }
    let columns = PointColumns(longitude: x, latitude: y)
    return planar
      ? try PointSet(columns, projection: .planar(PlanarExtent(enclosing: x, y))) : try PointSet(columns)
  }

  private func object(_ seed: UInt64, planar: Bool) throws -> PointsObject {
    let set = try points(seed, planar: planar)
    let longitude = planar ? 0 : [0.0, 180, -90][Int(seed % 3)]
    let zoom = [0.0, 3, 5.5][Int(seed / 3 % 3)]
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: longitude, latitude: 0), zoom: zoom), on: set.projection)
    return PointsObject(set, Array(0..<UInt32(set.count)), in: view)
  }

  /// What a comparison of all pairs finds: the squared distance by the short way, in fixed point.
  private func squared(_ a: WorldPoint, _ b: WorldPoint, wraps: Bool) -> Double {
    let east = wraps ? Double(b.eastward(from: a.x)) : Double(b.x) - Double(a.x)
    let south = Double(b.y) - Double(a.y)
    return east * east + south * south
  }

  /// The lowest index of each point's component, by spreading from point to point.
  private func components(_ near: [[Int]], among isChosen: [Bool]) -> [Int] {
    var component = [Int?](repeating: nil, count: near.count)
    for start in near.indices where component[start] == nil {
      component[start] = start
      var open = isChosen[start] ? [start] : []
      while let point = open.popLast() {
        for other in near[point] where isChosen[other] && component[other] == nil {
          component[other] = start
          open.append(other)
        }
      }
    }
    return component.map { $0 ?? -1 }
  }

  /// Numbers from 1 in the order of first values.
  private func labels(of keys: [Int]) -> [Int] {
    var labels: [Int: Int] = [:]
    return keys.map { key in
      let label = labels[key] ?? labels.count + 1
      labels[key] = label
      return label
    }
  }

  @Test("within a radius", arguments: 0..<9 as Range<UInt64>, [false, true])
  func within(seed: UInt64, planar: Bool) throws {
    let object = try object(seed, planar: planar)
    let positions = object.worldPoints
    let state = try columnState()
    state.setGlobal("points", to: object)
    for radius in [0.0, 0.1, 3, 40, 600, 1e6] {
      let limit = object.view.units(fromPoints: radius)
      var expected: [Int] = []
      var starts = [1]
      for a in positions.indices {
        for b in positions.indices where a != b {
          let distance = squared(positions[a], positions[b], wraps: !planar)
          if distance <= limit * limit { expected.append(b + 1) }
        }
        starts.append(expected.count + 1)
      }
      let found = try state.run(
        "n = points:neighbors(\(radius)) return n.indices:totable(), n.starts:totable(), #n, n.counts:sum()")
      #expect(try found[0].table?.list == expected)
      #expect(try found[1].table?.list == starts)
      #expect(found[2] == .integer(60) && found[3] == .number(Double(expected.count)))

      // The same without lists: counts, what hangs together, and the nearest of some.
      let near = positions.indices.map { a in
        positions.indices.filter {
          a != $0 && squared(positions[a], positions[$0], wraps: !planar) <= limit * limit
        }
      }
      let isChosen = positions.indices.map { ($0 + Int(seed)) % 3 > 0 }
      state.setGlobal("mask", to: LuaColumn(isChosen.map { Int64($0 ? 1 : 0) }))
      let others = try state.run(
        """
        local n = points:neighbors(\(radius))
        return n:count(4):totable(), n:count():totable(), n:connected().labels:totable(),
          n:connected(mask).labels:totable(), n:closest(mask):totable()
        """)
      #expect(try others[0].table?.list == near.map { min($0.count, 4) })
      #expect(try others[1].table?.list == near.map(\.count))
      let all = [Bool](repeating: true, count: positions.count)
      for (place, chosen) in [(2, all), (3, isChosen)] {
        #expect(try others[place].table?.list == labels(of: components(near, among: chosen)))
      }
      let closest = positions.indices.map { a in
        isChosen[a]
          ? a + 1
          : (near[a].filter { isChosen[$0] }.min { b, c in
            let (toB, toC) = (
              squared(positions[a], positions[b], wraps: !planar),
              squared(positions[a], positions[c], wraps: !planar)
            )
            return (toB, b) < (toC, c)
          } ?? -1) + 1
      }
      #expect(try others[4].table?.list == closest)
    }
  }

  @Test(
    "the nearest, the lowest place of those equally far", arguments: 0..<9 as Range<UInt64>, [false, true])
  func nearest(seed: UInt64, planar: Bool) throws {
    let object = try object(seed, planar: planar)
    let positions = object.worldPoints
    let state = try columnState()
    state.setGlobal("points", to: object)
    for count in [1, 4, 30, 1000] {
      var expected: [Int] = []
      for a in positions.indices {
        let others = positions.indices.filter { $0 != a }.sorted { b, c in
          let toB = squared(positions[a], positions[b], wraps: !planar)
          let toC = squared(positions[a], positions[c], wraps: !planar)
          return (toB, b) < (toC, c)
        }
        expected += others.prefix(count).map { $0 + 1 }
      }
      let found = try state.run("return points:nearest(\(count)).indices:totable()")
      #expect(try found[0].table?.list == expected)
    }
  }

  @Test(
    "with sums, extremes, distances and seeds, without lists and by them", arguments: 0..<6 as Range<UInt64>,
    [false, true])
  func searches(seed: UInt64, planar: Bool) throws {
    let object = try object(seed, planar: planar)
    let positions = object.worldPoints
    let all = positions.indices
    let state = try columnState()
    state.setGlobal("points", to: object)
    let values = all.map { Double(($0 * 7 + Int(seed)) % 13) - 4 }
    state.setGlobal("values", to: LuaColumn(values))
    func distance(_ a: Int, _ b: Int) -> Double {
      squared(positions[a], positions[b], wraps: !planar).squareRoot()
    }
    for radius in [0.5, 40, 300] {
      let limit = object.view.units(fromPoints: radius)
      let near = all.map { a in all.filter { $0 != a && distance(a, $0) <= limit } }
      var seeds = [Int](repeating: 0, count: positions.count)
      for a in all.sorted(by: { (-values[$0], $0) < (-values[$1], $1) }) where seeds[a] == 0 {
        for b in [a] + near[a] where seeds[b] == 0 { seeds[b] = a + 1 }
      }
      for isListed in [false, true] {
        let found = try state.run(
          """
          local n = points:neighbors(\(radius))
          \(isListed ? "local _ = n.indices" : "")
          local of = {}
          for i = 1, #n do of[i] = table.concat(n:of(i):totable(), ' ') end
          return of, n:sum(values):totable(), n:max(values):totable(), n:min(values):totable(),
            n:argmax(values):totable(), n:argmin(values):totable(), n:distance(3):totable(),
            n:seeds(values):totable(), n:sum(values, 'triangular'):totable(), n:sum(values, 'epanechnikov'):totable()
          """)
        let lists = near.map { $0.map { String($0 + 1) }.joined(separator: " ") }
        #expect(try found[0].table?.texts == lists)
        func numbers(_ index: Int) throws -> [Double] {
          try (found[index].table?.numbers ?? []).map { $0.isNaN ? .infinity : $0 }
        }
        #expect(try numbers(1) == near.map { $0.reduce(0) { $0 + values[$1] } })
        #expect(try numbers(2) == near.map { $0.map { values[$0] }.max() ?? .infinity })
        #expect(try numbers(3) == near.map { $0.map { values[$0] }.min() ?? .infinity })
        let greatest = near.map { ($0.min { (-values[$0], $0) < (-values[$1], $1) } ?? -1) + 1 }
        let least = near.map { ($0.min { (values[$0], $0) < (values[$1], $1) } ?? -1) + 1 }
        #expect(try numbers(4) == greatest.map { Double($0) })
        #expect(try numbers(5) == least.map { Double($0) })
        let third = all.map { a in
          near[a].count < 3
            ? Double.infinity
            : near[a].map { distance(a, $0) }.sorted()[2] / object.view.unitsPerPoint
        }
        #expect(zip(try numbers(6), third).allSatisfy { $0 == $1 || abs($0 - $1) <= 1e-9 * $1 })
        #expect(try numbers(7) == seeds.map { Double($0) })
        for (place, power) in [(8, 1.0), (9, 2.0)] {
          let sums = all.map { a in
            near[a].reduce(0) { $0 + values[$1] * (1 - .pow(distance(a, $1) / limit, power)) }
          }
          #expect(zip(try numbers(place), sums).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($1)) })
        }
      }
    }
  }

  @Test(
    "sums that are exact: of crowds, numbers of all sizes, and with some missing",
    arguments: 0..<4 as Range<UInt64>)
  func exactSums(seed: UInt64) throws {
    let object = try object(seed, planar: seed % 2 == 1)
    let positions = object.worldPoints
    let all = positions.indices
    let state = try columnState()
    state.setGlobal("points", to: object)
    var random = SplitMix64(seed: seed)
    func number(_ exponents: ClosedRange<Int>) -> Double {
      Double.random(in: -1...1, using: &random) * .pow(2, Double(Int.random(in: exponents, using: &random)))
    }
    let special: [Double] = [.nan, .infinity, -.infinity]
    for (name, values) in [
      ("fractions", all.map { _ in number(0...0) }), ("wide", all.map { _ in number(-30...90) }),
      ("wider", all.map { _ in number(-900...900) }), ("tiny", all.map { _ in number(-1074 ... -1060) }),
      ("gaps", all.map { $0 % 9 == 0 ? special[$0 % 27 / 9] : number(-20...20) }),
      ("zeros", all.map { _ in 0 }),
    ] {
      state.setGlobal("values", to: LuaColumn(values))
      for radius in [0, 1, 40, 300, 1e6] {
        let limit = object.view.units(fromPoints: radius)
        let near = all.map { a in
          all.filter {
            a != $0 && squared(positions[a], positions[$0], wraps: seed % 2 == 0) <= limit * limit
          }
        }
        let found = try state.run(
          """
          local n = points:neighbors(\(radius))
          return n:sum(values):totable(), n:argmax(values):totable(), n:argmin(values):totable(),
            \(radius > 0 ? "n:sum(values, 'epanechnikov'):totable()" : "nil")
          """)
        let sums = near.map { near in
          var sum = ExactSum()
          for neighbor in near { sum.add(values[neighbor]) }
          return sum.rounded
        }
        let rounded = try found[0].table?.numbers ?? []
        #expect(zip(rounded, sums).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }, "\(name) \(radius)")
        for (place, sign) in [(1, -1.0), (2, 1.0)] {
          let best = near.map { near in
            (near.filter { !values[$0].isNaN }.min { (sign * values[$0], $0) < (sign * values[$1], $1) } ?? -1)
              + 1
          }
          #expect(try found[place].table?.list == best, "\(name) \(radius)")
        }
        guard radius > 0 else { continue }
        for (item, weighed) in (try found[3].table?.numbers ?? []).enumerated() where sums[item].isFinite {
          let terms = near[item].map { other in
            let share = squared(positions[item], positions[other], wraps: seed % 2 == 0) / (limit * limit)
            return (values[other], values[other] * (1 - share))
          }
          let size = terms.reduce(0) { $0 + abs($1.0) }
          #expect(
            abs(weighed - terms.reduce(0) { $0 + $1.1 }) <= 1e-12 * size + 0x1p-1070, "\(name) \(radius)")
        }
      }
    }
  }

  @Test("of some of the points")
  func taken() throws {
    let object = try object(2, planar: false)
    let state = try columnState()
    state.setGlobal("points", to: object)
    let found = try state.run(
      """
      local some = points:take(arange(2, #points, 7))
      local moved = points:at(points.x + 1, points.y):take(arange(2, #points, 7))
      return #some, some.x:totable(), points.x:take(arange(2, #points, 7)):totable(), moved.x:totable(),
        some:nearest(points:take(column { 9 }))[1], #points:take(column {})
      """)
    #expect(found[0] == .integer(9) && found[4] == .integer(2) && found[5] == .integer(0))
    let x = try #require(try found[1].table?.numbers)
    #expect(try found[2].table?.numbers == x)
    #expect(zip(try found[3].table?.numbers ?? [], x).allSatisfy { abs($0 - $1 - 1) < 1e-6 })
    for (places, message) in [
      ("2, 1", "ascending"), ("3, 3", "each once"), ("61", "from 1 to 60"), ("0", "from 1"),
    ] {
      let error = #expect(throws: LuaError.self) { try state.run("return points:take(column { \(places) })") }
      #expect(error?.message.contains(message) ?? false, "\(error?.message ?? "")")
    }
  }

  @Test("of a place, and nearest of other points", arguments: 0..<6 as Range<UInt64>, [false, true])
  func places(seed: UInt64, planar: Bool) throws {
    let object = try object(seed, planar: planar)
    let sites = PointsObject(object.points, [3, 9, 27, 40, 41, 58], in: object.view)
    let positions = object.worldPoints
    let state = try columnState()
    state.setGlobal("points", to: object)
    state.setGlobal("sites", to: sites)
    state.setGlobal("none", to: PointsObject(object.points, [], in: object.view))
    let found = try state.run(
      """
      local inside = points:within(points.x[8], points.y[8], 50)
      return inside:totable(), sites:nearest(points):totable(), none:nearest(points):totable(), #points:nearest(none)
      """)
    let limit = object.view.units(fromPoints: 50)
    let inside = positions.indices.filter {
      squared(positions[7], positions[$0], wraps: !planar).squareRoot() <= limit
    }
    // The place is given in screen points, which round.
    let edge = positions.indices.filter {
      abs(squared(positions[7], positions[$0], wraps: !planar).squareRoot() - limit) < 4
    }
    #expect(edge.isEmpty)
    #expect(try found[0].table?.list == inside.map { $0 + 1 })
    let nearest = positions.map { position in
      sites.worldPoints.indices.min { a, b in
        let (toA, toB) = (
          squared(position, sites.worldPoints[a], wraps: !planar),
          squared(position, sites.worldPoints[b], wraps: !planar)
        )
        return (toA, a) < (toB, b)
      }! + 1
    }
    #expect(try found[1].table?.list == nearest)
    #expect(try found[2].table?.list == [Int](repeating: 0, count: positions.count))
    #expect(found[3] == .integer(0))
  }

  @Test("asked for wrongly are errors that say what is right")
  func mistakes() throws {
    let state = try columnState()
    state.setGlobal("points", to: try object(1, planar: false))
    for (code, message) in [
      ("points:neighbors(9):sum(column { 1 })", "a column of 60 values expected, got 1"),
      ("points:neighbors(9):sum(points.x, 'gauss')", "'triangular' or 'epanechnikov' expected, got 'gauss'"),
      ("points:nearest(3):sum(points.x, 'triangular')", "a kernel needs a radius"),
      ("points:neighbors(9):distance(0)", "a number from 1 expected, got 0"),
      ("points:nearest(0)", "a number from 1 expected"), ("points:nearest('x')", "number"),
      ("points:within(0, 0, -1)", "a number from 0 expected"),
      ("points:neighbors(9):of(61)", "an index from 1 to 60 expected, got 61"),
      ("column { 3, 1 }:search(2)", "search needs a column in ascending order"),
      ("column { 3, 1 }:scatter(column { 3 }, 2)", "places from 1 to 2 expected, got 3"),
      (
        "column { 3, 1 }:scatter(column { 1, 2 }, column { 3 })",
        "columns of 1 and 2 values do not go together"
      ),
      ("arange(1, 2, 0)", "a step other than 0 expected"),
    ] {
      let error = #expect(throws: LuaError.self, "\(code)") { try state.run("return \(code)") }
      #expect(error?.message.contains(message) ?? false, "\(code): \(error?.message ?? "")")
    }
  }

  @Test("as too long a list are an error that names the call, the pairs and their size")
  func tooMany() throws {
    let state = try columnState(LuaLimits(memory: 4 << 20))
    let columns = PointColumns(
      longitude: [Double](repeating: 1, count: 3000), latitude: [Double](repeating: 1, count: 3000))
    let set = try PointSet(columns)
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 3), on: set.projection)
    state.setGlobal("points", to: PointsObject(set, Array(0..<3000), in: view))
    let error = #expect(throws: LuaError.self) { try state.run("return points:neighbors(40).indices") }
    #expect(error?.message.contains("neighbors(40): a list of 8997000 pairs takes 34 MB") ?? false)
    #expect(try state.run("return points:neighbors(40):sum(points.weight)[7]")[0] == .number(2999))
  }

  @Test("and columns are searched, scattered and counted up")
  func columns() throws {
    let state = try columnState()
    let found = try state.run(
      """
      local c = column { 10, 20, 20, 30 }
      local floats = column { 0.5, 2.5, 0 / 0 }
      return c:search(20), c:search(31), c:search(5), c:search(column { 10, 25, 99 }):totable(), floats:search(2),
        floats:search(9), column {}:search(1), c:scatter(column { 2, 4, 2 }, column { 7, 8, 9 }):totable(),
        c:scatter(column { 1 }, 0.5):totable(), arange(3, 5):totable(), arange(9, 1, -4):totable(), #arange(2, 1),
        math.type(c:scatter(column { 1 }, 5)[1]), c:totable()
      """)
    #expect(found[0...2] == [.integer(2), .integer(5), .integer(1)])
    #expect(try found[3].table?.list == [1, 4, 5])
    #expect(found[4...6] == [.integer(2), .integer(3), .integer(1)])
    #expect(try found[7].table?.list == [10, 9, 20, 8])
    #expect(try found[8].table?.numbers == [0.5, 20, 20, 30])
    #expect(try found[9].table?.list == [3, 4, 5])
    #expect(try found[10].table?.list == [9, 5, 1])
    #expect(found[11...12] == [.integer(0), .string("integer")])
    #expect(try found[13].table?.list == [10, 20, 20, 30])
  }

  @Test("with distances in screen points, pairs, and what hangs together", arguments: 0..<9 as Range<UInt64>)
  func derived(seed: UInt64) throws {
    let state = try columnState()
    let object = try object(seed, planar: seed % 2 == 1)
    state.setGlobal("points", to: object)
    state.setGlobal("around", to: seed % 2 == 1 ? LuaValue.nil : .number(object.view.viewport.worldWidth))
    try state.run(
      """
      for _, n in ipairs { points:neighbors(3), points:nearest(2) } do
        local linked, pairs = {}, 0
        for i = 1, #n do
          assert(#n:of(i) == n.counts[i] and (n.counts[i] == 0 or n:of(i)[1] == n.indices[n.starts[i]]))
          for _, j in n:of(i):iter() do
            local a, b = math.min(i, j), math.max(i, j)
            if not linked[a .. ' ' .. b] then linked[a .. ' ' .. b] = true pairs = pairs + 1 end
          end
        end
        local first, second = n:pairs()
        assert(#first == pairs)
        for k = 1, pairs do
          local key = first[k] .. ' ' .. second[k]
          assert(linked[key])
          linked[key] = nil
        end
        -- Whoever can be reached by links, all or only those of a mask.
        local mask = points.id % 3 == nil and nil or (points.row % 3):gt(0)
        for _, m in ipairs { false, mask } do
          local groups = n:connected(m or nil)
          local group = {}
          for i = 1, #n do group[i] = i end
          local changed = true
          while changed do
            changed = false
            for k = 1, #first do
              local a, b = first[k], second[k]
              if group[a] ~= group[b] and (not m or m[a] == 1 and m[b] == 1) then
                group[a] = math.min(group[a], group[b])
                group[b] = group[a]
                changed = true
              end
            end
          end
          local expected = column(group):group()
          assert(#groups == #expected)
          for i = 1, #n do assert(groups.labels[i] == expected.labels[i]) end
        end
      end
      local n = points:neighbors(3)
      for i = 1, #n do
        for k = n.starts[i], n.starts[i + 1] - 1 do assert(n.distances[k] <= 3 + 1e-9) end
      end
      local b = points:bounds()
      assert(b.top == points.y:min() and b.bottom == points.y:max())
      -- All lie to the east of the west edge; on the globe perhaps once around.
      local width = 0
      for i = 1, #n do
        local east = points.x[i] - b.left
        if around then east = (east + 1e-9) % around end
        assert(east >= 0 and east <= b.right - b.left + 1e-6)
        width = math.max(width, east)
      end
      assert(math.abs(width - (b.right - b.left)) < 1e-6 and width <= points.x:max() - points.x:min() + 1e-6)
      """)
  }

  @Test("of which a million on one spot are too many to list, and said to be so")
  func heap() throws {
    let count = 100_000
    let set = try PointSet(
      PointColumns(
        longitude: [Double](repeating: 1, count: count), latitude: [Double](repeating: 2, count: count)))
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 1, latitude: 2), zoom: 3), on: set.projection)
    let state = try columnState()
    state.setGlobal("points", to: PointsObject(set, Array(0..<UInt32(count)), in: view))
    let error = #expect(throws: LuaError.self) { try state.run("return points:neighbors(1).indices") }
    #expect(error?.message.hasPrefix("neighbors(1): a list of 9999900000 pairs takes 38146 MB") ?? false)
    #expect(
      try state.run("local n = points:nearest(2) return n:of(1)[1], n:of(1)[2], n:of(2)[1], n:of(9)[2]")
        == [.integer(2), .integer(3), .integer(1), .integer(2)])
    // What needs no list costs no more than the points.
    #expect(
      try state.run("local n = points:neighbors(1) return #n:connected(), n.counts:min(), n:count(7):max()")
        == [.integer(1), .number(99_999), .number(7)])
    #expect(throws: LuaError.self) { try state.run("return points:neighbors(-1)") }
    #expect(throws: LuaError.self) { try state.run("return points:neighbors(1):count(-1)") }
    #expect(throws: LuaError.self) { try state.run("return points:neighbors(1):closest(column{1})") }
    #expect(throws: LuaError.self) { try state.run("return points:nearest(0)") }
    #expect(throws: LuaError.self) { try state.run("return points:nearest(1):of(0)") }
  }
}

extension LuaTable {
  fileprivate var list: [Int] { get throws { try elements() } }
  fileprivate var numbers: [Double] { get throws { try elements() } }
  fileprivate var texts: [String] { get throws { try elements() } }
}
