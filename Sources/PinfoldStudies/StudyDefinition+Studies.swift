public import Pinfold
import PinfoldData
public import PinfoldDefinitions
import PinfoldEvaluation

extension StudyDefinition {
  /// Reads a JSON file.
  public init(path: String, registry: Registry) throws(StudyError) {
    self = try StudyError.wrapping { try Self(Node(path: path), registry: registry) }
  }

  /// The content of the plan, as texts by section: a study is recognized by it, and differences are reported
  /// in its words.
  ///
  /// - Parameters:
  ///   - digests: of each dataset's points.
  ///   - versions: of the strategies; nil for those that they have here.
  func items(digests: [String], versions: [String]? = nil) -> [(section: String, items: [String])] {
    let versions = versions ?? strategies.map(\.version)
    return [
      ("name", [name]),
      ("datasets", zip(datasets, digests).map { "\($0.name), sha256 \($1)" }),
      (
        "sources", datasets.compactMap { dataset in dataset.declaredSource.map { "\(dataset.name): \($0)" } }
      ),
      ("strategies", zip(strategies, versions).map { $0.item(version: $1) }),
      ("cameras", cameras.map(\.item)),
      ("seeds", seeds.map(\.description)),
      ("metrics", metrics.map { "\($0.label), version \($0.version)" }),
      ("primary", primary),
      ("tuning", tuning),
      ("match", [match.map { "\($0) over each path" } ?? "none"]),
      ("combine", [combination?.rawValue ?? "none"]),
      (
        "views",
        [
          "\(Numeral.text(screen.width)) × \(Numeral.text(screen.height)), tile size "
            + "\(Numeral.text(screen.tileSize)), margin \(Numeral.text(screen.margin))"
            + (screen.bearing == 0 ? "" : ", bearing \(Numeral.text(screen.bearing))")
        ]
      ),
      ("style", [style.id]),
      ("rerunFrames", [String(rerunFrames)]),
      ("timeout", [timeout.map { "\(Numeral.text($0)) s" } ?? "none"]),
      (
        "timing",
        [timing.map { "\($0.builds) builds, \($0.passes) passes, seed \($0.seed)" } ?? "none"]
      ),
    ]
  }

  /// The sections of ``items(digests:)`` that may grow: every combination of their elements is a run.
  static let axes = ["datasets", "strategies", "cameras", "seeds"]

  /// The members that may grow, and the sources of datasets: declaring one changes no run.
  static let growing = axes + ["sources"]

  /// The number of runs.
  public var runCount: Int { datasets.count * strategies.count * cameras.count * seeds.count }
}

extension ClustererDefinition {
  /// Everything that affects the strategy's clusters.
  fileprivate func item(version: String) -> String {
    let parameters = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    let source = plugin?.digestWithUses.map { ", sha256 \($0)" } ?? ""
    return "\(label): \(choice.registration.name)(\(parameters)), version \(version)\(source)"
  }

  /// The version of the plugin, of the program that has the strategy, or of the built-in strategy.
  var version: String {
    if case .program(let version) = choice.registration.origin { return version }
    return plugin?.version ?? BuiltInVersions.version(of: choice.registration.name)
  }
}

extension CameraDefinition {
  /// Everything that affects the views.
  fileprivate var item: String {
    let parameters = choice.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    return "\(label): \(choice.registration.name)(\(parameters))"
  }
}

extension MetricDefinition {
  /// Its measures, as reports list them.
  var measures: [MeasureRecord] {
    let about = metric.about
    return about.measures.map {
      MeasureRecord(
        label: "\(label).\($0.name)", id: about.id, version: version, scope: about.scope, measure: $0)
    }
  }
}
