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
    registry.registerLater(.strategy) { registry in
      registry.register("grid", "Square cells, one cluster each.", GridStrategy.self)
      registry.register("none", "Every point separately: no clustering.", NoneStrategy.self)
      registry.register("quadtree", "The largest quadtree nodes that fit a cell.", QuadtreeStrategy.self)
      registry.register("kmeans", "A fixed number of clusters around means.", KMeansStrategy.self)
      registry.register(
        "pca", "Bisection across the main direction, up to a budget in view.", PCAStrategy.self)
      registry.register(
        "radius", "Clusters at least a radius apart, merged from zoom to zoom.", RadiusStrategy.self)
      registry.register(
        "separate", "Clusters whose markers never overlap, at any zoom.", SeparateStrategy.self)
      registry.register(
        "pairwise", "Repeatedly merges the two nearest clusters; exact, for small data.",
        PairwiseStrategy.self)
      registry.register(
        "random", "Clusters independent of location, as a baseline.", RandomStrategy.self)
    }
    registry.registerLater(.representative) { registry in
      registry.register("centroid", "The members' weighted mean.", CentroidRepresentative.self)
      registry.register("cell-center", "The center of the cluster's cell.", CellCenterRepresentative.self)
      registry.register(
        "nearest-to-center", "The member nearest to the center of the cell.",
        NearestToCenterRepresentative.self
      )
      registry.register("central", "The member nearest to the weighted mean.", CentralRepresentative.self)
      registry.register("first", "The member with the lowest id.", FirstRepresentative.self)
      registry.register(
        "priority", "The member with the highest priority, then nearest to the center.",
        PriorityRepresentative.self)
      registry.register(
        "sticky", "The member shown before, else nearest to the center; depends on earlier views.",
        StickyRepresentative.self)
    }
    registry.registerLater(.diff) { registry in
      registry.register(
        "membership", "Markers follow their points: they split, merge and exchange.", MembershipDiff.self
      )
      registry.register(
        "ancestry", "Markers split into their descendants and converge into their ancestors.",
        AncestryDiff.self)
      registry.register("identity", "Equal ids stay; the rest is removed and added.", IdentityDiff.self)
    }
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

extension ClusteringStrategy {
  /// The name of the built-in strategy, or else the word for any.
  public var label: String {
    let type = ObjectIdentifier(Self.self)
    return Registry.builtIn.all(.strategy).first { $0.type == type }?.label ?? "the strategy"
  }
}
