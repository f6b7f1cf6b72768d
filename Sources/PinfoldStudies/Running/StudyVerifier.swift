public import Pinfold
import PinfoldDefinitions

/// Verifies the stored content of a study.
///
/// The definition in the manifest is read again, with the data that it names. Everything that follows from it
/// is compared with the stored content: the tables, the manifest in the database and beside it, the identity
/// and the views of every run. Frames are decoded and compared with their digests, and measured again.
/// Optionally some runs are repeated.
public struct StudyVerifier: Sendable {
  private let store: StudyStore
  private let registry: Registry

  /// Plans the verification of a study.
  ///
  /// - Parameter registry: has all that the study names, its plugins too.
  public init(_ store: StudyStore, registry: Registry) {
    self.store = store
    self.registry = registry
  }

  /// Verifies every finished run.
  ///
  /// - Parameters:
  ///   - reruns: the number of runs to repeat, drawn by a seed from each strategy alternately.
  ///   - seed: the seed.
  ///   - context: when to stop, and the number of concurrent verifications.
  ///   - progress: called with the progress, from any thread but one call at a time.
  /// - Returns: the faults, the parts that could not be checked, and the parts that are not proved.
  /// - Throws: ``StudyError`` for a database that cannot be read, and if the context stops the call.
  /// - Complexity: that of the metrics, and of the repeated runs.
  public func verify(
    rerunning reruns: Int = 0, seed: UInt64 = 1, context: RunContext = RunContext(),
    progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }
  ) throws(StudyError) -> StudyVerification {
    let results = try store.results()
    var outcome = StudyVerification()
    outcome.problems += try store.manifestFaults()
    let plan: StudyDefinition
    do {
      plan = try results.manifest.plan(registry: registry, path: StudyStore.manifestName)
    } catch {
      outcome.notes.append("the study's definition cannot be read here: \(error)")
      return outcome
    }
    let subject = try VerifiedStudy(
      store: store, results: results, plan: plan, registry: registry, context: context, &outcome)
    outcome.problems += try subject.faults()
    try subject.checkRuns(context, &outcome, progress)
    try subject.compareDigests(&outcome)
    try subject.rerun(reruns, seed: seed, context, &outcome, progress)
    outcome.unproved = subject.unproved(outcome)
    return outcome
  }
}

/// The result of a verification.
public struct StudyVerification: Hashable, Sendable {
  /// The runs that were looked at.
  public var runs = 0

  /// The frames that were decoded.
  public var frames = 0

  /// The values that were measured again.
  public var values = 0

  /// The runs that were run again.
  public var reruns = 0

  /// The faults: the place, and the fault.
  public var problems: [String] = []

  /// The parts that could not be checked, and why.
  public var notes: [String] = []

  /// The parts that this verification does not prove, by columns of the database and members of the manifest.
  public var unproved: [String] = []

  /// The result of a verification.
  public enum Outcome: String, Hashable, Sendable {
    /// Everything was looked at and holds.
    case holds

    /// Something does not hold.
    case fails

    /// No fault was found, but a part, perhaps everything, could not be checked.
    case incomplete
  }

  /// The result.
  public var outcome: Outcome { !problems.isEmpty ? .fails : notes.isEmpty ? .holds : .incomplete }

  /// Adds the verification of other runs.
  mutating func add(_ other: StudyVerification) {
    runs += other.runs
    frames += other.frames
    values += other.values
    reruns += other.reruns
    problems += other.problems
    notes += other.notes
  }
}
