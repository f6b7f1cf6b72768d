import Pinfold
import Testing

@testable import PinfoldEvaluation

@Suite("Lattices")
struct LatticeTests {
  private func coherence(_ places: [(x: Double, y: Double)]) throws -> LatticeCoherence? {
    try LatticeCoherence(
      x: places.map(\.x), y: places.map(\.y), width: ReferenceCase.width, height: ReferenceCase.height)
  }

  private func order(_ places: [(x: Double, y: Double)]) throws -> AxisOrder? {
    try AxisOrder(of: Discs(places.map { Disc(x: $0.x, y: $0.y, radius: 1) }))
  }

  @Test("a perfect lattice")
  func perfect() throws {
    // Golden value H21.
    let lattice = try #require(try coherence(ReferenceCase.lattice))
    #expect(isClose(lattice.value, 1))
    #expect(isClose(lattice.x.period, 64) && isClose(lattice.y.period, 64))
    #expect(lattice.spacing == 64)
    #expect(isClose(lattice.x.chance, 0.02668416360959466))
    #expect(isClose(lattice.y.chance, 0.025132312868179983))
    let order = try #require(try order(ReferenceCase.lattice))
    #expect(order.axis4 == 1 && order.psi4 == 1)
    #expect(order.edges == 191)
    #expect(isClose(order.z, 19.544820285692065))
  }

  @Test("two diagonal pairs")
  func diagonal() throws {
    // Golden value H22.
    let order = try #require(try order([(0, 0), (10, 10), (0, 40), (10, 50)]))
    #expect(isClose(order.axis4, -1) && isClose(order.psi4, 1))
    #expect(order.edges == 2)
    #expect(isClose(order.z, -2))
  }

  @Test("the markers of 2000 points in square cells, and as many of the points")
  func cells() throws {
    // Golden values R3.
    let points = ReferenceCase.cells2000
    let lattice = try #require(try coherence(points.centroids))
    #expect(isClose(lattice.value, 0.6249738712877599))
    #expect(isClose(lattice.x.coherence, 0.4165794271465384))
    #expect(isClose(lattice.y.coherence, 0.3905923397924095))
    #expect(isClose(lattice.x.period, 64) && isClose(lattice.y.period, 64))
    #expect(isClose(lattice.spacing, 53.41962058382818))
    let sample = (0..<192).map { $0 * 2000 / 192 }
    let data = try #require(try coherence(sample.map { (points.x[$0], points.y[$0]) }))
    #expect(isClose(data.value, 0.07077437735416293))
    #expect(isClose(data.x.period, 14.894545454545455) && isClose(data.y.period, 12.047058823529412))
    let order = try #require(try order(points.centroids))
    #expect(isClose(order.axis4, 0.6327403667984799))
    #expect(isClose(order.psi4, 0.6330826922711222))
    #expect(order.edges == 136)
    #expect(isClose(order.z, 10.435421463608778))
  }

  @Test("what points have is a mean of samples that groups, ids and the order of rows leave alone")
  func samples() throws {
    // A lattice of points that is not a perfect one.
    var chance = SplitMix64(seed: 4)
    let points = try makePoints(
      (0..<900).map { row -> (Double, Double) in
        let (column, line) = (Double(row % 30), Double(row / 30))
        return (column * 0.2 + chance.bell() * 0.02, line * 0.2 + chance.bell() * 0.02)
      })
    let view = Viewport(center: Coordinate(longitude: 3, latitude: 3), zoom: 7, width: 900, height: 700)
    func values(_ order: [Int], ids: (Int) -> Int64, isGrouped: Bool = false) throws -> [String: Double] {
      var columns = PointColumns(
        longitude: order.map { points.longitude[$0] }, latitude: order.map { points.latitude[$0] },
        ids: .integers(order.map(ids)))
      if isGrouped { (columns.group, columns.groupNames) = (order.map { _ in 0 }, ["all"]) }
      let set = try PointSet(columns)
      let frame = try Clusterer(.grid(cellSize: 40)).build(set).frame(for: view)
      let results = try LatticeMetric().evaluate(MetricSubject([frame]))
      return Dictionary(
        uniqueKeysWithValues: results.compactMap { result in
          result.value.number.map { (result.measure.name, $0) }
        })
    }
    let rows = Array(0..<points.count)
    let plain = try values(rows, ids: { Int64($0) })
    let error = try #require(plain["dataError"])
    #expect(error > 0 && error < 0.1)
    var random = SplitMix64(seed: 3)
    #expect(try values(random.shuffled(rows), ids: { Int64(1000 - $0) }) == plain)
    // Markers of groups are others; the samples of as many points are the same for one group.
    #expect(try values(rows, ids: { Int64($0) }, isGrouped: true) == plain)
    let picture = FramePicture(of: try Clusterer(.grid()).build(points).frame(for: view))
    let samples = picture.samples(8, of: 40)
    #expect(samples.count == 8 && samples.allSatisfy { $0.count == 40 })
    #expect(Set(samples.joined()).count == 320)
    // Where there are too few points for samples apart, they share some.
    let large = picture.samples(3, of: picture.count)
    #expect(large.allSatisfy { Set($0).count == picture.count })
  }

  @Test("random places, a jittered lattice and a rotated one")
  func others() throws {
    // Golden values R4.
    let scattered = ReferenceCase.scattered
    let none = try #require(try coherence(scattered))
    #expect(none.value == 0)
    #expect(isClose(none.x.coherence, 0.007667410592584775))
    #expect(isClose(none.x.period, 12.263473053892216) && isClose(none.y.period, 20.07843137254902))
    let noOrder = try #require(try order(scattered))
    #expect(isClose(noOrder.axis4, 0.03193589899854659))
    #expect(isClose(noOrder.psi4, 0.04700783826797956))
    #expect(noOrder.edges == 140)

    let jittered = ReferenceCase.jitteredLattice
    let lattice = try #require(try coherence(jittered))
    #expect(isClose(lattice.value, 0.8887254729727285))
    #expect(isClose(lattice.x.period, 64) && isClose(lattice.y.period, 64))
    let someOrder = try #require(try order(jittered))
    #expect(isClose(someOrder.axis4, 0.9307634658144303))
    #expect(isClose(someOrder.psi4, 0.9311199267361596))
    #expect(someOrder.edges == 132)

    let rotated = ReferenceCase.rotatedLattice
    let turned = try #require(try coherence(rotated))
    #expect(turned.value == 0)
    #expect(isClose(turned.x.coherence, 0.015903384832027932))
    let turnedOrder = try #require(try order(rotated))
    #expect(isClose(turnedOrder.axis4, -0.5) && isClose(turnedOrder.psi4, 1))
  }

  @Test("moved markers stand on the same lattice", arguments: 1...5 as ClosedRange<UInt64>)
  func translation(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let centroids = ReferenceCase.cells2000.centroids
    let still = try #require(try coherence(centroids))
    let (east, south) = (random.unit() * 1e4, random.unit() * 1e4)
    let moved = try #require(try coherence(centroids.map { ($0.x + east, $0.y + south) }))
    #expect(isClose(moved.value, still.value))
    #expect(moved.x.period == still.x.period && moved.y.period == still.y.period)
  }

  @Test("coherence is within 0 and 1", arguments: 1...20 as ClosedRange<UInt64>)
  func bounds(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = 16 + random.below(40)
    let step = Double(1 + random.below(40))
    let places = (0..<count).map { _ in
      (x: Double(random.below(20)) * step, y: Double(random.below(20)) * step)
    }
    guard let lattice = try coherence(places) else { return }
    #expect((0...1 + 1e-12).contains(lattice.value))
    #expect((0...1 + 1e-12).contains(lattice.x.coherence) && (0...1 + 1e-12).contains(lattice.y.coherence))
  }

  @Test("a column of markers is no lattice")
  func column() throws {
    let lattice = try #require(try coherence((0..<40).map { (x: 300, y: Double($0) * 16) }))
    #expect(lattice.y.coherence > 0.9)
    #expect(isClose(lattice.y.period, 16))
    // Every period fits a line, so its own direction says nothing: a street of some width is none.
    var random = SplitMix64(seed: 9)
    let street = (0..<40).map { (x: 300 + random.unit() * 200, y: Double($0) * 16) }
    #expect(try #require(try coherence(street)).value < 0.25)
  }

  @Test("few markers, markers on one spot and a small view say nothing")
  func undefined() throws {
    #expect(try coherence(Array(ReferenceCase.lattice.prefix(15))) == nil)
    #expect(try coherence(Array(ReferenceCase.lattice.prefix(16))) != nil)
    #expect(try coherence(Array(repeating: (5, 5), count: 40)) == nil)
    let lattice = ReferenceCase.lattice
    #expect(try LatticeCoherence(x: lattice.map(\.x), y: lattice.map(\.y), width: 31, height: 768) == nil)
    #expect(try LatticeCoherence(x: lattice.map(\.x), y: lattice.map(\.y), width: 32, height: 768) != nil)
    #expect(try order([]) == nil)
    #expect(try order([(1, 1)]) == nil)
    #expect(try order(Array(repeating: (5, 5), count: 40)) == nil)
  }

  @Test("cell middles of a grid are a lattice, and points are not")
  func metric() throws {
    let points = try makePoints(
      zip(ReferenceCase.cells2000.x, ReferenceCase.cells2000.y).map { ($0 / 100, -$1 / 100) })
    let view = Viewport(center: Coordinate(longitude: 5, latitude: -4), zoom: 7)
    func values(_ representative: (any RepresentativeSelection)?) throws -> [MetricResult] {
      let clusterer = Clusterer(.grid(cellSize: 64), representative: representative)
      return try LatticeMetric().evaluate(MetricSubject([try clusterer.build(points).frame(for: view)]))
    }
    let centers = try values(CellCenterRepresentative())
    #expect(centers[1].value.number ?? 0 > 0.95)
    #expect(centers[0].value.number ?? 0 > 0.7)
    // Points alone in a cell are not in its middle, which may make a fraction of the pitch the best period.
    let fraction = 64 / (centers[4].value.number ?? 0)
    #expect(isClose(fraction, fraction.rounded()))
    let none = try LatticeMetric().evaluate(
      MetricSubject([try Clusterer(.none).build(points).frame(for: view)]))
    #expect(none[0].value == .number(0))
  }
}
