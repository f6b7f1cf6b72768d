import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

/// A plan with what is known of its data and of its strategies: all that a study's tables and manifest say,
/// and that its runs are recognized by.
struct StudyContent {
  let plan: StudyDefinition

  /// What is known of each dataset.
  let datasets: [StudyManifest.Dataset]

  /// The version of each strategy.
  var versions: [String]

  /// The content of a plan whose strategies are those that are here.
  init(_ plan: StudyDefinition, datasets: [StudyManifest.Dataset]) {
    self.plan = plan
    self.datasets = datasets
    versions = plan.strategies.map(\.version)
  }

  /// The plan as texts by section; see `StudyDefinition.items(digests:versions:)`.
  var items: [(section: String, items: [String])] {
    plan.items(digests: datasets.map(\.sha256), versions: versions)
  }

  /// The identity of every run, in the order of their ids: a digest of all that its frames depend on, which
  /// is an element of each axis, and the views, the match and the style that all runs share.
  var runDigests: [Digest] {
    let items = Dictionary(items.map { ($0.section, $0.items) }) { first, _ in first }
    let shared = ["views", "match", "style"].flatMap { items[$0] ?? [] }
    let combinations = StudyDefinition.axes.reduce([[]]) { rows, axis in
      rows.flatMap { row in (items[axis] ?? []).map { row + [$0] } }
    }
    return combinations.map { Digest(of: ($0 + shared).map { $0 + "\n" }.joined().utf8) }
  }
}

extension StudyManifest.Dataset {
  /// The dataset of a plan as it was read.
  init(_ dataset: DatasetDefinition, _ data: StudyData) {
    let losses = data.losses
    self.init(
      name: dataset.name, source: dataset.source, sha256: data.digest.description, rows: losses.rows,
      unusable: Dictionary(losses.unusable.map { ($0.reason, $0.count) }) { $0 + $1 },
      points: data.points.count, projection: data.points.projection.wraps ? "mercator" : Self.planar,
      licence: dataset.licence)
  }

  private static let planar = "planar"

  /// Whether the points are on a plane.
  var isPlanar: Bool { projection == Self.planar }
}
