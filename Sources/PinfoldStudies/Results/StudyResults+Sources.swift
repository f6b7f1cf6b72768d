extension StudyResults {
  /// The point sets in blocks of one source each, in the order of their first: sets for which the plan names
  /// one source, with the same points, or with half of the smaller one's positions in common, from the same
  /// file, or from the same generator.
  ///
  /// Samples, extracts, seeds and copies of one source are not independent. Tests reduce the scores of each
  /// block to one number first, so that their *N* is the number of sources.
  ///
  /// - Complexity: O(*N*²) for *N* point sets.
  package var sources: [[Int]] {
    let declared = declaredSources
    func isOneSource(_ one: Int, _ other: Int) -> Bool {
      let (first, second) = (datasets[one], datasets[other])
      if let source = declared[one], source == declared[other] { return true }
      return first.digest == second.digest || first.origin == second.origin
        || overlap(first.name, second.name)
    }
    var blocks: [[Int]] = []
    for dataset in datasets.indices {
      let same = blocks.indices.filter { block in blocks[block].contains { isOneSource($0, dataset) } }
      // A set may join two blocks, by its points and by its file.
      let joined = same.flatMap { blocks[$0] } + [dataset]
      blocks = blocks.indices.filter { !same.contains($0) }.map { blocks[$0] } + [joined.sorted()]
    }
    return blocks.sorted { $0[0] < $1[0] }
  }

  /// The source of each point set that the plan names; nil where it names none.
  private var declaredSources: [String?] {
    let declared = Dictionary(manifest.datasets.map { ($0.name, $0.declaredSource) }) { first, _ in first }
    return datasets.map { declared[$0.name] ?? nil }
  }

  /// The sources of several point sets, by their names: "USGS (march, april)".
  package var sharedSources: [String] {
    let declared = declaredSources
    return sources.filter { $0.count > 1 }.map { block in
      let name = block.compactMap { declared[$0] }.first ?? datasets[block[0]].origin
      return "\(name) (\(block.map { datasets[$0].name }.joined(separator: ", ")))"
    }
  }

  /// The files that count as sources only because the plan names none.
  package var undeclaredFiles: [String] {
    let declared = declaredSources
    let alone = sources.filter { $0.count == 1 && declared[$0[0]] == nil }.map { datasets[$0[0]] }
    return alone.filter { $0.origin == $0.source }.map(\.name)
  }

  private func overlap(_ one: String, _ other: String) -> Bool {
    (manifest.overlaps ?? []).contains { overlap in
      overlap.isOneSource && Set([overlap.first, overlap.second]) == [one, other]
    }
  }
}

extension DatasetRecord {
  /// The file, or the generator without its parameters.
  var origin: String { source.dataOrigin }
}

extension String {
  /// The file of a dataset's source, or the generator without its parameters.
  var dataOrigin: String {
    guard hasSuffix(")"), let start = firstIndex(of: "(") else { return self }
    let name = self[..<start]
    return name.contains { $0 == "/" || $0 == "." } ? self : String(name)
  }
}
