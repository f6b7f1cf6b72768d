import Foundation
import Pinfold
import PinfoldData
import PinfoldEvaluation
import TestSupport
import Testing

@Suite("Real data is conserved", .enabled(if: Folders.data != nil, "\(Folders.dataIsMissing)"))
struct RealDataConservationTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var file: String
    var usable: Int
    var zooms: [Int]

    var testDescription: String { file }
  }

  /// The usable rows were counted by other means; large files are looked at in fewer zooms.
  static let samples = [
    Sample(file: "supercluster/places.json", usable: 162, zooms: Array(0...16)),
    Sample(file: "eu-stations-2016.csv.gz", usable: 24_403, zooms: [0, 3, 6, 9, 12, 16]),
    Sample(file: "world-cities.geojsonl.gz", usable: 155_210, zooms: [0, 8, 16]),
    Sample(file: "nyc-uber-pickups-weighted.csv.gz", usable: 100_000, zooms: [0, 12, 16]),
    Sample(file: "nyc-uber-pickups-expanded.csv.gz", usable: 315_055, zooms: [0, 14]),
    Sample(file: "meteorites.csv", usable: 38_400, zooms: [0, 3, 6, 9, 12, 16]),
    Sample(file: "us-power-plants.csv", usable: 11_846, zooms: [0, 3, 6, 9, 12, 16]),
    Sample(file: "earthquakes-week.geojson", usable: 1_707, zooms: Array(0...16)),
    Sample(file: "earthquakes-week.geojsons", usable: 1_707, zooms: Array(0...16)),
    Sample(file: "fiji-quakes.csv", usable: 1_000, zooms: Array(0...16)),
    Sample(file: "radio-stations.tsv", usable: 25_653, zooms: [0, 3, 6, 9, 12, 16]),
    Sample(file: "openflights-airports-extended.dat", usable: 12_668, zooms: [0, 3, 6, 9, 12, 16]),
    Sample(file: "nz-addresses-50000.json", usable: 50_000, zooms: [0, 4, 8, 12, 16]),
    Sample(file: "gb-postcodes-2014.csv.gz", usable: 1_684_685, zooms: [9]),
  ]

  /// The most points on which a strategy is built here: agglomeration is slow.
  private func most(for strategy: String) -> Int {
    switch strategy {
    case "pairwise": 2_000
    case "radius", "separate": 60_000
    default: .max
    }
  }

  @Test("every strategy shows every usable point once, at every zoom", arguments: samples)
  func conservation(sample: Sample) throws {
    let path = try #require(Folders.data).appending(path: sample.file).path
    let points = try PointSet(PointReader.read(path: path).columns)
    #expect(points.count == sample.usable)
    for registration in Registry.builtIn.all(.strategy) where sample.usable <= most(for: registration.name) {
      let map = try Clusterer(registration()).build(points)
      // The answer of k-means is the same at every zoom of a view that holds all points.
      let zooms = registration.name == "kmeans" ? Array(sample.zooms.prefix(1)) : sample.zooms
      for zoom in zooms {
        let frame = try map.frame(for: .world(atZoom: zoom))
        let gate = Conservation(of: frame)
        #expect(gate.passes, "\(registration.name) at zoom \(zoom): \(gate)")
        #expect((0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) } == sample.usable)
      }
    }
  }
}

extension Viewport {
  /// A view that holds the whole world.
  fileprivate static func world(atZoom zoom: Int) -> Viewport {
    var view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: Double(zoom))
    (view.width, view.height) = (view.worldWidth, view.worldWidth)
    return view
  }
}
