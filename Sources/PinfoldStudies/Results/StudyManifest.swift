/// The plan, the data, the machine and the programs of a study: two studies with equal manifests, but for
/// ``Run`` and ``Machine``, have equal frames.
///
/// It is written as JSON beside the database. An unknown fact is null, with the reason beside it; what a
/// study does not have is missing.
public struct StudyManifest: Codable, Hashable, Sendable {
  /// The version of this layout.
  public var schema = 1

  public var run: Run
  public var study: Study
  public var datasets: [Dataset]
  public var strategies: [Strategy]
  public var cameras: [Camera]
  public var metrics: [Metric]
  public var tool: Tool
  public var machine: Machine

  /// SHA-256 over the exact hashes of all frames in the order of the plan; missing until every run is done.
  public var frames: Digested?

  /// The beginning of the study, and an id that distinguishes it from others.
  public struct Run: Codable, Hashable, Sendable {
    /// Drawn at random when the study began.
    public var id: String

    /// The beginning of the study, in UTC: "2026-03-01T12:00:00Z".
    public var began: String
  }

  /// The plan, but for its lists.
  public struct Study: Codable, Hashable, Sendable {
    public var name: String
    /// SHA-256 of everything in the plan.
    public var planSHA256: String
    public var seeds: [UInt64]
    /// The generator of all random numbers.
    public var generator: String
    public var width: Double
    public var height: Double
    public var tileSize: Double
    public var margin: Double
    /// The function from counts to radii.
    public var markerStyle: String
    public var primaryMeasures: [String]
    /// Builds that are timed, after one that is not; 0 where nothing is timed.
    public var timedBuilds: Int
    /// Passes over the views that are timed, after one that is not.
    public var timedPasses: Int
  }

  public struct Dataset: Codable, Hashable, Sendable {
    public var name: String
    public var source: String
    /// The digest of the points, whatever the order of their rows.
    public var sha256: String
    public var points: Int
    public var projection: String
    public var licence: String?
  }

  public struct Strategy: Codable, Hashable, Sendable {
    public var label: String
    public var name: String
    /// The tool's version, or the plugin's.
    public var version: String
    /// The digest of a plugin's file; null for built-ins.
    public var sourceSHA256: String?
    public var parameters: [String: String]
  }

  public struct Camera: Codable, Hashable, Sendable {
    public var label: String
    /// The digest of the views on each dataset with each seed.
    public var viewsSHA256: String
  }

  public struct Metric: Codable, Hashable, Sendable {
    public var name: String
    public var version: String
  }

  public struct Tool: Codable, Hashable, Sendable {
    public var version: String
    public var commit: Known
    public var hasLocalChanges: Known
    public var compiler: String
    public var optimization: String
    /// Whether products and sums are fused, which would change last bits.
    public var floatingPointContraction: String
  }

  public struct Machine: Codable, Hashable, Sendable {
    public var system: String
    public var processor: Known
    public var processors: Int
    /// The threads of the process that finished the study; they change no frame.
    public var threads: Int
    public var memoryBytes: Known
    public var governor: Known
  }

  public struct Digested: Codable, Hashable, Sendable {
    public var sha256: String
    public var count: Int
  }

  /// A fact, or why it is not known.
  public struct Known: Codable, Hashable, Sendable {
    public var value: String?
    public var reason: String?

    /// A fact.
    public init(_ value: String) { self.value = value }

    /// An unknown fact.
    public init(unknown reason: String) { self.reason = reason }

    /// A fact, or the reason why there is none.
    public init(_ value: String?, else reason: String) {
      self.value = value
      self.reason = value == nil ? reason : nil
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(value, forKey: .value)
      try container.encodeIfPresent(reason, forKey: .reason)
    }
  }
}
