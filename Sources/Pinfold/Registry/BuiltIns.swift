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
      registry.register(
        "grid", "Square cells, one cluster each.", GridStrategy.self,
        source: "the grids of map services since 2005; cells are those of web map tiles.")
      registry.register(
        "none", "Every point separately: no clustering.", NoneStrategy.self,
        source: "every point by itself, a control of Pinfold.")
      registry.register(
        "quadtree", "The largest quadtree nodes that fit a cell.", QuadtreeStrategy.self,
        source: "R. A. Finkel and J. L. Bentley, \"Quad trees: a data structure for retrieval on composite "
          + "keys\", Acta Informatica, 1974.")
      registry.register(
        "kmeans", "A fixed number of clusters around weighted means.", KMeansStrategy.self,
        source:
          "S. Lloyd, \"Least squares quantization in PCM\", IEEE Transactions on Information Theory, 1982; "
          + "seeding by D. Arthur and S. Vassilvitskii, \"k-means++: the advantages of careful seeding\", SODA 2007."
      )
      registry.register(
        "pca", "Bisection across the main direction, up to a budget in view.", PCAStrategy.self,
        source: "Applidium's \"ADClusterMapView\", 2012; see also D. Boley, \"Principal direction divisive "
          + "partitioning\", Data Mining and Knowledge Discovery, 1998.")
      registry.register(
        "radius", "Clusters at least a radius apart, merged from zoom to zoom.", RadiusStrategy.self,
        source:
          "D. Leaver, \"Leaflet.markercluster\", 2012; V. Agafonkin, \"Clustering millions of points on a "
          + "map with Supercluster\", Mapbox, 2016.")
      registry.register(
        "separate", "Clusters whose markers never overlap, at any zoom.", SeparateStrategy.self,
        source:
          "the collisions of annotation views in Apple's MapKit, as a hierarchy built after V. Agafonkin, "
          + "2016 (supercluster).")
      registry.register(
        "pairwise", "Repeatedly merges the two nearest clusters; exact, for small data.",
        PairwiseStrategy.self,
        source:
          "centroid linkage (UPGMC) in P. Sneath and R. Sokal, \"Numerical Taxonomy\", 1973, by the generic "
          + "algorithm of D. Müllner, \"Modern hierarchical, agglomerative clustering algorithms\", 2011.")
      registry.register(
        "random", "Clusters independent of location, as a baseline.", RandomStrategy.self,
        source: "clusters by a hash of the point, a control of Pinfold.")
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

  /// Registers a strategy type, with the publication or other source that it is taken from.
  public mutating func register<Type: ClusteringStrategy & Configurable>(
    _ name: String, _ summary: String, _ type: Type.Type, source: String? = nil
  ) {
    register(Registration(kind: .strategy, name: name, summary: summary, source: source, type: type) { $0 })
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
  /// The name of the built-in strategy; nil for others.
  package var builtInName: String? {
    let type = ObjectIdentifier(Self.self)
    return Registry.builtIn.all(.strategy).first { $0.type == type }?.name
  }

  /// The name of the built-in strategy, or else the word for any.
  public var label: String { builtInName.map { "strategy '\($0)'" } ?? "the strategy" }
}
