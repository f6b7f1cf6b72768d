package import Pinfold
package import PinfoldDefinitions
import PinfoldEvaluation

/// Joins the finished runs of several studies in one folder.
///
/// Runs are recognised by their identity, wherever they were made: parts of one study give, in any order,
/// what one run of it would have given. Parts may overlap, where they agree.
package struct StudyMerger: Sendable {
  /// The plan, which has the runs of all parts; see ``StudyManifest/union(of:)``.
  package var plan: StudyDefinition

  /// The studies.
  package var parts: [StudyStore]

  /// Called with what a user should know of the data.
  package var note: @Sendable (String) -> Void = { _ in }

  /// Plans a merging.
  package init(_ plan: StudyDefinition, _ parts: [StudyStore]) {
    self.plan = plan
    self.parts = parts
  }

  /// Merges into a folder, which is made if it does not exist. A study that it holds gets what it lacks.
  ///
  /// Each part is one transaction: a merging that was stopped is resumed by the next call. No run is made,
  /// and timings stay behind, as those of several machines cannot be compared; a ``StudyRunner`` adds what is
  /// missing.
  ///
  /// - Throws: ``StudyError`` for data that cannot be read or are other than the parts', and for runs that
  ///   contradict each other.
  /// - Complexity: that of copying the frames and values.
  package func merge(
    into folder: String, context: RunContext = RunContext()
  ) throws(StudyError) -> StudyStore {
    let workspace = try StudyWorkspace(plan, in: folder, context: context, note: note)
    let ids = Dictionary(workspace.identities.enumerated().map { ($1, $0) }) { first, _ in first }
    var known: [Digest: String] = [:]
    for part in parts {
      do { try context.check() } catch { throw .stopped(error) }
      let runs = try part.runIdentities().map(\.identity)
      if let first = runs.first.flatMap({ known[$0] }), runs.allSatisfy({ known[$0] != nil }) {
        note(
          "\(part.folder): \(counted(runs.count, "run")), which other folders before it have too, as \(first) has"
        )
      }
      for run in runs where known[run] == nil { known[run] = part.folder }
      try workspace.store.take(part, ids: ids)
    }
    var manifest = try workspace.saveManifest()
    let pasts = try parts.map { (part) throws(StudyError) in (part.folder, try part.manifest()) }
    let finished = try workspace.store.finishedRuns().count
    let merged = pasts.map { $1.pastInWords(as: $0) }
    if manifest.log?.last?.added != merged { manifest.add(.merged, runs: finished, added: merged) }
    for (_, made) in pasts {
      manifest.keep(made)
      manifest.pluginLimits = manifest.pluginLimits ?? made.pluginLimits
    }
    try workspace.store.save(manifest)
    return workspace.store
  }
}
