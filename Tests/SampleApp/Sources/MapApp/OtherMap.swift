import Pinfold
import PinfoldMarkers

/// A map SDK with marker objects, as there are several.
@MainActor
final class OtherMapView {
  func camera() -> (center: Coordinate, zoom: Double, width: Double, height: Double) { fatalError() }
  func animate(seconds: Double, _ body: () -> Void) {}
}

@MainActor
final class OtherMarker {
  init(at position: Coordinate, on map: OtherMapView) {}
  var position = Coordinate(longitude: 0, latitude: 0)
  var text = ""
  var opacity = 1.0
  var zIndex = 0.0
  func remove() {}
}

// snippet
final class OtherMapClusters: MarkerHost {
  let map: OtherMapView
  var pins: [Int: OtherMarker] = [:]
  lazy var controller = MarkerController(host: self)

  init(_ map: OtherMapView) { self.map = map }

  func cameraDidChange() {
    let (center, zoom, width, height) = map.camera()
    controller.show(Viewport(center: center, zoom: zoom, width: width, height: height, margin: 0.25))
  }

  func apply(_ step: MarkerStep) {
    for id in step.removed { pins.removeValue(forKey: id)?.remove() }
    for marker in step.added { pins[marker.id] = OtherMarker(at: marker.coordinate, on: map) }
    for marker in step.added + step.updated {
      pins[marker.id]?.text = marker.count > 1 ? "\(marker.count)" : ""
      pins[marker.id]?.zIndex = marker.priority
    }
    for id in step.appearing { pins[id]?.opacity = 0 }
    map.animate(seconds: step.seconds) {
      for flight in step.flights { pins[flight.id]?.position = flight.to }
      for (id, pin) in pins { pin.opacity = step.disappearing.contains(id) ? 0 : 1 }
    }
  }
}
// end
