/// Data that a strategy reports about its clusters besides their members: columns with a value for each
/// cluster, such as a name or a color, and outlines.
///
/// They belong to the strategy's own clusters. If a later step, such as a separation, changes the members of
/// a cluster, the new cluster has none.
public struct ClusterDetails: Sendable {
  /// Columns with a value for each cluster, by name; `name` and `color`, as in `#ff8800`, are understood by
  /// whoever draws clusters.
  public var fields: [Attribute]

  /// The corners of an outline of each cluster, none for a cluster without; nil where there are no outlines.
  public var outlines: [[WorldPoint]]?

  /// Creates details.
  public init(fields: [Attribute] = [], outlines: [[WorldPoint]]? = nil) {
    self.fields = fields
    self.outlines = outlines
  }

  /// The details of other clusters: for each of them the index of the one here, nil for a new one.
  func gathered(_ rows: [Int?]) -> ClusterDetails {
    ClusterDetails(
      fields: fields.map { Attribute(name: $0.name, values: $0.values.gathered(rows)) },
      outlines: outlines.map { outlines in rows.map { $0.map { outlines[$0] } ?? [] } })
  }
}

/// The details of a strategy's clusters, by cluster id. An id depends on the members alone.
struct DetailsByID: Sendable {
  private let details: ClusterDetails
  private let rows: [ClusterID: Int]

  /// Returns nil if the strategy reports nothing.
  init?(_ grouping: Grouping) {
    guard let details = grouping.details else { return nil }
    self.details = details
    var rows: [ClusterID: Int] = [:]
    for (cluster, range) in grouping.ranges.enumerated().reversed() {
      rows[grouping.order.clusterID(of: range)] = cluster
    }
    self.rows = rows
  }

  /// The details of clusters, in the order of their ids.
  func callAsFunction(_ ids: [ClusterID]) -> ClusterDetails { details.gathered(ids.map { rows[$0] }) }
}
