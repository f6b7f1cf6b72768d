import Foundation
import Pinfold
import TestSupport
import Testing

/// Whole frames, so that a change of any bit is seen. A change that is meant is recorded with
/// `RECORD_SNAPSHOTS=1`.
@Suite struct FrameSnapshotTests {
  @Test("frames of generated towns never change", arguments: ["grid", "none", "quadtree"])
  func towns(name: String) throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 60).decorated(seed: 71))
    let strategy = try Registry.builtIn.find(name, kind: .strategy)()
    let viewport = Viewport(center: Coordinate(longitude: 150, latitude: 10), zoom: 2)
    let frame = try Clusterer(strategy).build(points).frame(for: viewport)
    #expect(try Snapshot.difference(of: frame.lines, from: "frame-towns-\(name).txt") == nil)
  }

  @Test(
    "frames of the world's places never change",
    .enabled(if: Folders.data != nil, "\(Folders.dataIsMissing)"),
    arguments: ["grid", "quadtree"])
  func places(name: String) throws {
    let points = try PointSet(places())
    #expect(points.count == 162)
    let strategy = try Registry.builtIn.find(name, kind: .strategy)()
    let viewport = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1)
    let frame = try Clusterer(strategy).build(points).frame(for: viewport)
    #expect(frame.memberLists.joined().count == 162)
    #expect(try Snapshot.difference(of: frame.lines, from: "frame-places-\(name).txt") == nil)
  }

  /// Natural Earth's places; the last one has no geometry.
  private func places() throws -> PointColumns {
    struct Collection: Decodable {
      struct Feature: Decodable { let geometry: Geometry? }
      struct Geometry: Decodable { let coordinates: [Double] }
      let features: [Feature]
    }
    let file = try #require(Folders.data).appending(path: "supercluster/places.json")
    let collection = try JSONDecoder().decode(Collection.self, from: Data(contentsOf: file))
    let coordinates = collection.features.compactMap { $0.geometry?.coordinates }
    return PointColumns(longitude: coordinates.map { $0[0] }, latitude: coordinates.map { $0[1] })
  }
}
