import Pinfold
import PinfoldEvaluation

/// The publications and other sources behind the strategies, metrics and tests of a study.
enum Bibliography {
  /// The sources of the built-in strategies by name.
  private static let strategies = [
    "grid": "the grids of map services since 2005; cells are those of web map tiles.",
    "kmeans":
      "S. Lloyd, \"Least squares quantization in PCM\", IEEE Transactions on Information Theory, 1982; seeding by D. Arthur "
      + "and S. Vassilvitskii, \"k-means++: the advantages of careful seeding\", SODA 2007.",
    "none": "every point by itself, a control of Pinfold.",
    "pairwise":
      "centroid linkage (UPGMC) in P. Sneath and R. Sokal, \"Numerical Taxonomy\", 1973, by the generic algorithm of D. "
      + "Müllner, \"Modern hierarchical, agglomerative clustering algorithms\", 2011.",
    "pca":
      "Applidium's \"ADClusterMapView\", 2012; see also D. Boley, \"Principal direction divisive partitioning\", Data Mining "
      + "and Knowledge Discovery, 1998.",
    "quadtree":
      "R. A. Finkel and J. L. Bentley, \"Quad trees: a data structure for retrieval on composite keys\", Acta Informatica, "
      + "1974.",
    "radius":
      "D. Leaver, \"Leaflet.markercluster\", 2012; V. Agafonkin, \"Clustering millions of points on a map with "
      + "Supercluster\", Mapbox, 2016.",
    "random": "clusters by a hash of the point, a control of Pinfold.",
    "separate":
      "the collisions of annotation views in Apple's MapKit, as a hierarchy built after V. Agafonkin, 2016 (supercluster).",
  ]

  /// The sources of the tests that reports make.
  static let tests = [
    "F. Wilcoxon, \"Individual comparisons by ranking methods\", Biometrics Bulletin, 1945.",
    "S. Holm, \"A simple sequentially rejective multiple test procedure\", Scandinavian Journal of Statistics, 1979.",
    "A. Benavoli, G. Corani and F. Mangili, \"Should we really use post-hoc tests based on mean-ranks?\", JMLR, 2016.",
    "W. Conover, \"Practical nonparametric statistics\", 1999 (intervals of the sign test).",
    "R. Grissom and J. Kim, \"Effect sizes for research\", 2012.",
    "D. S. Kerby, \"The simple difference formula: an approach to teaching nonparametric correlation\", 2014.",
  ]

  /// The source of tests of equivalence.
  static let equivalence =
    "S. Wellek, \"Testing statistical hypotheses of equivalence and noninferiority\", 2010."

  /// The source of a built-in strategy; nil for others.
  static func strategy(_ name: String) -> String? { strategies[name] }

  /// The source of a built-in metric; nil for others.
  static func metric(_ name: String) -> String? {
    try? metrics.find(name, kind: .metric)().about.source
  }

  private static let metrics: Registry = {
    var registry = Registry()
    registry.registerMetrics()
    return registry
  }()
}
