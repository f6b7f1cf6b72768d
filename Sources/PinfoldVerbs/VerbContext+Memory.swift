package import Pinfold
import PinfoldData
package import PinfoldDefinitions

/// Estimates of the memory that steps take, checked against the limit of the host before they begin:
/// allocations are counted only once they are made, which is too late for a machine that does not have as
/// much.
package enum MemoryNeed {
  /// The bytes of the points of definitions, all of them at a time.
  package static func points(_ datasets: [DatasetDefinition]) -> Int {
    datasets.reduce(0) { bytes, dataset in
      bytes + (dataset.path.map(file) ?? 0) + (dataset.count ?? 0) * Memory.bytesPerPoint
    }
  }

  /// The bytes of each strategy on each set, as many at a time as there are threads.
  ///
  /// - Parameter counts: the numbers of the sets' points.
  package static func runs(of counts: [Int], by clusterers: [Clusterer], threads: Int) -> Int {
    let bytes = (clusterers.map(\.strategy.buildBytesPerPoint).max() ?? 0) + marker
    return (counts.max() ?? 0) * bytes * min(threads, counts.count * clusterers.count)
  }

  /// The bytes of a file: what it holds, unpacked, and what is taken from that.
  package static func file(_ path: String) -> Int {
    2 * max(Folder.size(ofFile: path), Folder.unpackedSize(ofFile: path) ?? 0)
  }

  /// The bytes of a cluster in a frame; measured.
  package static let marker = 48
}

extension VerbContext {
  func reserve(points datasets: [DatasetDefinition]) throws { try reserve(MemoryNeed.points(datasets)) }

  func reserve(runsOf counts: [Int], by clusterers: [Clusterer]) throws {
    try reserve(MemoryNeed.runs(of: counts, by: clusterers, threads: run.threads))
  }

  func reserve(file path: String) throws { try reserve(MemoryNeed.file(path)) }
}
