import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// A plan with the facts about its data and strategies: the whole content of a study's tables and manifest,
/// and the identity of its runs.
struct StudyContent {
  let plan: StudyDefinition
  let datasets: [StudyManifest.Dataset]
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
  /// The dataset of a plan, with its data.
  init(_ dataset: DatasetDefinition, _ data: StudyData) {
    let losses = data.losses
    self.init(
      name: dataset.name, source: dataset.source, sha256: data.digest.description, rows: losses.rows,
      unusable: Dictionary(losses.unusable.map { ($0.reason, $0.count) }) { $0 + $1 },
      points: data.points.count, projection: data.points.projection.wraps ? "mercator" : Self.planar,
      licence: dataset.licence, declaredSource: dataset.declaredSource)
  }

  private static let planar = "planar"

  /// Whether the points are on a plane.
  var isPlanar: Bool { projection == Self.planar }
}

/// The points of one dataset of a study, read or generated.
struct StudyData: Sendable {
  let points: PointSet
  let digest: Digest

  /// The report on the file; nil for points that were made up.
  let report: DataReport?

  /// Reads or makes the points.
  init(_ dataset: DatasetDefinition, context: RunContext) throws(StudyError) {
    do {
      let loaded = try dataset.load(context: context)
      (points, report) = (loaded.points, loaded.report)
    } catch {
      do { try context.check() } catch { throw .stopped(error) }
      throw .data(error.description)
    }
    digest = points.digest
  }

  /// Notes about the data for the user.
  var warnings: [String] { report?.warnings ?? [] }

  /// The rows that became no points; none where there are no rows.
  var losses: RowLosses { report.map { RowLosses($0) } ?? RowLosses(rows: points.count, unusable: []) }
}
