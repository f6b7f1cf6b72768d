// The declarations of MapKit and CoreLocation that PinfoldMapKit and its examples use, as Apple documents
// them. They do just enough to run `MapApp`. Nothing checks what Objective-C asks of these classes.

@_exported import Foundation
public import UIKit

public struct CLLocationCoordinate2D: Sendable {
  public var latitude: Double
  public var longitude: Double
  public init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }
}

public struct MKMapPoint: Sendable {
  public var x: Double
  public var y: Double
  public init(_ coordinate: CLLocationCoordinate2D) {
    let sine = sin(coordinate.latitude * .pi / 180)
    x = (coordinate.longitude / 360 + 0.5) * MKMapSize.world.width
    y = (0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)) * MKMapSize.world.height
  }
  fileprivate init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

public struct MKMapSize: Sendable {
  public static var world: MKMapSize { MKMapSize(width: 268_435_456, height: 268_435_456) }
  public var width: Double
  public var height: Double
}

public struct MKMapRect: Sendable {
  public var origin: MKMapPoint
  public var size: MKMapSize
  public init(x: Double, y: Double, width: Double, height: Double) {
    origin = MKMapPoint(x: x, y: y)
    size = MKMapSize(width: width, height: height)
  }
  public func contains(_ point: MKMapPoint) -> Bool {
    (origin.x...origin.x + size.width).contains(point.x)
      && (origin.y...origin.y + size.height).contains(point.y)
  }
}

public protocol MKAnnotation: NSObjectProtocol {
  var coordinate: CLLocationCoordinate2D { get }
}

open class MKShape: NSObject {}

open class MKPointAnnotation: MKShape, MKAnnotation {
  open var coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
}

public struct MKFeatureDisplayPriority: RawRepresentable, Hashable, Sendable {
  public var rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public static var required: MKFeatureDisplayPriority { MKFeatureDisplayPriority(rawValue: 1000) }
}

public struct MKAnnotationViewZPriority: RawRepresentable, Hashable, Sendable {
  public var rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
}

@MainActor open class MKAnnotationView: UIView {
  open var annotation: (any MKAnnotation)?
  open var clusteringIdentifier: String?
  open var displayPriority = MKFeatureDisplayPriority.required
  open var zPriority = MKAnnotationViewZPriority(rawValue: 500)
}

@MainActor open class MKMarkerAnnotationView: MKAnnotationView {
  open var glyphText: String?
  open var markerTintColor: UIColor?
}

@MainActor open class MKMapCamera: NSObject {
  open var heading = 0.0
}

@MainActor open class MKMapView: UIView {
  open weak var delegate: (any MKMapViewDelegate)?
  open var visibleMapRect = MKMapRect(x: 0, y: 0, width: 0, height: 0)
  open var camera = MKMapCamera()
  open private(set) var annotations: [any MKAnnotation] = []
  private var views: [ObjectIdentifier: MKAnnotationView] = [:]

  open func setVisibleMapRect(
    _ mapRect: MKMapRect, edgePadding insets: UIEdgeInsets, animated animate: Bool
  ) {
    visibleMapRect = mapRect
    delegate?.mapView(self, regionDidChangeAnimated: animate)
  }

  /// As with MapKit, views are made later.
  open func addAnnotations(_ annotations: [any MKAnnotation]) {
    self.annotations += annotations
    Task { makeViews() }
  }

  private func makeViews() {
    var made: [MKAnnotationView] = []
    for annotation in annotations where views[ObjectIdentifier(annotation)] == nil {
      guard visibleMapRect.contains(MKMapPoint(annotation.coordinate)) else { continue }
      guard let view = delegate?.mapView(self, viewFor: annotation) else { continue }
      views[ObjectIdentifier(annotation)] = view
      made.append(view)
    }
    delegate?.mapView(self, didAdd: made)
  }

  open func removeAnnotations(_ annotations: [any MKAnnotation]) {
    self.annotations.removeAll { one in annotations.contains { $0 === one } }
    for annotation in annotations { views[ObjectIdentifier(annotation)] = nil }
  }
  open func view(for annotation: any MKAnnotation) -> MKAnnotationView? {
    views[ObjectIdentifier(annotation)]
  }
  open func register(_ viewClass: AnyClass?, forAnnotationViewWithReuseIdentifier identifier: String) {}
  open func dequeueReusableAnnotationView(
    withIdentifier identifier: String, for annotation: any MKAnnotation
  ) -> MKAnnotationView {
    let view = MKMarkerAnnotationView()
    view.annotation = annotation
    return view
  }
  open func deselectAnnotation(_ annotation: (any MKAnnotation)?, animated: Bool) {}
}

/// Optional methods are those of the extension.
@MainActor public protocol MKMapViewDelegate: NSObjectProtocol {
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
  func mapViewDidChangeVisibleRegion(_ mapView: MKMapView)
  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView?
  func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView])
  func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView)
  func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView)
}

extension MKMapViewDelegate {
  public func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {}
  public func mapViewDidChangeVisibleRegion(_ mapView: MKMapView) {}
  public func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? {
    nil
  }
  public func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView]) {}
  public func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {}
  public func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) {}
}
