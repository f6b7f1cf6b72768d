extension StudyResults {
  /// The point sets in blocks of one source each, in the order of their first: sets with the same points, or
  /// with half of the smaller one's positions in common, from the same file, or from the same generator.
  ///
  /// Samples, seeds and copies of one source repeat it. Tests reduce the scores of a block to one number
  /// first, so that their *N* is the number of sources.
  ///
  /// - Complexity: O(*N*²) for *N* point sets.
  package var sources: [[Int]] {
    var blocks: [[Int]] = []
    for dataset in datasets.indices {
      let same = blocks.indices.filter { block in
        blocks[block].contains {
          datasets[$0].digest == datasets[dataset].digest || datasets[$0].origin == datasets[dataset].origin
            || overlap(datasets[$0].name, datasets[dataset].name)
        }
      }
      // A set may join two blocks, by its points and by its file.
      let joined = same.flatMap { blocks[$0] } + [dataset]
      blocks = blocks.indices.filter { !same.contains($0) }.map { blocks[$0] } + [joined.sorted()]
    }
    return blocks.sorted { $0[0] < $1[0] }
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
  /// Of a dataset's source the file, or the generator without its parameters.
  var dataOrigin: String {
    guard hasSuffix(")"), let start = firstIndex(of: "(") else { return self }
    let name = self[..<start]
    return name.contains { $0 == "/" || $0 == "." } ? self : String(name)
  }
}
