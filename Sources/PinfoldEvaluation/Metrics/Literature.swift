/// Criteria of papers on point clustering on maps, and the metrics that measure them here: the one
/// declaration behind `pinfold explain` and the page "Measures of the literature".
///
/// Papers of which only the abstract was available are marked: the criterion is theirs, the formula is ours.
package struct Literature: Sendable {
  package let title: String
  package let papers: String

  /// What the papers do with the criteria, as the end of a sentence that begins with the papers.
  package let demand: String
  package let criteria: [Criterion]

  package struct Criterion: Sendable {
    package let text: String

    /// The metrics that measure it; none where nothing here does.
    package let metrics: [String]

    /// A remark on the metrics, or why there are none, as Markdown.
    package let remark: String

    init(_ text: String, _ metrics: String..., remark: String = "") {
      (self.text, self.metrics, self.remark) = (text, metrics, remark)
    }
  }

  /// The papers that demand what a metric measures, with these criteria alone.
  package static func behind(_ metric: String) -> [Literature] {
    all.compactMap { literature in
      let criteria = literature.criteria.filter { $0.metrics.contains(metric) }
      if criteria.isEmpty { return nil }
      return Literature(
        title: literature.title, papers: literature.papers, demand: literature.demand, criteria: criteria)
    }
  }

  package static let all = [
    Literature(
      title: "Visual point clustering",
      papers: """
        C. Beilschmidt, T. Fober, M. Mattig and B. Seeger, "Quality measures for visual point clustering in geospatial \
        mapping", W2GIS 2017 (abstract and notes), and "An efficient aggregation and overlap removal algorithm for \
        circle maps", GeoInformatica 2019 (abstract)
        """,
      demand: "ask for circles that",
      criteria: [
        Criterion("do not hide each other", "overlap", "occlusion", "gap"),
        Criterion(
          "follow the distribution of the data: counts in buckets, those of a circle shared among the buckets that it "
            + "covers in part", "density",
          remark:
            ", its measure `discs`; averaged over origins of the buckets, because a single origin would favor a grid "
            + "with the same origin"),
        Criterion("lie where their points are", "displacement", "centroid-offset", "quantization"),
        Criterion(
          "show how many points they stand for by their area",
          remark:
            "none: the size of a marker is the same function of its count for every strategy (`style`), so it "
            + "does not depend on the strategy"),
        Criterion("reveal hot spots and keep outliers", "density", "isolation"),
        Criterion("are far fewer than the points", "markers"),
        Criterion(
          "lose no point, and count none twice", "conservation",
          remark: ", a condition for being ranked"),
        Criterion(
          "are good clusters by general measures of clustering", "silhouette", "simplified-silhouette",
          "scatter",
          "truth",
          remark: "; `truth` compares with labels"),
      ]),
    Literature(
      title: "Generalization of points",
      papers: """
        P. Bereuter and R. Weibel, "Generalisation of point data for mobile devices", 2010 and 2011, "Real-time \
        generalization of point data in mobile and web mapping using quadtrees", CaGIS 2013, and "Assessing the \
        cartographic performance of real-time quadtree-based generalisation of point data", ICA 2013 (abstracts)
        """,
      demand: "control and evaluate generalization by",
      criteria: [
        Criterion("relative position", "displacement", "nesting", remark: " across zooms"),
        Criterion("proximity of symbols, and their clutter", "gap", "overlap", "ink"),
        Criterion("neighborhood", "neighbor-split"),
        Criterion("clusters", "silhouette", "isolation"),
        Criterion(
          "local and global density", "density",
          remark: " with several values of `bucket`, from a symbol's size to the view's"),
        Criterion("the same across scales", "nesting", "ladder", "lineage"),
        Criterion("real-time performance", remark: "a study's `timing`, and `pinfold bench`"),
        Criterion(
          "the more relevant of two points is kept",
          remark: "none: relevance depends on the app; priorities decide which point represents a cluster"),
      ]),
  ]
}
