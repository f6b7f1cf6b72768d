import Foundation
import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

@Suite("What kind of data a point set is")
struct DescriptorTests {
  @Test("a square lattice is as regular as Clark and Evans say, and random and clumped points are told apart")
  func kinds() throws {
    func describe(_ points: [(Double, Double)]) throws -> PointDescriptors {
      let columns = PointColumns(longitude: points.map(\.0), latitude: points.map(\.1))
      let plane = PlanarExtent(enclosing: columns.longitude, columns.latitude)
      return try PointDescriptors(of: try PointSet(columns, projection: .planar(plane)))
    }
    let lattice = try describe((0..<400).map { (Double($0 % 20), Double($0 / 20)) })
    // Distances of 1 among 400 points in 19 × 19: 1 / (0.5 · √(361 / 400)).
    #expect(isClose(lattice.clarkEvans, 2 / (361.0 / 400).squareRoot(), within: 1e-6))
    #expect(lattice.coincidentShare == 0)
    #expect(try #require(lattice.hopkins) < 0.4)
    var random = SplitMix64(seed: 5)
    let chance = try describe((0..<2000).map { _ in (random.unit(), random.unit()) })
    #expect(abs(try #require(chance.clarkEvans) - 1) < 0.05)
    #expect(abs(try #require(chance.hopkins) - 0.5) < 0.05)
    let clumps = try describe(
      (0..<2000).map { (Double($0 % 5) + random.unit() * 0.01, Double($0 % 3) + random.unit() * 0.01) })
    #expect(try #require(clumps.clarkEvans) < 0.1)
    #expect(try #require(clumps.hopkins) > 0.95)
    let stacks = try describe([(0, 0), (0, 0), (1, 1), (3, 2)])
    #expect(stacks.coincidentShare == 0.5)
    let one = try describe([(4, 4), (4, 4)])
    #expect(one.clarkEvans == nil && one.hopkins == nil && one.coincidentShare == 1)
    #expect(try describe([]).count == 0)
  }

  @Test("Clark and Evans's index and Hopkins's statistic are those of R's spatstat")
  func spatstat() throws {
    let file = Folders.package.appending(path: "Tests/Fixtures/spatstat.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
    var rest = lines[...]
    var patterns = 0
    while let head = rest.popFirst() {
      let count = try #require(Int(head[1]))
      let places = try rest.prefix(2 * count).map { line in
        (x: try #require(Double(line[0])), y: try #require(Double(line[1])))
      }
      rest = rest.dropFirst(2 * count)
      // The points come first, then as many positions, on one plane.
      let plane = PlanarExtent(enclosing: places.map(\.x), places.map(\.y))
      func points(_ places: some Collection<(x: Double, y: Double)>) throws -> PointSet {
        try PointSet(
          PointColumns(longitude: places.map(\.x), latitude: places.map(\.y)), projection: .planar(plane))
      }
      let drawn = try points(places[count...])
      var next = 0
      let descriptors = try PointDescriptors(of: try points(places[..<count])) {
        defer { next += 1 }
        return (Double(drawn.x[next]), Double(drawn.y[next]))
      }
      #expect(next == count)
      #expect(isClose(descriptors.clarkEvans, try #require(Double(head[2])), within: 1e-6))
      // spatstat's ratio of the points' distances to the positions' as a share.
      #expect(isClose(descriptors.hopkins, 1 / (1 + (try #require(Double(head[3])))), within: 1e-6))
      patterns += 1
    }
    #expect(patterns == 3)
  }
}
