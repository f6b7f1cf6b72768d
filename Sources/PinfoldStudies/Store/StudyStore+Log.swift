extension StudyStore {
  /// Adds to the log that results were reported, unless nothing has changed since that was done last.
  ///
  /// - Returns: why it could not be done; nil where it was.
  package func recordReport() -> String? {
    guard !isReadOnly else { return "the report is not in the study's log, as the folder cannot be written" }
    do {
      let runs = try finishedRuns().count
      try changeManifest { stored in
        guard var manifest = stored else { throw StudyError.noStudy(folder) }
        if let last = manifest.log?.last, last.event == .reported, last.runs == runs { return nil }
        manifest.add(.reported, runs: runs)
        return manifest
      }
      return nil
    } catch {
      return "the report is not in the study's log: \(error)"
    }
  }
}
