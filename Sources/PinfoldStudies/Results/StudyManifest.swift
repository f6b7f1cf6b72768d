/// The plan, the data, the machine and the programs of a study: two studies with equal manifests, but for
/// ``Run`` and ``Machine``, have equal frames.
///
/// It is written as JSON beside the database. An unknown fact is null, with the reason beside it; what a
/// study does not have is missing.
package struct StudyManifest: Codable, Hashable, Sendable {
  /// The version of this layout.
  package static let layout = 3

  package var schema = Self.layout

  package var run: Run

  /// What was done to the study, in order; missing where it was begun before there was a log.
  package var log: [Event]?

  /// The definition in its normal form, from which the study can be run again.
  package var definition: JSONValue
  package var study: Study
  package var datasets: [Dataset]
  /// The pairs of datasets with positions in common; missing where it was not looked for.
  package var overlaps: [Overlap]?
  package var strategies: [Strategy]
  package var cameras: [Camera]
  package var metrics: [Metric]
  package var plugins: [Plugin]
  /// The resources that plugins might use when the study ran last; missing where it has none.
  package var pluginLimits: PluginLimits?
  package var tool: Tool
  package var machine: Machine

  /// SHA-256 over the runs' identities and the exact hashes of their frames, in the order of the plan;
  /// missing until every run is done.
  package var frames: Digested?

  /// SHA-256 over all values by the run's identity, measure and frame; missing until every run is done.
  package var scores: Digested?

  /// The strategies that the study compares.
  var competitors: ArraySlice<Strategy> {
    strategies.dropLast((definition["controls"] ?? definition["anchors"])?.elements?.count ?? 0)
  }

  /// The strategies that run along to show what deciding nothing scores.
  var controls: ArraySlice<Strategy> { strategies[competitors.endIndex...] }

  /// The beginning of the study, and an id that distinguishes it from others.
  package struct Run: Codable, Hashable, Sendable {
    /// Drawn at random when the study began.
    package var id: String

    /// The beginning of the study, in UTC: "2026-03-01T12:00:00Z".
    package var began: String
  }

  /// The plan, but for its lists.
  package struct Study: Codable, Hashable, Sendable {
    package var name: String
    /// SHA-256 of everything in the plan.
    package var planSHA256: String
    package var seeds: [UInt64]
    /// The generator of all random numbers.
    package var generator: String
    package var width: Double
    package var height: Double
    package var tileSize: Double
    package var margin: Double
    /// What is up on the screen; missing where it is north.
    package var bearing: Double?
    /// The function from counts to radii.
    package var markerStyle: String
    package var primaryMeasures: [String]
    /// Builds that are timed, after one that is not; 0 where nothing is timed.
    package var timedBuilds: Int
    /// Passes over the views that are timed, after one that is not.
    package var timedPasses: Int
    /// The frames on which metrics that run strategies again are measured.
    package var rerunFrames: Int
    /// The seconds after which a run fails; missing where nothing limits it.
    package var timeout: Double?
    /// The rule that combines cameras; missing where each is judged by itself.
    package var combination: String?
  }

  package struct Dataset: Codable, Hashable, Sendable {
    package var name: String
    package var source: String
    /// The digest of the points, whatever the order of their rows.
    package var sha256: String
    /// The rows of a file, or the points where there is none.
    package var rows: Int
    /// The rows that became no points, by reason.
    package var unusable: [String: Int]
    package var points: Int
    package var projection: String
    package var licence: String?
    /// The source that the plan names; missing where it names none.
    package var declaredSource: String?
  }

  /// Two datasets with positions in common.
  package struct Overlap: Codable, Hashable, Sendable {
    package var first: String
    package var second: String
    /// The share of the distinct positions of the smaller one that the other has, exactly or nearly, from a
    /// sample of 4,096.
    package var share: Double
  }

  package struct Strategy: Codable, Hashable, Sendable {
    package var label: String
    package var name: String
    /// The version of a built-in strategy, or the plugin's.
    package var version: String
    /// The digest of a plugin's file and its modules; null for built-ins.
    package var sourceSHA256: String?
    package var parameters: [String: String]
    /// The publication or other source that it is taken from; missing for built-ins, and for none.
    package var source: String?
  }

  /// A plugin with its text and those of its modules.
  package struct Plugin: Codable, Hashable, Sendable {
    package var name: String
    package var version: String
    /// The digest of the file and the modules.
    package var sha256: String
    package var source: String
    package var modules: [Module]

    /// A module that the plugin requires.
    package struct Module: Codable, Hashable, Sendable {
      /// The name by which it is required: "shapes.hex".
      package var name: String
      package var source: String
    }
  }

  /// What a call of a plugin may take, and what its state may hold; more makes a run that failed for it end
  /// well, and changes no other frame.
  package struct PluginLimits: Codable, Hashable, Sendable {
    /// The processor time of a call; `build` has six times as much.
    package var seconds: Double
    package var bytes: Int

    package init(seconds: Double, bytes: Int) {
      self.seconds = seconds
      self.bytes = bytes
    }
  }

  package struct Camera: Codable, Hashable, Sendable {
    package var label: String
    /// Every parameter's value, defaults among them.
    package var parameters: [String: String]
    /// The digest of the views on each dataset with each seed.
    package var viewsSHA256: String
  }

  package struct Metric: Codable, Hashable, Sendable {
    package var name: String
    package var version: String
    /// Every parameter's value, defaults among them.
    package var parameters: [String: String]
    /// Its formula and its source, empty where it states none; missing for built-ins.
    package var formula: String?
    package var source: String?
  }

  package struct Tool: Codable, Hashable, Sendable {
    package var version: String
    package var commit: Known
    package var hasLocalChanges: Known
    package var compiler: String
    package var optimization: String
    /// Whether products and sums are fused, which would change last bits.
    package var floatingPointContraction: String
  }

  package struct Machine: Codable, Hashable, Sendable {
    package var system: String
    package var processor: Known
    package var processors: Int
    /// The threads of the process that finished the study; they change no frame.
    package var threads: Int
    package var memoryBytes: Known
    package var governor: Known
  }

  package struct Digested: Codable, Hashable, Sendable {
    package var sha256: String
    package var count: Int
  }

  /// A fact, or why it is not known.
  package struct Known: Codable, Hashable, Sendable {
    package var value: String?
    package var reason: String?

    package init(_ value: String) { self.value = value }

    package init(unknown reason: String) { self.reason = reason }

    /// A fact, or the reason why there is none.
    package init(_ value: String?, else reason: String) {
      self.value = value
      self.reason = value == nil ? reason : nil
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(value, forKey: .value)
      try container.encodeIfPresent(reason, forKey: .reason)
    }
  }
}
