import PinfoldEvaluation

/// Data sets in blocks of one source each: those for which the plan names one source; with the same points,
/// or with half of the smaller one's positions in common; and, unless the plan names a source for both, from
/// the same file, or from the same generator.
///
/// Samples, extracts, seeds and copies of one source are not independent. Tests reduce the scores of each
/// block to one number first, so that their *N* is the number of sources.
struct DataSources {
  /// A data set: the digest of its points, and its source as the plan names it, if it does.
  typealias Member = (name: String, points: String, source: String, declared: String?)

  /// The indices of the data sets, by the first of each block.
  private(set) var blocks: [[Int]] = []

  /// The overlaps of sets that are not known as one by anything else, in words with what they count as.
  private(set) var overlaps: [String] = []

  /// - Complexity: O(*N*²) for *N* data sets.
  init(_ datasets: [Member], _ overlaps: [StudyManifest.Overlap]) {
    func haveOneOrigin(_ first: Member, _ second: Member) -> Bool {
      guard let declared = first.declared, let other = second.declared else {
        return first.source.dataOrigin == second.source.dataOrigin
      }
      return declared == other
    }
    for (index, dataset) in datasets.enumerated() {
      let same = blocks.filter { block in
        block.map { datasets[$0] }.contains { other in
          dataset.points == other.points || haveOneOrigin(dataset, other)
            || overlaps.contains {
              $0.isOneSource && Set([$0.first, $0.second]) == [dataset.name, other.name]
            }
        }
      }
      // A set may join two blocks, by its points and by its file.
      blocks = blocks.filter { !same.contains($0) } + [(same.joined() + [index]).sorted()]
    }
    blocks.sort { $0[0] < $1[0] }
    self.overlaps = overlaps.compactMap { overlap in
      guard let first = datasets.firstIndex(where: { $0.name == overlap.first }),
        let second = datasets.firstIndex(where: { $0.name == overlap.second }),
        datasets[first].points != datasets[second].points, !haveOneOrigin(datasets[first], datasets[second])
      else { return nil }
      let isOne = blocks.contains { $0.contains(first) && $0.contains(second) }
      return overlap.inWords + (isOne ? ", and count as one source" : ", and count as two sources")
    }
  }
}

extension StudyResults {
  /// The point sets in blocks of one source each, in the order of their first; see ``DataSources``.
  package var sources: [[Int]] { dataSources.blocks }

  var dataSources: DataSources {
    let declared = declaredSources
    return DataSources(
      datasets.enumerated().map { ($1.name, $1.digest.description, $1.source, declared[$0]) },
      manifest.overlaps ?? [])
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
      let names = block.compactMap { declared[$0] }.uniqued
      let name = names.isEmpty ? datasets[block[0]].source.dataOrigin : names.joined(separator: ", ")
      return inWords(name, block)
    }
  }

  /// The point sets of one file or generator that count as several sources because the plan names several:
  /// "uniform (a, b)".
  var declaredApart: [String] {
    let declared = declaredSources
    let origins = Dictionary(grouping: datasets.indices.filter { declared[$0] != nil }) {
      datasets[$0].source.dataOrigin
    }
    let apart = origins.filter { Set($1.map { declared[$0] }).count > 1 }
    return apart.sorted { $0.value[0] < $1.value[0] }.map { inWords($0.key, $0.value) }
  }

  /// Point sets by their names: "USGS (march, april)".
  private func inWords(_ name: String, _ block: [Int]) -> String {
    "\(name) (\(block.map { datasets[$0].name }.joined(separator: ", ")))"
  }

  /// The files that count as sources only because the plan names none.
  package var undeclaredFiles: [String] {
    let declared = declaredSources
    let alone = sources.filter { $0.count == 1 && declared[$0[0]] == nil }.map { datasets[$0[0]] }
    return alone.filter { $0.source.dataOrigin == $0.source }.map(\.name)
  }
}

extension String {
  /// The file of a dataset's source, or the generator without its parameters.
  var dataOrigin: String {
    guard hasSuffix(")"), let start = firstIndex(of: "(") else { return self }
    let name = self[..<start]
    return name.contains { $0 == "/" || $0 == "." } ? self : String(name)
  }
}
