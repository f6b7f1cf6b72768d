package import Pinfold
import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation

/// Joins the finished runs of several studies in one folder.
///
/// Runs are recognized by their identity, wherever they were made: parts of one study give, in any order,
/// what one run of it would have given. Parts may overlap, where they agree.
package struct StudyMerger: Sendable {
  /// The plan, which has the runs of all parts; see ``StudyManifest/union(of:)``.
  package var plan: StudyDefinition
  package var parts: [StudyStore]

  /// Called with what a user should know of the data.
  package var note: @Sendable (String) -> Void = { _ in }

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
          "\(part.folder): adds nothing; its \(counted(runs.count, "run")) are in earlier folders, such as \(first)"
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

extension StudyManifest {
  /// The manifest of the study that has what any of several has: every dataset, strategy, camera and seed, in
  /// the order in which they come, under the first one's name. Metrics and whatever else decides results must
  /// be the same in all.
  ///
  /// - Parameter parts: studies with their names in messages, at least one.
  /// - Throws: ``StudyError/notMergeable(differences:)`` for what is not the same, or has one name and is
  ///   another thing.
  package static func union(of parts: [(name: String, manifest: Self)]) throws(StudyError) -> Self {
    guard var union = parts.first?.manifest else {
      throw .notMergeable(differences: ["no study was given"])
    }
    let first = parts[0].name
    var differences: [String] = []
    for (name, part) in parts.dropFirst() {
      differences += union.add(part).map { "\($0) \(name) than in \(first)" }
    }
    if !differences.isEmpty { throw .notMergeable(differences: differences) }
    union.frames = nil
    union.scores = nil
    return union
  }

  /// Adds what another study has.
  ///
  /// - Returns: what contradicts this one, each as the beginning of a sentence that ends with the other
  ///   one's name.
  private mutating func add(_ part: Self) -> [String] {
    guard case .table(var mine) = definition, case .table(let theirs) = part.definition else {
      return ["the definition is not a table in"]
    }
    var differences: [String] = []
    let axes = ["datasets", "strategies", "controls", "cameras", "starts", "seeds"]
    for key in Set(mine.keys).union(theirs.keys).sorted()
    where !(axes + ["name"]).contains(key) && mine[key] != theirs[key] {
      differences.append("'\(key)' is different in")
    }
    differences += add(
      "datasets", &mine, theirs, to: \.datasets, part.datasets, \.name,
      isSame: { $0.sha256 == $1.sha256 && $0.declaredSource == $1.declaredSource },
      "dataset '%' has different points or a different source in")
    // Datasets of different parts were not compared.
    let known = overlaps ?? []
    let added = known + (part.overlaps ?? []).filter { !known.contains($0) }
    overlaps = overlaps == nil && part.overlaps == nil ? nil : added
    let before = (competitors: Set(competitors.map(\.label)), controls: Set(controls.map(\.label)))
    for (axis, items) in [("strategies", part.competitors), ("controls", part.controls)] {
      differences += add(
        axis, &mine, theirs, to: \.strategies, Array(items), \.label, isSame: { $0 == $1 },
        "strategy '%' has a different version or different parameters in")
    }
    // Controls come last. A strategy that is compared in one study and a control in the other stays as it is
    // here.
    let compared = before.competitors.union(part.competitors.map(\.label)).subtracting(before.controls)
    strategies =
      strategies.filter { compared.contains($0.label) } + strategies.filter { !compared.contains($0.label) }
    for axis in ["cameras", "starts", "seeds"] {
      let known = mine[axis]?.elements ?? []
      mine[axis] = .list(known + (theirs[axis]?.elements ?? []).filter { !known.contains($0) })
    }
    for plugin in part.plugins where !plugins.contains(plugin) {
      if plugins.contains(where: { $0.name == plugin.name }) {
        differences.append("plugin '\(plugin.name)' has a different text in")
      }
      plugins.append(plugin)
    }
    definition = .table(mine)
    return differences
  }

  /// Adds the elements of an axis whose names are new.
  private mutating func add<Item>(
    _ axis: String, _ mine: inout [String: JSONValue], _ theirs: [String: JSONValue],
    to known: WritableKeyPath<Self, [Item]>, _ items: [Item], _ name: (Item) -> String,
    isSame: (Item, Item) -> Bool, _ difference: String
  ) -> [String] {
    var differences: [String] = []
    var elements = mine[axis]?.elements ?? []
    for (item, element) in zip(items, theirs[axis]?.elements ?? []) {
      if let same = self[keyPath: known].first(where: { name($0) == name(item) }) {
        if !isSame(same, item) { differences.append(difference.replacing("%", with: name(item))) }
      } else {
        self[keyPath: known].append(item)
        elements.append(element)
      }
    }
    mine[axis] = .list(elements)
    return differences
  }
}

extension StudyStore {
  /// Takes over the finished runs of another study, in one transaction.
  ///
  /// A run that both have must have the same frames, and the same values of the measures that both have; it
  /// gets the values that are missing here. One that failed gives way to one that did not.
  ///
  /// - Parameter ids: the ids that this study's plan gives its runs, by their identity.
  func take(_ part: StudyStore, ids: [Digest: Int]) throws(StudyError) {
    let finished = try part.finishedRuns().sorted { $0.value < $1.value }
    let partAxes = try part.read { try StudyAxes($0) }
    try write { db in
      let axes = try StudyAxes(db)
      for (identity, partID) in finished {
        let run = try part.read { try Self.finishedRun(partID, $0, partAxes) }
        guard let id = ids[identity], var run else {
          throw StudyError.damaged(
            part.folder, reason: "table 'run', row with id \(partID): not in the study's plan")
        }
        let place = axes.run(at: id)
        (run.run.dataset, run.run.strategy) = (place.dataset, place.strategy)
        (run.run.camera, run.run.seed) = (place.camera, place.seed)
        guard let known = try Self.finishedRun(id, db, axes) else {
          try db.insert(run, id: id)
          continue
        }
        if run.run.failure != nil { continue }
        if known.run.failure != nil {
          try db.deleteRun(id)
          try db.insert(run, id: id)
          continue
        }
        if let difference = run.difference(from: known) {
          throw StudyError.notMergeable(differences: [
            "\(axes.name(of: place)): \(difference) in \(part.folder) than in the others"
          ])
        }
        for (index, measure) in run.measures.enumerated() where known.index(of: measure) == nil {
          var more = run.run
          more.values = [run.run.values[index]]
          try db.insert(more, [measure], id: id)
        }
      }
    }
  }
}

extension FinishedRun {
  fileprivate func index(of measure: MeasureRecord) -> Int? {
    measures.firstIndex { $0.label == measure.label && $0.version == measure.version }
  }

  /// The differences from another result of the same run, in words; nil for none.
  func difference(from other: FinishedRun) -> String? {
    if run.size != other.run.size { return "is tuned to a different size" }
    if run.frames != other.run.frames { return "has different frames" }
    for (measure, values) in zip(measures, run.values) {
      guard let index = other.index(of: measure) else { continue }
      if other.run.values[index] != values { return "has different values of \(measure.label)" }
    }
    return nil
  }
}
