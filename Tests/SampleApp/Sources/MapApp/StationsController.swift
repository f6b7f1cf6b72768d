import MapKit
import MapKitCheck
import Pinfold
import PinfoldMarkers
import UIKit

// What stands between `snippet` and `end` is in the article PinfoldMapKit.md, word for word.

// snippet
final class StationsController: UIViewController {
  let mapView = MKMapView()
  lazy var clusters = MapClusters(mapView)

  override func viewDidLoad() {
    super.viewDidLoad()
    view = mapView
    Task {
      let points = try PointSet(PointColumns(longitude: [2.3553, 2.3590], latitude: [48.8809, 48.8768]))
      try await clusters.controller.cluster(points, by: Clusterer(.radius()))
      clusters.cameraDidChange()
    }
  }
}
// end

@MainActor
func changes(_ clusters: MapClusters, id: PointID, place: Coordinate) async throws {
  // snippet
  try await clusters.controller.edit { try $0.move(id, to: place) }
  try await clusters.controller.cluster(by: Clusterer(.grid(cellSize: 60)))
  try await clusters.controller.select([id])
  clusters.controller.options.spread = SpreadLayout()
  // end
}

@MainActor
func looks(_ clusters: MapClusters, names: [PointID: String]) {
  // snippet
  clusters.configure = { view, marker in
    guard let view = view as? MKMarkerAnnotationView else { return }
    view.glyphText = marker.count > 1 ? "\(marker.count)" : nil
    view.markerTintColor = marker.isSelected ? .systemRed : .systemBlue
    view.accessibilityLabel = marker.point.flatMap { names[$0] } ?? "\(marker.count) stations"
  }
  // end
}

// snippet
final class CountView: MKAnnotationView {
  private let label = UILabel()

  func show(_ marker: ClusterMarker) {
    let side = marker.count > 1 ? 36.0 : 20
    bounds = CGRect(x: 0, y: 0, width: side, height: side)
    backgroundColor = marker.isSelected ? .systemRed : .systemBlue
    label.text = marker.count > 1 ? "\(marker.count)" : nil
    label.frame = bounds
    if label.superview == nil { addSubview(label) }
  }
}
// end

@MainActor
func looks(_ clusters: MapClusters, on mapView: MKMapView) {
  // snippet
  mapView.register(CountView.self, forAnnotationViewWithReuseIdentifier: MapClusters.reuseIdentifier)
  clusters.configure = { view, marker in (view as? CountView)?.show(marker) }
  // end
}

extension StationsController {
  func showDetails(of station: PointID) {}
  func showList(of stations: [PointID]) {}

  func listen() {
    // snippet
    clusters.onTap = { [weak self] marker in
      guard let self else { return }
      if let station = marker.point {
        showDetails(of: station)
      } else if marker.isStack {
        showList(of: clusters.controller.points(of: marker, limit: 100))
      } else {
        clusters.zoom(to: marker)
      }
    }
    // end
  }
}
