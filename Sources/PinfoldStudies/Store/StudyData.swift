import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// The points of one dataset of a study as they were read or made.
struct StudyData: Sendable {
  /// The points.
  let points: PointSet

  /// Their digest.
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

  /// What a user should know of the data.
  var warnings: [String] { report?.warnings ?? [] }

  /// The rows that became no points; none where there are no rows.
  var losses: RowLosses { report.map { RowLosses($0) } ?? RowLosses(rows: points.count, unusable: []) }
}
