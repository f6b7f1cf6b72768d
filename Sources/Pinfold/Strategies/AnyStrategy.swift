#if hasFeature(Embedded)
  /// Any strategy.
  public struct AnyStrategy: ClusteringStrategy {
    public let label: String
    public let capabilities: Capabilities
    public let clusterBudget: Int?
    public let buildBytesPerPoint: Int
    private let make: @Sendable (PointSet, RunContext) throws(ClusteringError) -> any ClusterIndex

    public init(_ strategy: some ClusteringStrategy) {
      label = strategy.label
      capabilities = strategy.capabilities
      clusterBudget = strategy.clusterBudget
      buildBytesPerPoint = strategy.buildBytesPerPoint
      make = { (points, context) throws(ClusteringError) in
        try strategy.makeIndex(over: points, context: context)
      }
    }

    public func makeIndex(
      over points: PointSet, context: RunContext
    ) throws(ClusteringError) -> any ClusterIndex { try make(points, context) }
  }

  extension ClusteringStrategy {
    public var label: String { "the strategy" }
  }
#else
  /// Any strategy.
  public typealias AnyStrategy = any ClusteringStrategy

  extension ClusteringStrategy where Self: Configurable {
    public func checkParameters() throws(ParameterError) { try checkParameters(owner: label) }
  }
#endif
