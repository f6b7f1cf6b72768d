public import Pinfold
public import PinfoldDefinitions

/// Errors of a study as a whole; errors within a run are recorded there.
@nonexhaustive
public enum StudyError: Error, Sendable, CustomStringConvertible {
  /// The definition is invalid.
  case definition(DefinitionError)

  /// Data that cannot be read, or contain no points.
  case data(String)

  /// A folder without a study.
  case noStudy(String)

  /// A folder or file that cannot be made or written.
  case cannotWrite(String, reason: String)

  /// The database contradicts itself.
  case damaged(String, reason: String)

  /// The database was written in another layout.
  case otherSchema(String, found: Int, known: Int)

  /// The folder contains a study that differs from the plan by more than additions; the lines list
  /// differences.
  case otherPlan(String, differences: [String])

  /// The study would not make, or did not make, the frames of the manifest that it was run from.
  case notReproducible(differences: [String])

  /// Studies to be merged contradict each other; the lines list where.
  case notMergeable(differences: [String])

  /// The points are no longer those that the study was run on.
  case otherPoints(dataset: String, source: String)

  /// Another process runs a study in the folder.
  case busy(String)

  /// The context stopped the run.
  case stopped(ClusteringError)

  /// The result of `body`, whose errors become those of a study.
  static func wrapping<Output>(_ body: () throws -> Output) throws(StudyError) -> Output {
    do {
      return try body()
    } catch let error as StudyError {
      throw error
    } catch let error as DefinitionError {
      throw .definition(error)
    } catch {
      throw .data("\(error)")
    }
  }

  public var description: String {
    switch self {
    case .definition(let error): error.description
    case .data(let message): message
    case .noStudy(let folder): "\(folder): contains no study; 'pinfold study run' creates one"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    case .damaged(let path, let reason):
      "\(path): the database is damaged (\(reason)); restore it from a copy, or run the study in another folder"
    case .otherSchema(let path, let found, let known):
      "\(path): the database has schema version \(found), but this pinfold reads version \(known) only"
    case .otherPlan(let folder, let differences):
      "\(folder): contains a study with a different plan, and a plan can only add datasets, strategies, cameras and seeds; "
        + "use another folder\n"
        + differences.map { "  \($0)" }.joined(separator: "\n")
    case .notReproducible(let differences):
      "the study does not reproduce the frames of the manifest\n"
        + differences.map { "  \($0)" }.joined(separator: "\n")
    case .notMergeable(let differences):
      "the studies cannot be merged\n" + differences.map { "  \($0)" }.joined(separator: "\n")
    case .otherPoints(let dataset, let source):
      "dataset '\(dataset)': the points of \(source) have changed since the study was run"
    case .busy(let folder): "\(folder): another process is running this study"
    case .stopped(let error): error.description
    }
  }
}
