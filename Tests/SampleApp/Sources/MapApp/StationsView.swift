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

// snippet
struct StationPicker: View {
  let points: PointSet
  let names: [PointID: String]
  @State private var clusters = ClusterModel()
  @State private var position = MapCameraPosition.automatic
  @State private var stack: [PointID] = []

  var body: some View {
    VStack {
      ClusteredMap(clusters, position: $position, onTap: tap) { marker in
        Text(marker.point.flatMap { names[$0] } ?? "\(marker.count)")
          .foregroundColor(marker.isSelected ? .red : .primary)
      }
      Text(clusters.selection.flatMap { names[$0] } ?? "Tap a station")
      Text(stack.compactMap { names[$0] }.joined(separator: ", "))
    }
    .task { try? await clusters.controller.cluster(points, by: Clusterer(.radius())) }
  }

  private func tap(_ marker: ClusterMarker) {
    stack = []
    if marker.point != nil { return }
    if marker.isStack {
      stack = clusters.controller.points(of: marker, limit: 100)
    } else if let target = clusters.position(showing: marker) {
      withAnimation { position = target }
    }
  }
}
// end

// snippet
struct StationsMap: View {
  let clusters: ClusterModel
  @State private var position = MapCameraPosition.automatic
  @State private var tapped: ClusterMarker.ID?
  @State private var size = CGSize.zero

  var body: some View {
    Map(position: $position, selection: $tapped) {
      ClusterContent(clusters) { marker in Text("\(marker.count)") }
    }
    .onGeometryChange(for: CGSize.self, of: { $0.size }, action: { size = $0 })
    .onMapCameraChange { clusters.cameraDidChange($0, in: size) }
    .onChange(of: tapped) { clusters.selection = clusters.markers.first { $0.id == tapped }?.point }
  }
}
// end
