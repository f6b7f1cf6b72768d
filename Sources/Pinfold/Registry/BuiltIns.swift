extension RegistryKind<any ClusteringStrategy> {
  /// Ways to fold points into clusters.
  public static var strategy: Self { Self(name: "strategy", plural: "strategies") }
}

extension RegistryKind<any RepresentativeSelection> {
  /// Choices of where markers stand.
  public static var representative: Self { Self(name: "representative", plural: "representatives") }
}

extension RegistryKind<any AnimationDiff> {
  /// Ways from one frame to the next.
  public static var diff: Self { Self(name: "diff", plural: "diffs") }
}

extension Registry {
  /// The strategies, representatives and diffs of the library.
  public static var builtIn: Registry {
    var registry = Registry()
    registry.register("grid", "Square world-anchored cells, one cluster each.", GridStrategy.self)
    registry.register("none", "Every point by itself.", NoneStrategy.self)
    registry.register("quadtree", "The largest quadtree nodes that fit a cell.", QuadtreeStrategy.self)
    registry.register(
      "kmeans", "A number of clusters around means, of the points in view.", KMeansStrategy.self)
    registry.register("pca", "Halves across the main direction, up to a maximum in view.", PCAStrategy.self)
    registry.register(
      "separate", "Whatever keeps markers from overlapping at every zoom.", SeparateStrategy.self)
    registry.register(
      "pairwise", "The nearest two, again and again; exact, for small data.", PairwiseStrategy.self)
      "radius", "Clusters that keep a radius apart, merged from zoom to zoom.", RadiusStrategy.self)
    registry.register("centroid", "The members' weighted mean.", CentroidRepresentative.self)
    registry.register("cell-center", "The middle of the cluster's cell.", CellCenterRepresentative.self)
    registry.register(
      "nearest-to-center", "The member nearest to the middle of the cell.", NearestToCenterRepresentative.self
    )
    registry.register("identity", "Equal ids stay; the rest is removed and added.", IdentityDiff.self)
    return registry
  }

  /// Registers a strategy type.
  public mutating func register<Type: ClusteringStrategy & Configurable>(
    _ name: String, _ summary: String, _ type: Type.Type
  ) {
    register(Registration(kind: .strategy, name: name, summary: summary, type: type) { $0 })
  }

  /// Registers a representative type.
  public mutating func register<Type: RepresentativeSelection & Configurable>(
    _ name: String, _ summary: String, _ type: Type.Type
  ) {
    register(Registration(kind: .representative, name: name, summary: summary, type: type) { $0 })
  }

  /// Registers a diff type.
  public mutating func register<Type: AnimationDiff & Configurable>(
    _ name: String, _ summary: String, _ type: Type.Type
  ) {
    register(Registration(kind: .diff, name: name, summary: summary, type: type) { $0 })
  }
}
