// MapKit for SwiftUI, which an app gets when it imports both.

public import SwiftUI

@MainActor @preconcurrency public protocol MapContent {
  associatedtype Body: MapContent
  @MapContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: MapContent {}

@resultBuilder public struct MapContentBuilder {
  public static func buildBlock<C: MapContent>(_ content: C) -> C { content }
}

extension ForEach: MapContent where Content: MapContent {
  public var body: Never { fatalError() }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID, Content: MapContent {
  public init(_ data: Data, @MapContentBuilder content: @escaping (Data.Element) -> Content) {
    fatalError()
  }
}

@MainActor @preconcurrency public struct Annotation<Label: View, Content: View>: MapContent {
  public init<S: StringProtocol>(
    _ title: S, coordinate: CLLocationCoordinate2D, anchor: UnitPoint = .center,
    @ViewBuilder content: () -> Content
  ) where Label == Text { fatalError() }
  public var body: Never { fatalError() }
}

public struct MapCamera: Sendable {
  public var heading = 0.0
}

public struct MapCameraPosition: Equatable, Sendable {
  public static var automatic: MapCameraPosition { MapCameraPosition() }
  public static func rect(_ rect: MKMapRect) -> MapCameraPosition { MapCameraPosition() }
}

extension MapContent {
  @MainActor @preconcurrency public func tag<V: Hashable>(_ tag: V) -> some MapContent { ModifiedContent() }
}

private struct ModifiedContent: MapContent {
  var body: Never { fatalError() }
}

public struct MapCameraBounds: Sendable {}

public struct MapInteractionModes: Sendable {
  public static var all: MapInteractionModes { fatalError() }
}

public struct MapCameraUpdateContext {
  public let camera: MapCamera
  public let rect: MKMapRect
}

extension MapCameraUpdateContext {
  /// What the map passes, for `MapApp`.
  public init(showing rect: MKMapRect) { self.init(camera: MapCamera(), rect: rect) }
}

public struct MapCameraUpdateFrequency: Sendable {
  public static var onEnd: MapCameraUpdateFrequency { fatalError() }
}

@MainActor @preconcurrency public struct MapContentView<SelectionValue: Hashable, Content: MapContent>: View {
  public var body: Never { fatalError() }
}

@MainActor @preconcurrency public struct Map<Content: View>: View {
  public init<SelectedValue: Hashable, C: MapContent>(
    position: Binding<MapCameraPosition>, bounds: MapCameraBounds? = nil,
    interactionModes: MapInteractionModes = .all, selection: Binding<SelectedValue?>,
    scope: Namespace.ID? = nil, @MapContentBuilder content: () -> C
  ) where Content == MapContentView<SelectedValue, C> { fatalError() }
  public var body: Never { fatalError() }
}

extension View {
  @MainActor @preconcurrency public func onMapCameraChange(
    frequency: MapCameraUpdateFrequency = .onEnd, _ action: @escaping (MapCameraUpdateContext) -> Void
  ) -> some View { modified() }
}
