#if canImport(MapKit) && canImport(SwiftUI)
  public import MapKit
  public import Observation
  public import Pinfold
  public import PinfoldMarkers
  public import SwiftUI

  /// The clusters of a SwiftUI map.
  @MainActor
  @Observable
  public final class ClusterModel: MarkerHost {
    /// The markers on the map, the most important last, so that it is drawn over others.
    public private(set) var markers: [ClusterMarker] = []

    /// The opacity of markers that fade, 0…1; all others have 1.
    public private(set) var opacities: [Int: Double] = [:]

    /// Takes points, edits, selections and strategies.
    @ObservationIgnored public private(set) lazy var controller = MarkerController(host: self)

    /// The selected point, which stays out of clusters; nil for none. A tap on a point of a ``ClusteredMap``
    /// selects it, and a tap elsewhere none. The error of an id that no point has goes to the controller's
    /// `onError`.
    public var selection: PointID? {
      didSet {
        guard selection != oldValue else { return }
        let ids = selection.map { [$0] } ?? []
        Task { do { try await controller.select(ids) } catch { controller.onError?(error) } }
      }
    }

    /// The step whose animations have not begun.
    @ObservationIgnored private var waiting: MarkerStep?

    /// Creates a map without points.
    public init() {}

    /// Shows the clusters of what the camera shows.
    ///
    /// - Parameters:
    ///   - context: what `onMapCameraChange` passes.
    ///   - size: the size of the map, in points.
    public func cameraDidChange(_ context: MapCameraUpdateContext, in size: CGSize) {
      guard size.width > 0, context.rect.size.width > 0 else { return }
      controller.show(Viewport(showing: context.rect, in: size, heading: context.camera.heading))
    }

    /// The camera that shows the points of a marker, with some room around them; nil for a marker that will
    /// be removed.
    public func position(showing marker: ClusterMarker) -> MapCameraPosition? {
      guard let bounds = controller.bounds(of: marker) else { return nil }
      let rect = MKMapRect(bounds)
      // At least some ten meters, as points may be coincident.
      let room = max(rect.size.width, rect.size.height, MKMapSize.world.width / 0x1p21) / 5
      return .rect(
        MKMapRect(
          x: rect.origin.x - room, y: rect.origin.y - room, width: rect.size.width + 2 * room,
          height: rect.size.height + 2 * room))
    }

    public func apply(_ step: MarkerStep) {
      play()
      let removed = Set(step.removed)
      let updated = Dictionary(uniqueKeysWithValues: step.updated.map { ($0.id, $0) })
      markers = markers.filter { !removed.contains($0.id) }
        .map { marker in updated[marker.id].map { $0.moved(to: marker.coordinate) } ?? marker }
      markers = (markers + step.added).sorted { ($0.priority, $0.id) < ($1.priority, $1.id) }
      for id in step.appearing { opacities[id] = 0 }
      waiting = step
      // New markers are drawn where they start before they move.
      Task {
        withAnimation(.timingCurve(1.0 / 3, 0, 2.0 / 3, 1, duration: waiting?.seconds ?? 0)) { play() }
      }
    }

    /// Puts what flies and fades where it ends.
    private func play() {
      guard let step = waiting else { return }
      waiting = nil
      let targets = Dictionary(uniqueKeysWithValues: step.flights.map { ($0.id, $0.to) })
      markers = markers.map { marker in targets[marker.id].map(marker.moved) ?? marker }
      opacities = Dictionary(uniqueKeysWithValues: step.disappearing.map { ($0, 0) })
    }
  }

  extension ClusterMarker {
    fileprivate func moved(to coordinate: Coordinate) -> ClusterMarker {
      var moved = self
      moved.coordinate = coordinate
      return moved
    }
  }

  /// The clusters of a model as the content of a `Map`. The app passes the camera to
  /// ``ClusterModel/cameraDidChange(_:in:)``; ``ClusteredMap`` does that by itself.
  ///
  /// Each marker has its id as the tag for `Map(selection:)`.
  public struct ClusterContent<Content: View>: MapContent {
    private let model: ClusterModel
    private let content: (ClusterMarker) -> Content

    /// Creates the content; `content` is the view of a marker.
    public init(_ model: ClusterModel, @ViewBuilder content: @escaping (ClusterMarker) -> Content) {
      self.model = model
      self.content = content
    }

    public var body: some MapContent {
      ForEach(model.markers) { marker in
        Annotation("", coordinate: CLLocationCoordinate2D(marker.coordinate)) {
          content(marker).opacity(marker.isHidden ? 0 : model.opacities[marker.id] ?? 1)
        }
        .tag(marker.id)
      }
    }
  }

  /// A SwiftUI map with clusters.
  ///
  /// A tap on a cluster zooms to its points, and a tap on a point selects it; see
  /// ``ClusterModel/selection``.
  public struct ClusteredMap<Content: View>: View {
    private let model: ClusterModel
    private let position: Binding<MapCameraPosition>?
    private let onTap: ((ClusterMarker) -> Void)?
    private let content: (ClusterMarker) -> Content
    @State private var ownPosition: MapCameraPosition
    @State private var size = CGSize.zero
    @State private var camera: MapCameraUpdateContext?
    @State private var tapped: ClusterMarker.ID?

    /// - Parameters:
    ///   - model: the clusters.
    ///   - initialPosition: what the map shows at first.
    ///   - onTap: called at a tap on a marker, after a point is selected, and instead of zooming to a
    ///     cluster. Default: nil, the map zooms to the points of a cluster.
    ///   - content: the view of a marker.
    public init(
      _ model: ClusterModel, initialPosition: MapCameraPosition = .automatic,
      onTap: ((ClusterMarker) -> Void)? = nil, @ViewBuilder content: @escaping (ClusterMarker) -> Content
    ) {
      self.model = model
      position = nil
      self.onTap = onTap
      self.content = content
      _ownPosition = State(initialValue: initialPosition)
    }

    /// Likewise, for an app that moves the camera.
    ///
    /// - Parameter position: what the map shows; see ``ClusterModel/position(showing:)``.
    public init(
      _ model: ClusterModel, position: Binding<MapCameraPosition>,
      onTap: ((ClusterMarker) -> Void)? = nil, @ViewBuilder content: @escaping (ClusterMarker) -> Content
    ) {
      self.model = model
      self.position = position
      self.onTap = onTap
      self.content = content
      _ownPosition = State(initialValue: position.wrappedValue)
    }

    public var body: some View {
      Map(position: position ?? $ownPosition, selection: $tapped) { ClusterContent(model, content: content) }
        .onChange(of: tapped) { tap() }
        .onGeometryChange(for: CGSize.self) {
          $0.size
        } action: { newSize in
          size = newSize
          if let camera { model.cameraDidChange(camera, in: newSize) }
        }
        .onMapCameraChange(frequency: .onEnd) { newCamera in
          camera = newCamera
          model.cameraDidChange(newCamera, in: size)
        }
    }

    private func tap() {
      let marker = model.markers.first { $0.id == tapped }
      model.selection = marker?.point
      guard let marker else { return }
      // A second tap on a cluster counts too.
      if marker.point == nil { tapped = nil }
      if let onTap {
        onTap(marker)
      } else if marker.point == nil, let target = model.position(showing: marker) {
        withAnimation { (position ?? $ownPosition).wrappedValue = target }
      }
    }
  }
#endif
