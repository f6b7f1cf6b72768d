import Pinfold

/// Samples for what others wrote; what ships has tests of its own that are harder.
extension ContractSample {
  /// Few points, a view much wider than any laptop's, and the sample that the rule `history` asks for again
  /// and again.
  static var askedOften: ContractSample {
    ContractSample(
      askedOftenName, HardPoints.clusters.columns(count: 15, seed: 3),
      viewports: [
        Viewport(center: Coordinate(longitude: 0, latitude: 20), zoom: 3, width: 3840, height: 2160)
      ])
  }

  private static let askedOftenName = "asked often"

  /// Whether it stands for the many frames of a long session.
  var isAskedOften: Bool { name == Self.askedOftenName }

  /// A plane on a screen much wider than any laptop's.
  static var widePlane: ContractSample {
    let columns = HardPoints.clusters.columns(count: 60, seed: 4)
    let extent = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    let middle = Coordinate(longitude: columns.longitude[0], latitude: columns.latitude[0])
    return ContractSample(
      "wide plane", columns, projection: .planar(extent),
      viewports: [0, 2.5, 7].map { Viewport(center: middle, zoom: $0, width: 3840, height: 2160) })
  }

  /// As many points as show what goes wrong in blocks of a thousand, and quadratic work.
  static var many: ContractSample {
    ContractSample(
      "many", HardPoints.clusters.columns(count: 5000, seed: 5),
      viewports: [Viewport(center: Coordinate(longitude: 2.35, latitude: 48.86), zoom: 2)])
  }
}
