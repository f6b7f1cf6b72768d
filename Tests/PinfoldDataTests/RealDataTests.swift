import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

@Suite("Real data", .enabled(if: Folders.data != nil, "\(Folders.dataIsMissing)"))
struct RealDataTests {
  struct Expectation: CustomTestStringConvertible {
    var file: String
    var rows: Int
    var usable: Int
    var distinct: Int
    var most: Int
    var beyondMercator: Int
    var format: DataFormat = .delimited

    var testDescription: String { file }
  }

  static let expectations = [
    Expectation(
      file: "supercluster/places.json", rows: 163, usable: 162, distinct: 162, most: 1, beyondMercator: 0,
      format: .geoJSON),
    Expectation(
      file: "eu-stations-2016.csv.gz", rows: 26_626, usable: 24_403, distinct: 24_170, most: 7,
      beyondMercator: 0),
    Expectation(
      file: "world-cities.geojsonl.gz", rows: 155_210, usable: 155_210, distinct: 155_173, most: 3,
      beyondMercator: 0,
      format: .geoJSONSequence),
    Expectation(
      file: "nyc-uber-pickups-weighted.csv.gz", rows: 100_000, usable: 100_000, distinct: 100_000, most: 1,
      beyondMercator: 0),
    Expectation(
      file: "nyc-uber-pickups-expanded.csv.gz", rows: 315_055, usable: 315_055, distinct: 100_000, most: 15,
      beyondMercator: 0),
    // One longitude of 354.47 among western ones.
    Expectation(
      file: "meteorites.csv", rows: 45_716, usable: 38_400, distinct: 17_099, most: 6214, beyondMercator: 1423
    ),
    Expectation(
      file: "us-power-plants.csv", rows: 11_879, usable: 11_846, distinct: 11_664, most: 7, beyondMercator: 1),
    Expectation(
      file: "earthquakes-week.geojson", rows: 1707, usable: 1707, distinct: 1706, most: 2, beyondMercator: 0,
      format: .geoJSON),
    Expectation(
      file: "earthquakes-week.geojsons", rows: 1707, usable: 1707, distinct: 1706, most: 2, beyondMercator: 0,
      format: .geoJSONSequence),
    // Longitudes up to 188.13, all of which wrap.
    Expectation(file: "fiji-quakes.csv", rows: 1000, usable: 1000, distinct: 998, most: 2, beyondMercator: 0),
    Expectation(
      file: "radio-stations.tsv", rows: 25_653, usable: 25_653, distinct: 20_347, most: 15, beyondMercator: 0),
    Expectation(
      file: "radio-stations.gpkg", rows: 25_653, usable: 25_653, distinct: 20_347, most: 15,
      beyondMercator: 0,
      format: .geoPackage),
    Expectation(
      file: "world-cities-15000.fgb", rows: 30_074, usable: 30_074, distinct: 30_070, most: 2,
      beyondMercator: 0,
      format: .flatGeobuf),
    Expectation(
      file: "openflights-airports-extended.fgb", rows: 12_668, usable: 12_668, distinct: 12_547, most: 6,
      beyondMercator: 3, format: .flatGeobuf),
    Expectation(
      file: "openflights-airports-extended.dat", rows: 12_668, usable: 12_668, distinct: 12_547, most: 6,
      beyondMercator: 3),
    Expectation(
      file: "nz-addresses-50000.json", rows: 50_000, usable: 50_000, distinct: 50_000, most: 1,
      beyondMercator: 0,
      format: .json),
  ]

  private func load(_ file: String, _ options: ReadOptions = ReadOptions()) throws -> PointData {
    try PointReader.read(path: try #require(Folders.data).appending(path: file).path, options: options)
  }

  @Test("is counted as documented", arguments: expectations)
  func counts(_ expected: Expectation) throws {
    let report = try load(expected.file, ReadOptions(countsRepeats: true)).report
    #expect(report.rows == expected.rows)
    #expect(report.usable == expected.usable)
    #expect(report.unusable.reduce(0) { $0 + $1.count } == expected.rows - expected.usable)
    #expect(report.repeats?.distinct == expected.distinct)
    #expect(report.repeats?.most == expected.most)
    #expect(report.extent.beyondMercator == expected.beyondMercator)
    #expect(report.format == expected.format)
  }

  @Test("of 1.7 million postcodes is counted as documented")
  func postcodes() throws {
    let report = try load("gb-postcodes-2014.csv.gz").report
    #expect(report.rows == 1_684_769)
    #expect(report.usable == 1_684_685)
    #expect(report.unusable.map(\.reason) == [.missingCoordinates])
  }

  @Test("is the same from a feature collection and from a sequence")
  func earthquakes() throws {
    let one = try load("earthquakes-week.geojson", ReadOptions(attributes: .all)).columns
    let other = try load("earthquakes-week.geojsons", ReadOptions(attributes: .all)).columns
    #expect(one.longitude == other.longitude && one.latitude == other.latitude && one.ids == other.ids)
    #expect(one.attributes.count == 26)
    guard
      case .texts(let ids) = one.ids.map({
        PointIDs.texts((0..<$0.count).map { i in one.ids![i].description })
      })
    else { throw TestFailure() }
    #expect(ids.count == 1707)
  }

  @Test("counts reasons as documented")
  func reasons() throws {
    func reasons(_ file: String) throws -> [UnusableReason: Int] {
      Dictionary(uniqueKeysWithValues: try load(file).report.unusable.map { ($0.reason, $0.count) })
    }
    #expect(try reasons("meteorites.csv") == [.missingCoordinates: 7315, .longitudeOutOfRange: 1])
    #expect(try reasons("us-power-plants.csv") == [.missingCoordinates: 32, .latitudeOutOfRange: 1])
    #expect(try reasons("eu-stations-2016.csv.gz") == [.missingCoordinates: 2223])
    #expect(try reasons("supercluster/places.json") == [.missingCoordinates: 1])
  }

  @Test("reads airports without names by number or by guess")
  func airports() throws {
    let guessed = try load("openflights-airports-extended.dat")
    let named = try load(
      "openflights-airports-extended.dat", ReadOptions(longitude: "8", latitude: "7", id: "1", header: false))
    #expect(guessed.columns.longitude == named.columns.longitude)
    #expect(named.columns.ids.map { $0[0] } == .integer(1))
    #expect(named.columns.latitude.max() == 90)
  }

  @Test("carries weights, ids and attributes")
  func columns() throws {
    let pickups = try load("nyc-uber-pickups-weighted.csv.gz", ReadOptions(weight: "pickups"))
    #expect(pickups.columns.weight?.reduce(0, +) == 315_055)
    let stations = try load(
      "eu-stations-2016.csv.gz", ReadOptions(group: "country", attributes: .named(["name"])))
    guard case .integers(let ids) = stations.columns.ids else { throw TestFailure() }
    #expect(ids[0] == 1)
    guard case .texts(let names) = stations.columns.attributes[0].values else { throw TestFailure() }
    #expect(names[0] == "Château-Arnoux—St-Auban")
    #expect(stations.columns.groupNames.contains("FR"))
  }

  @Test("rows with weights have the clusters of k-means that as many rows each have")
  func weightedRows() throws {
    func markers(_ file: String, _ options: ReadOptions = ReadOptions()) throws -> Set<String> {
      let points = try PointSet(load(file, options).columns)
      let map = try Clusterer(KMeansStrategy(k: 40, scope: .world)).build(points)
      let frame = try map.frame(for: .world(atZoom: 4, of: points.projection))
      return Set((0..<frame.count).map { "\(frame.positions[$0]) \(frame.weights[$0])" })
    }
    let weighted = try markers("nyc-uber-pickups-weighted.csv.gz", ReadOptions(weight: "pickups"))
    #expect(try weighted.count == 40 && weighted == markers("nyc-uber-pickups-expanded.csv.gz"))
  }
}
