import Pinfold

extension MapDrawing {
  /// The parts of a map, from the bottom up.
  public struct Layers: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Meridians and parallels, on planar data lines of equal x and y.
    public static let graticule = Layers(rawValue: 1)

    /// The smallest convex outline around each cluster's members.
    public static let hulls = Layers(rawValue: 2)

    /// A line from each marker to each of its members.
    public static let legs = Layers(rawValue: 4)

    /// A dot for each point in view.
    public static let points = Layers(rawValue: 8)

    /// The markers with their counts; single points are small pins.
    public static let markers = Layers(rawValue: 16)

    /// A bar of a round length.
    public static let scale = Layers(rawValue: 32)

    /// The colours of markers by the classes of counts in sight.
    public static let legend = Layers(rawValue: 64)

    /// The outlines of the strategy's cells, such as the lines of a grid.
    public static let cells = Layers(rawValue: 128)

    /// The members of stacks, each a pin on a leg, as ``SpreadLayout`` lays them out.
    public static let spread = Layers(rawValue: 256)

    /// The land of the earth, which fades out between zoom 6 and 9, where it is too coarse; none on planar
    /// data.
    public static let coast = Layers(rawValue: 512)

    /// The default layers of a map.
    public static let standard: Layers = [.coast, .graticule, .points, .markers, .scale, .legend]

    /// Each layer's name, from the bottom up.
    public static let names: [(layer: Layers, name: String)] = [
      (.coast, "coast"), (.graticule, "graticule"), (.cells, "cells"), (.hulls, "hulls"), (.legs, "legs"),
      (.points, "points"),
      (.markers, "markers"), (.spread, "spread"), (.scale, "scale"), (.legend, "legend"),
    ]

    /// The layers of these names, in whatever order.
    public init(names: some Sequence<String>) throws(UnknownLayer) {
      self = []
      for name in names {
        guard let known = Self.names.first(where: { $0.name == name }) else { throw UnknownLayer(name: name) }
        insert(known.layer)
      }
    }
  }

  /// No layer has this name.
  public struct UnknownLayer: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public var name: String

    public var description: String {
      "unknown layer '\(name)'" + Suggestion.clause(for: name, among: Layers.names.map(\.name))
    }
  }
}
