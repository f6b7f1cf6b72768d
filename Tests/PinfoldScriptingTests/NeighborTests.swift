import Lua
import Pinfold
import PinfoldColumns
import TestSupport
import Testing

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
    #expect(
      error?.message == "there are 9999900000 neighbors; a smaller radius, or nearest(k), makes them fewer")
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
}
