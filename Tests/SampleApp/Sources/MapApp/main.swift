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

/// Waits for what animations and threads bring about, however slow the machine.
@MainActor func until(_ what: String, _ isTrue: () -> Bool) async {
  for _ in 0..<1000 where !isTrue() { try? await Task.sleep(for: .milliseconds(10)) }
  precondition(isTrue(), what)
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
  func annotations() -> [ClusterAnnotation] { map.annotations.compactMap { $0 as? ClusterAnnotation } }
  await until("MKMapView") {
    shown(annotations().map { ($0.marker, $0.coordinate.latitude) }) == expected.sorted()
  }
  await until("SwiftUI") {
    shown(model.markers.map { ($0, $0.coordinate.latitude) }) == expected.sorted() && model.opacities.isEmpty
  }
  await until("opacity") { annotations().allSatisfy { map.view(for: $0)?.alpha ?? 1 == 1 } }
  await until("views are made for what is on the screen") {
    annotations().contains { map.view(for: $0)?.annotation === $0 }
  }
}

// Taps on what is shown, and selections.
@MainActor func onScreen(_ isWanted: (ClusterMarker) -> Bool) -> ClusterAnnotation? {
  map.annotations.lazy.compactMap { $0 as? ClusterAnnotation }
    .first { isWanted($0.marker) && map.view(for: $0) != nil }
}
@MainActor func tap(_ annotation: ClusterAnnotation) {
  clusters.mapView(map, didSelect: map.view(for: annotation)!)
}
@MainActor func width() -> Double { map.visibleMapRect.size.width }
map.setVisibleMapRect(
  MKMapRect(CoordinateBounds(west: 10, south: 30, east: 20, north: 40)),
  edgePadding: UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0), animated: false)
model.cameraDidChange(MapCameraUpdateContext(showing: map.visibleMapRect), in: map.bounds.size)
let shownIDs = Set(
  try Clusterer(.radius()).build(points)
    .frame(for: Viewport(showing: map.visibleMapRect, in: map.bounds.size, heading: 0)).ids)
await until("the clusters of the view") {
  Set(map.annotations.map { ($0 as? ClusterAnnotation)?.marker.cluster }) == shownIDs
    && Set(model.markers.map(\.cluster)) == shownIDs
    && onScreen { $0.count > 1 } != nil && onScreen { $0.point != nil } != nil
}
var tapped: [ClusterMarker] = []
clusters.onTap = { tapped.append($0) }
let cluster = onScreen { $0.count > 1 }!
let before = width()
tap(cluster)
precondition(tapped == [cluster.marker] && width() == before, "'onTap' replaces zooming")
precondition(
  Set(clusters.controller.points(of: cluster.marker)).count == cluster.marker.count
    && clusters.controller.points(of: cluster.marker, limit: 1).count == 1, "the points of a cluster")
let single = onScreen { $0.point != nil }!
tap(single)
precondition(tapped.last == single.marker, "'onTap' is called for points too")
await until("a tap selects") { single.marker.isSelected }
clusters.onTap = nil
tap(cluster)
precondition(width() < before, "a tap on a cluster zooms")

let point = model.markers.lazy.compactMap { $0.point }.first!
model.selection = point
await until("a selection of SwiftUI") { model.markers.contains { $0.isSelected && $0.point == point } }
model.selection = nil
await until("none") { !model.markers.contains { $0.isSelected } }
var failure: (any Error)?
model.controller.onError = { failure = $0 }
model.selection = .text("nowhere")
await until("the error of an unknown id") { failure != nil }
precondition(model.markers.allSatisfy { model.position(showing: $0) != nil }, "the camera of a marker")
print("MapApp: annotations are the clusters of every view, and taps select and zoom")
