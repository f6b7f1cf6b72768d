#if hasFeature(Embedded)
  // What Embedded Swift lacks. A module for WebAssembly has one thread.

  /// A value that one thread at a time accesses.
  final class Mutex<Value>: @unchecked Sendable {
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(&value) }
  }

  /// A clock that stands still: a module has no clock, so no call has a deadline.
  public struct ContinuousClock: Sendable {
    public struct Instant: Sendable, Comparable {
      public func duration(to other: Instant) -> Duration { .zero }
      public static func + (instant: Instant, duration: Duration) -> Instant { instant }
      public static func < (one: Instant, other: Instant) -> Bool { false }
    }

    public static var now: Instant { Instant() }
  }

  /// A type with parameters, whose declarations need key paths.
  public protocol Configurable: Sendable { init() }

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

  /// Any selection of representatives: there is none.
  public enum AnyRepresentative: RepresentativeSelection {
    public func prepared(
      for view: ProjectedView, after previous: Frame?, context: RunContext
    ) throws(ClusteringError) -> AnyRepresentative {
      switch self {}
    }

    public func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
      switch self {}
    }
  }

  extension ClusteringStrategy {
    public var label: String { "the strategy" }
  }

  extension Configurable {
    func checkParameters(owner: String) throws(ParameterError) {}
  }

  /// A number as text.
  enum ParameterValue: CustomStringConvertible {
    case number(Double)

    var description: String {
      switch self {
      case .number(let number): "\(number)"
      }
    }
  }

  /// What a number may be.
  enum ParameterKind {
    case number(ClosedRange<Double>)

    var expectation: String {
      switch self {
      case .number(let range): "a number in \(range.lowerBound)…\(range.upperBound)"
      }
    }
  }

  /// Words nearest to others: errors list all instead.
  enum Suggestion {
    static func clause(for word: String, among known: [String]) -> String { "" }
  }
#endif
