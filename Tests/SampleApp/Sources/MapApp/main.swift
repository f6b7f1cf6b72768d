import MapKit
import MapKitCheck
import Pinfold
import PinfoldMarkers
import UIKit

// Runs the adapters on maps that do just enough, through a walk of the camera.
var state: UInt64 = 1
@MainActor func random(below bound: Int) -> Int {
  state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  return Int(state >> 33) % bound
}
let columns = PointColumns(
  longitude: (0..<500).map { _ in Double(random(below: 40_000)) / 1000 },
  latitude: (0..<500).map { _ in Double(random(below: 40_000)) / 1000 + 20 })
let points = try PointSet(columns)
let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
let clusters = MapClusters(map)
clusters.controller.options.duration = 0.02
let model = ClusterModel()
model.controller.options.duration = 0.02
try await clusters.controller.cluster(points, by: Clusterer(.radius()))
try await model.controller.cluster(points, by: Clusterer(.radius()))

/// The points of each cluster that a map shows, where it stands.
func shown(_ markers: [(marker: ClusterMarker, latitude: Double)]) -> [String] {
  markers.map { "\($0.marker.cluster?.description ?? "") \($0.marker.count) \(Int($0.latitude * 1000))" }
    .sorted()
}

for round in 0..<60 {
  let size = MKMapSize.world.width / Double(4 << random(below: 5))
  let corner = MKMapPoint(
    CLLocationCoordinate2D(latitude: 60, longitude: Double(random(below: 40)) - size / 2_000_000))
  let rect = MKMapRect(x: corner.x, y: corner.y, width: size, height: 2 * size)
  map.setVisibleMapRect(
    rect, edgePadding: UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0), animated: false)
  model.cameraDidChange(MapCameraUpdateContext(showing: rect), in: map.bounds.size)
  try await Task.sleep(for: .milliseconds([60, 3, 12][round % 3]))
  guard round % 3 == 0 else { continue }
  let frame = try Clusterer(.radius()).build(points).frame(
    for: Viewport(showing: rect, in: map.bounds.size, heading: 0))
  let expected = (0..<frame.count).map {
    "\(frame.ids[$0]) \(frame.memberCount(of: $0)) \(Int(frame.coordinate(of: $0).latitude * 1000))"
  }
  let annotations = map.annotations.compactMap { $0 as? ClusterAnnotation }
  precondition(
    shown(annotations.map { ($0.marker, $0.coordinate.latitude) }) == expected.sorted(), "MKMapView")
  precondition(shown(model.markers.map { ($0, $0.coordinate.latitude) }) == expected.sorted(), "SwiftUI")
  precondition(
    model.opacities.isEmpty && annotations.allSatisfy { map.view(for: $0)?.alpha ?? 1 == 1 }, "opacity")
  precondition(
    annotations.contains { map.view(for: $0)?.annotation === $0 }, "views are made for what is on the screen")
}
print("MapApp: annotations are the clusters of every view")
