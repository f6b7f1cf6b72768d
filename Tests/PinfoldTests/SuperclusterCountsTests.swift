import Foundation
import Pinfold
import TestSupport
import Testing

/// Merging in the order of the input, against the counts of another implementation; the file says which.
@Suite("Counts of supercluster") struct SuperclusterCountsTests {
  /// Clusters of one set of points by one radius.
  struct Case: CustomTestStringConvertible {
    var shape: String
    var seed: UInt64
    var count: Int
    var radius: Double
    var extent: Double

    /// The number of clusters, and of points in the largest, by zoom.
    var clusters: [Int]
    var largest: [Int]

    var testDescription: String { "\(count) of \(shape), \(radius) / \(extent)" }

    init?(_ line: Substring) {
      let parts = line.split(separator: "|").map { $0.split(separator: " ") }
      guard parts.count == 3, parts[0].count == 5, let seed = UInt64(parts[0][1]),
        let count = Int(parts[0][2]), let radius = Double(parts[0][3]),
        let extent = Double(parts[0][4])
      else { return nil }
      shape = String(parts[0][0])
      (self.seed, self.count, self.radius, self.extent) = (seed, count, radius, extent)
      (clusters, largest) = (parts[1].compactMap { Int($0) }, parts[2].compactMap { Int($0) })
    }

    /// The points, as supercluster-counts.py draws them.
    var columns: PointColumns {
      var random = SplitMix64(seed: seed)
      var columns = PointColumns(longitude: [], latitude: [])
      for _ in 0..<count {
        let (longitude, latitude) = location(&random)
        columns.longitude.append(longitude)
        columns.latitude.append(latitude)
      }
      return columns
    }

    private func location(_ random: inout SplitMix64) -> (longitude: Double, latitude: Double) {
      switch shape {
      case "uniform": return (random.unit() * 360 - 180, random.unit() * 160 - 80)
      case "heaps":
        let side = 45 / Double(1 << Int(random.unit() * 8))
        return (10 + random.unit() * side, 5 + random.unit() * side)
      case "dateLine":
        let longitude = 170 + random.unit() * 20
        return (longitude >= 180 ? longitude - 360 : longitude, random.unit() * 40 - 20)
      default:
        let longitude = (random.unit() * 90).rounded(.down) * 4 - 180
        return (longitude, (random.unit() * 40).rounded(.down) * 4 - 80)
      }
    }
  }

  private static let cases: [Case] = {
    let file = Folders.package.appending(path: "Tests/Golden/supercluster-counts.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(Case.init)
  }()

  @Test("there are 816: 16 sets of points, 3 radii, 17 zooms")
  func complete() {
    #expect(Self.cases.reduce(0) { $0 + $1.clusters.count } == 816)
    #expect(Self.cases.allSatisfy { $0.clusters.count == 17 && $0.largest.count == 17 })
  }

  @Test("are those of radius(order=input), and so are the largest clusters", arguments: cases)
  func counts(of golden: Case) throws {
    let strategy = RadiusStrategy.radius(golden.radius, extent: golden.extent, order: .input)
    let map = try Clusterer(strategy).build(try PointSet(golden.columns))
    for zoom in 0...16 {
      var world = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: Double(zoom))
      (world.width, world.height) = (world.worldWidth, world.worldWidth)
      let frame = try map.frame(for: world)
      #expect(frame.count == golden.clusters[zoom], "zoom \(zoom)")
      #expect(
        (0..<frame.count).map(frame.memberCount).max() == golden.largest[zoom], "zoom \(zoom)")
    }
  }
}
