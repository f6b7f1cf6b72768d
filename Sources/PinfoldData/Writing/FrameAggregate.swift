public import Pinfold

/// An aggregation and its value for each cluster of a frame.
public struct FrameAggregate: Sendable {
  /// The aggregation.
  public var aggregation: Aggregation

  /// A value for each cluster; nil where no member has one.
  public var values: [Double?]

  /// Computes an aggregation.
  ///
  /// - Throws: ``ClusteringError/attribute(_:)`` for an attribute that is missing or of the wrong type, and
  ///   as the context asks.
  public init(
    _ aggregation: Aggregation, of frame: Frame, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    self.aggregation = aggregation
    values = try frame.values(of: aggregation, context: context)
  }

  /// The name of its column: `population_sum`.
  var name: String { aggregation.name }
}
