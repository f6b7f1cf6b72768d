public import Pinfold
import PinfoldData
public import PinfoldDefinitions
import PinfoldEvaluation

extension StudyDefinition {
  /// Reads a JSON file.
  public init(path: String, registry: Registry) throws(StudyError) {
    do {
      let document = try JSONNode(path: path)
      try self.init(Node(document, source: path), registry: registry)
    } catch let error as DefinitionError {
      throw .definition(error)
    } catch {
      throw .data("\(error)")
    }
  }

  /// The content of the plan, as texts by section: a study is recognised by it, and differences are reported
  /// in its words.
  ///
  /// - Parameter digests: of each dataset's points.
  func items(digests: [Digest]) -> [(section: String, items: [String])] {
    [
      ("name", [name]),
      ("datasets", zip(datasets, digests).map { "\($0.name), sha256 \($1)" }),
      ("strategies", strategies.map(\.item)),
      ("cameras", cameras.map(\.item)),
      ("seeds", seeds.map(\.description)),
      ("metrics", metrics.map { "\($0.label), version \($0.version)" }),
      ("primary", primary),
      ("tuning", tuning),
      ("match", [match?.description ?? "none"]),
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

  /// The identity of every run, in the order of their ids: a digest of all that its frames depend on, which
  /// is an element of each axis, and the views, the match and the style that all runs share.
  ///
  /// - Parameter digests: of each dataset's points.
  func runDigests(digests: [Digest]) -> [Digest] {
    let items = Dictionary(items(digests: digests).map { ($0.section, $0.items) }) { first, _ in first }
    let shared = ["views", "match", "style"].flatMap { items[$0] ?? [] }
    let combinations = Self.axes.reduce([[]]) { rows, axis in
      rows.flatMap { row in (items[axis] ?? []).map { row + [$0] } }
    }
    return combinations.map { Digest(of: ($0 + shared).map { $0 + "\n" }.joined().utf8) }
  }

  /// The number of runs.
  public var runCount: Int { datasets.count * strategies.count * cameras.count * seeds.count }
}

extension ClustererDefinition {
  /// Everything that affects the strategy's clusters.
  fileprivate var item: String {
    let parameters = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    let source = plugin?.digest.map { ", sha256 \($0)" } ?? ""
    return "\(label): \(choice.registration.name)(\(parameters)), version \(version)\(source)"
  }

  /// The version of the plugin, or of the built-in strategy.
  var version: String { plugin?.version ?? BuiltInVersions.version(of: choice.registration.name) }
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
