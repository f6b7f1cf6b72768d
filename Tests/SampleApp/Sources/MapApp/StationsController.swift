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
