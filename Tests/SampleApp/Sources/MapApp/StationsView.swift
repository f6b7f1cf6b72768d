import MapKit
import MapKitCheck
import Pinfold
import PinfoldMarkers
import SwiftUI

// snippet
struct StationsView: View {
  let points: PointSet
  @State private var clusters = ClusterModel()

  var body: some View {
    ClusteredMap(clusters) { marker in Text("\(marker.count)") }
      .task { try? await clusters.controller.cluster(points, by: Clusterer(.radius())) }
  }
}
// end
