#if canImport(MapKit) && canImport(UIKit) && !os(watchOS)
  public import MapKit
  import Pinfold
  public import PinfoldMarkers
  import UIKit

  /// The annotation of a marker. It is the same object as long as its marker is on the map.
  public final class ClusterAnnotation: MKPointAnnotation {
    /// What it shows.
    public internal(set) var marker: ClusterMarker

    init(_ marker: ClusterMarker) {
      self.marker = marker
      super.init()
      coordinate = CLLocationCoordinate2D(marker.coordinate)
    }
  }

  /// Clusters on an `MKMapView`.
  ///
  /// It becomes the delegate of the map view; an app with a delegate of its own forwards the methods below. A
  /// tap on a cluster zooms to its points, and a tap on a point selects it, which keeps it out of clusters;
  /// see ``onTap``.
  @MainActor
  public final class MapClusters: NSObject, MKMapViewDelegate, MarkerHost {
    /// The reuse identifier of annotation views. To replace `MKMarkerAnnotationView`, register another class.
    public static let reuseIdentifier = "ClusterAnnotation"

    /// Takes points, edits, selections and strategies.
    public private(set) lazy var controller = MarkerController(host: self)

    /// Updates a view for its marker. Default: the number of points as the glyph of a marker view.
    public var configure: (MKAnnotationView, ClusterMarker) -> Void = { view, marker in
      (view as? MKMarkerAnnotationView)?.glyphText =
        marker.count > 1 ? CountLabel(.abbreviated).text(for: marker.count) : nil
    }

    /// Called at a tap on a marker, after a point is selected, and instead of zooming to a cluster. Default:
    /// nil, a tap on a cluster calls ``zoom(to:)``.
    public var onTap: ((ClusterMarker) -> Void)?

    /// Whether MapKit hides views that collide with views of a higher priority. Default: false, as counts of
    /// visible markers do not add up otherwise.
    public var hidesCollisions = false

    /// Whether clusters follow the camera while it moves. Default: false, when it stops.
    public var followsCamera = false

    private weak var mapView: MKMapView?
    private var annotations: [Int: ClusterAnnotation] = [:]
    private var animators: [UIViewPropertyAnimator] = []

    /// The flights that have not begun: MapKit makes views for new annotations later.
    private var waiting: [Int: CLLocationCoordinate2D] = [:]
    private var appearing: Set<Int> = []
    private var end = ContinuousClock.now

    /// - Parameter mapView: the map view, which is not retained.
    public init(_ mapView: MKMapView) {
      self.mapView = mapView
      super.init()
      mapView.register(
        MKMarkerAnnotationView.self, forAnnotationViewWithReuseIdentifier: Self.reuseIdentifier)
      mapView.delegate = self
    }

    /// Shows the clusters of what the map view shows.
    public func cameraDidChange() {
      guard let mapView, mapView.bounds.width > 0, mapView.visibleMapRect.size.width > 0 else { return }
      controller.show(
        Viewport(
          showing: mapView.visibleMapRect, in: mapView.bounds.size, heading: mapView.camera.heading))
    }

    /// Zooms to the points of a marker. No zoom separates those of a stack (``ClusterMarker/isStack``).
    public func zoom(to marker: ClusterMarker) {
      guard let bounds = controller.bounds(of: marker) else { return }
      let room = UIEdgeInsets(top: 60, left: 60, bottom: 60, right: 60)
      mapView?.setVisibleMapRect(MKMapRect(bounds), edgePadding: room, animated: true)
    }

    // MARK: MarkerHost

    public func apply(_ step: MarkerStep) {
      guard let mapView else { return }
      for animator in animators where animator.isRunning { animator.stopAnimation(true) }
      animators = []
      for (id, target) in waiting { annotations[id]?.coordinate = target }
      waiting = Dictionary(uniqueKeysWithValues: step.flights.map { ($0.id, CLLocationCoordinate2D($0.to)) })
      appearing = Set(step.appearing)
      end = .now + .seconds(step.seconds)
      mapView.removeAnnotations(step.removed.compactMap { annotations.removeValue(forKey: $0) })
      let added = step.added.map(ClusterAnnotation.init)
      for annotation in added { annotations[annotation.marker.id] = annotation }
      mapView.addAnnotations(added)
      for marker in step.updated {
        guard let annotation = annotations[marker.id] else { continue }
        annotation.marker = marker
        if let view = mapView.view(for: annotation) { prepare(view, marker) }
      }
      let (gone, visible) = (Set(step.disappearing), mapView.visibleMapRect)
      animate { [self] in
        for (id, annotation) in annotations {
          let view = mapView.view(for: annotation)
          if view != nil || !visible.contains(MKMapPoint(annotation.coordinate)) { fly(annotation) }
          view?.alpha = gone.contains(id) || annotation.marker.isHidden ? 0 : 1
        }
      }
    }

    private func fly(_ annotation: ClusterAnnotation) {
      guard let target = waiting.removeValue(forKey: annotation.marker.id) else { return }
      annotation.coordinate = target
    }

    /// Animates for what is left of the step.
    private func animate(_ animations: @escaping () -> Void) {
      let seconds = (end - .now) / .seconds(1)
      guard seconds > 0 else { return animations() }
      // The curve of `Easing.smooth`.
      let animator = UIViewPropertyAnimator(
        duration: seconds, controlPoint1: CGPoint(x: 1.0 / 3, y: 0), controlPoint2: CGPoint(x: 2.0 / 3, y: 1),
        animations: animations)
      animator.startAnimation()
      animators.append(animator)
    }

    private func prepare(_ view: MKAnnotationView, _ marker: ClusterMarker) {
      configure(view, marker)
      view.clusteringIdentifier = nil
      // MapKit has 0…1000 in single precision: logarithms tell small counts apart, up to some ten thousand.
      let priority = Float(marker.isSelected ? 1000 : 999 * (1 + log2(marker.priority) / 32))
      view.zPriority = MKAnnotationViewZPriority(rawValue: priority)
      view.displayPriority = hidesCollisions ? MKFeatureDisplayPriority(rawValue: priority) : .required
    }

    // MARK: MKMapViewDelegate

    public func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) { cameraDidChange() }

    public func mapViewDidChangeVisibleRegion(_ mapView: MKMapView) {
      if followsCamera { cameraDidChange() }
    }

    public func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? {
      guard let annotation = annotation as? ClusterAnnotation else { return nil }
      let view = mapView.dequeueReusableAnnotationView(
        withIdentifier: Self.reuseIdentifier, for: annotation)
      prepare(view, annotation.marker)
      view.alpha = annotation.marker.isHidden || appearing.contains(annotation.marker.id) ? 0 : 1
      return view
    }

    public func mapView(_ mapView: MKMapView, didAdd views: [MKAnnotationView]) {
      animate { [self] in
        for view in views {
          guard let annotation = view.annotation as? ClusterAnnotation else { continue }
          fly(annotation)
          view.alpha = annotation.marker.isHidden ? 0 : 1
        }
      }
    }

    public func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {
      guard let annotation = view.annotation as? ClusterAnnotation else { return }
      let marker = annotation.marker
      if let point = marker.point {
        Task { try await controller.select([point]) }
      } else {
        mapView.deselectAnnotation(annotation, animated: false)
      }
      if let onTap { onTap(marker) } else if marker.point == nil { zoom(to: marker) }
    }

    public func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) {
      guard (view.annotation as? ClusterAnnotation)?.marker.isSelected == true else { return }
      Task { try await controller.select([]) }
    }
  }
#endif
