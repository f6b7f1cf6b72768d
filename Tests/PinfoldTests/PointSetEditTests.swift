import TestSupport
import Testing

@testable import Pinfold

@Suite struct PointSetEditTests {
  private func apply(_ edit: EditedPoints.Edit, to points: PointSet) throws -> PointSet {
    switch edit {
    case .insert(let columns): try points.inserting(columns)
    case .remove(let ids): try points.removing(ids)
    case .move(let moves): try points.moving(moves)
    case .update(let ids, let columns): try points.updating(ids) { $0 = columns }
    case .keep(let ids): points.filtering { ids.contains(points.id($0)) }
    }
  }

  private func expectEqual(_ points: PointSet, _ fresh: PointSet) {
    #expect(points.count == fresh.count)
    let names = points.sections.map { $0.group < 0 ? "" : points.groupNames[Int($0.group)] }
    #expect(names == fresh.sections.map { $0.group < 0 ? "" : fresh.groupNames[Int($0.group)] })
    #expect(points.sections.map(\.range) == fresh.sections.map(\.range))
    #expect(points.sections.map(\.mergeable) == fresh.sections.map(\.mergeable))
    for index in 0..<fresh.count {
      #expect(points.id(index) == fresh.id(index))
      #expect(points.idRank(index) == fresh.idRank(index))
      #expect(points.position(index) == fresh.position(index))
      #expect(points.coordinate(index) == fresh.coordinate(index))
      #expect(points.index(of: fresh.id(index)) == index)
    }
  }

  private func expectEqualColumns(_ points: PointSet, _ fresh: PointSet) {
    #expect(points.ids == fresh.ids)
    #expect(points.idRanks == fresh.idRanks)
    #expect(points.idHashes == fresh.idHashes)
    #expect(points.keys == fresh.keys)
    #expect(points.x == fresh.x)
    #expect(points.y == fresh.y)
    #expect(points.longitude == fresh.longitude)
    #expect(points.latitude == fresh.latitude)
    #expect(points.weight == fresh.weight)
    #expect(points.priority == fresh.priority)
    #expect(points.attributes.map(\.name) == fresh.attributes.map(\.name))
    for (attribute, other) in zip(points.attributes, fresh.attributes) {
      for index in 0..<fresh.count { #expect(attribute.text(index) == other.text(index)) }
    }
  }

  @Test(
    "an edited set equals a fresh one, point by point and column by column",
    arguments: [SamplePoints.spots, .clusters, .dateLine, .poles], [false, true])
  func equal(sample: SamplePoints, textIDs: Bool) throws {
    var list = EditedPoints(sample, count: 150, textIDs: textIDs, seed: 81)
    var points = try PointSet(list.columns())
    var kept = 0
    for step in 0..<30 {
      points = try apply(list.edit(), to: points)
      let fresh = try PointSet(list.columns())
      expectEqual(points, fresh)
      // Now and then, so that edits start from either.
      if step % 4 == 3 {
        expectEqualColumns(points, fresh)
      } else {
        kept += points.delta == nil ? 0 : 1
      }
    }
    #expect(kept > 5, "edits are kept beside the columns")
  }

  @Test("edits past four times the square root of the set are put in one piece")
  func limit() throws {
    let points = try PointSet(SamplePoints.uniform.columns(count: 100))
    #expect(points.filtering { $0 >= 40 }.delta != nil)
    #expect(points.filtering { $0 >= 41 }.delta == nil)
    #expect(points.filtering { $0 >= 41 }.count == 59)
    #expect(points.filtering { _ in true }.delta == nil)
    // Edits add up, whether somebody asks for columns or not.
    let once = points.filtering { $0 >= 10 }
    let twice = try once.moving([(once.id(7), Coordinate(longitude: 0, latitude: 0))])
    #expect(twice.sharesBase(with: points))
    #expect(twice.delta?.count == 12)
    #expect(twice.delta?.mergedAlready == nil)
    #expect(twice.x.count == 90)
    #expect(try twice.removing([twice.id(0)]).sharesBase(with: points))
  }

  @Test("rows of points inserted later count on, and a moved point keeps its row")
  func rows() throws {
    var points = try PointSet(
      PointColumns(longitude: [1, 2, 3], latitude: [0, 0, 0], ids: .integers([10, 20, 30])))
    points = try points.removing([.integer(30)])
    points = try points.inserting(
      PointColumns(longitude: [4, 5], latitude: [0, 0], ids: .integers([40, 30])))
    points = try points.moving([(.integer(10), Coordinate(longitude: 9, latitude: 0))])
    func rows(_ points: PointSet) -> [Int64: UInt32] {
      var rows: [Int64: UInt32] = [:]
      for index in 0..<points.count {
        if case .integer(let id) = points.id(index) { rows[id] = points.rows[index] }
      }
      return rows
    }
    #expect(rows(points) == [10: 0, 20: 1, 40: 3, 30: 4])
    // Texts among numbers make the set anew.
    points = try points.inserting(PointColumns(longitude: [7], latitude: [0], ids: .texts(["a"])))
    #expect(points.delta == nil)
    points = try points.removing([.text("a")])
    #expect(rows(points) == [10: 0, 20: 1, 40: 3, 30: 4])
  }

  @Test("ids order as in a fresh set when texts come to numbers and go again")
  func kinds() throws {
    let numbers = PointColumns(
      longitude: [5, 5, 5], latitude: [0, 0, 0], ids: .integers([9, 10, 100]))
    let points = try PointSet(numbers)
    let mixed = try points.inserting(
      PointColumns(longitude: [5, 5], latitude: [0, 0], ids: .texts(["10", "9a"])))
    let fresh = try PointSet(
      PointColumns(
        longitude: [5, 5, 5, 5, 5], latitude: [0, 0, 0, 0, 0],
        ids: .mixed([.integer(9), .integer(10), .integer(100), .text("10"), .text("9a")])))
    #expect(mixed.ids == fresh.ids)
    #expect((0..<5).map { mixed.id($0).description } == ["10", "10", "100", "9", "9a"])
    #expect(mixed.index(of: .integer(10)) == 0)
    #expect(mixed.index(of: .text("10")) == 1)
    #expect(mixed.index(of: .text("100")) == nil)
    let again = try mixed.removing([.text("9a"), .text("10")])
    #expect((0..<3).map { again.id($0) } == [.integer(9), .integer(10), .integer(100)])
  }

  @Test("a weight that comes and goes leaves the sums of the others as they were")
  func scale() throws {
    var columns = PointColumns(longitude: [1, 1, 1], latitude: [0, 0, 0], ids: .integers([0, 1, 2]))
    columns.weight = [0.1, 0.7, 0.3]
    let points = try PointSet(columns)
    var heavy = PointColumns(longitude: [1], latitude: [0], ids: .integers([3]))
    heavy.weight = [1e15]
    let heavier = try points.inserting(heavy)
    var all = columns
    all.longitude.append(1)
    all.latitude.append(0)
    all.ids = .integers([0, 1, 2, 3])
    all.weight = [0.1, 0.7, 0.3, 1e15]
    #expect(heavier.order.weight(of: 0..<3) == (try PointSet(all).order.weight(of: 0..<3)))
    #expect(heavier.order.weight(of: 0..<3) == points.order.weight(of: 0..<3))
    let lighter = try heavier.removing([.integer(3)])
    #expect(lighter.order.weight(of: 0..<3) == points.order.weight(of: 0..<3))
    // Without weights until now.
    columns.weight = nil
    let weighted = try PointSet(columns).inserting(heavy)
    #expect(weighted.order.weight(of: 0..<4) == 1e15 + 3)
    #expect(weighted.weight == [1, 1, 1, 1e15])
  }

  @Test("attributes that inserted points do not have are missing; others are refused")
  func attributes() throws {
    var columns = PointColumns(longitude: [1], latitude: [0], ids: .integers([0]))
    var names = TextColumn()
    names.append("a")
    columns.attributes = [
      Attribute(name: "name", values: .texts(names)), Attribute(name: "size", values: .numbers([3])),
      Attribute(name: "open", values: .booleans([true])),
    ]
    let points = try PointSet(columns)
    var more = PointColumns(longitude: [1], latitude: [0], ids: .integers([1]))
    more.attributes = [Attribute(name: "size", values: .numbers([4]))]
    let attributes = try points.inserting(more).attributes
    #expect(attributes.map { $0.text(0) } == ["a", "3.0", "true"])
    #expect(attributes.map { $0.text(1) } == [nil, "4.0", nil])
    more.attributes = [Attribute(name: "size", values: .booleans([true]))]
    #expect(throws: PointSetError.foreignAttribute(name: "size")) { try points.inserting(more) }
    more.attributes = [Attribute(name: "sise", values: .numbers([4]))]
    #expect(throws: PointSetError.foreignAttribute(name: "sise")) { try points.inserting(more) }
  }

  @Test("updated points keep their ids, rows and what the change leaves alone, in the order of the ids given")
  func update() throws {
    var columns = PointColumns(longitude: [1, 2, 3], latitude: [0, 0, 0], ids: .integers([10, 20, 30]))
    columns.attributes = [Attribute(name: "size", values: .numbers([5, 6, 7]))]
    let points = try PointSet(columns)
    let updated = try points.updating([.integer(30), .integer(10)]) { columns in
      #expect(columns.longitude == [3, 1])
      columns.attributes[0] = Attribute(name: "size", values: .numbers([70, 50]))
      columns.weight = [3, 1]
      columns.ids = nil
    }
    #expect(updated.rowOrder.map { updated.id($0) } == [.integer(10), .integer(20), .integer(30)])
    #expect(updated.rowOrder.map { updated.longitude[$0] } == [1, 2, 3])
    guard case .numbers(let sizes) = try updated.attribute(named: "size").values else {
      Issue.record("sizes are numbers")
      return
    }
    #expect(updated.rowOrder.map { sizes[$0] } == [50, 6, 70])
    #expect(updated.rowOrder.map { updated.weight?[$0] } == [1, 1, 3])
    #expect(throws: PointSetError.badWeight(row: 1, -1)) {
      try points.updating([.integer(10), .integer(20)]) { $0.weight = [1, -1] }
    }
    #expect(throws: PointSetError.columnLength(name: "weight", count: 1, expected: 2)) {
      try points.updating([.integer(10), .integer(20)]) { $0.weight = [1] }
    }
    #expect(throws: PointSetError.foreignAttribute(name: "sise")) {
      try points.updating([.integer(10)]) {
        $0.attributes.append(Attribute(name: "sise", values: .numbers([4])))
      }
    }
    #expect(throws: PointSetError.duplicateID(.integer(10), firstRow: 0, secondRow: 1)) {
      try points.updating([.integer(10), .integer(10)]) { _ in }
    }
  }

  @Test("mistakes are named with their place")
  func mistakes() throws {
    let points = try PointSet(PointColumns(longitude: [1, 2], latitude: [0, 0], ids: .integers([10, 20])))
    func insert(_ ids: [PointID], _ latitude: Double = 0) throws {
      let count = ids.count
      _ = try points.inserting(
        PointColumns(
          longitude: [Double](repeating: 0, count: count),
          latitude: [Double](repeating: latitude, count: count),
          ids: PointIDs(ids)))
    }
    #expect(throws: PointSetError.takenID(.integer(20), row: 1)) { try insert([.integer(1), .integer(20)]) }
    #expect(throws: PointSetError.duplicateID(.text("a"), firstRow: 0, secondRow: 2)) {
      try insert([.text("a"), .text("b"), .text("a")])
    }
    #expect(throws: PointSetError.badCoordinate(row: 0, Coordinate(longitude: 0, latitude: 95))) {
      try insert([.integer(1)], 95)
    }
    #expect(throws: PointSetError.missingIDs) {
      try points.inserting(PointColumns(longitude: [1], latitude: [1]))
    }
    #expect(throws: PointSetError.unknownID(.text("20"), row: 1)) {
      try points.removing([.integer(20), .text("20")])
    }
    let here = Coordinate(longitude: 0, latitude: 0)
    #expect(throws: PointSetError.unknownID(.integer(3), row: 0)) { try points.moving([(.integer(3), here)]) }
    #expect(throws: PointSetError.duplicateID(.integer(10), firstRow: 0, secondRow: 2)) {
      try points.moving([(.integer(10), here), (.integer(20), here), (.integer(10), here)])
    }
    #expect(throws: PointSetError.badCoordinate(row: 1, Coordinate(longitude: .infinity, latitude: 0))) {
      try points.moving([(.integer(10), here), (.integer(20), Coordinate(longitude: .infinity, latitude: 0))])
    }
    // A point may come back, elsewhere or under another kind of id.
    let gone = try points.removing([.integer(20), .integer(20)])
    #expect(gone.count == 1)
    #expect(gone.index(of: .integer(20)) == nil)
    #expect(try gone.inserting(PointColumns(longitude: [2], latitude: [1], ids: .integers([20]))).count == 2)
  }

  @Test("points outside a plane's square are refused; those on its edges are not")
  func plane() throws {
    let extent = PlanarExtent(minX: 0, minY: 0, side: 4)
    let points = try PointSet(
      PointColumns(longitude: [1], latitude: [1], ids: .integers([0])), projection: .planar(extent))
    func insert(_ x: Double, _ y: Double) throws -> PointSet {
      try points.inserting(PointColumns(longitude: [x], latitude: [y], ids: .integers([1])))
    }
    #expect(try insert(4, 0).count == 2)
    #expect(throws: PointSetError.outsideExtent(row: 0, Coordinate(longitude: 4.5, latitude: 0), extent)) {
      try insert(4.5, 0)
    }
    #expect(throws: PointSetError.outsideExtent(row: 0, Coordinate(longitude: 0, latitude: -1), extent)) {
      try points.moving([(.integer(0), Coordinate(longitude: 0, latitude: -1))])
    }
  }
}

extension Attribute {
  fileprivate func text(_ index: Int) -> String? {
    switch values {
    case .numbers(let values): values[index].isNaN ? nil : "\(values[index])"
    case .integers(let values): values[index].isMissing ? nil : "\(values[index])"
    case .booleans(let values): values[index].map { "\($0)" }
    case .texts(let column): column[index]
    }
  }
}
