package import Pinfold
import PinfoldData
package import PinfoldDefinitions

/// Work that a user can request, as a value with all its options.
///
/// The command, Lua, the JSON shell, C and the live map read the options, run the verb and deliver its
/// answer. They contain no steps of their own, so that equal options give equal answers everywhere.
package protocol Verb {
  associatedtype Answer

  /// Does the work.
  ///
  /// - Throws: the error of the step that failed, which callers report as they report others of its type.
  func answer(_ context: VerbContext) throws -> Answer
}

/// The surroundings of a verb.
package struct VerbContext {
  package var run: RunContext

  /// Receives notes for the user, besides the answer; from any thread.
  package var note: @Sendable (String) -> Void

  /// Throws where so many bytes do not fit into the memory that the caller may use.
  package var reserve: (_ bytes: Int) throws -> Void = { _ in }

  /// The name of an option as the user writes it: "zooms", or "--zooms" in a command.
  package var option: (_ name: String) -> String = { $0 }

  /// Receives how much is done, from any thread but one call at a time.
  package var progress: @Sendable (VerbProgress) -> Void = { _ in }

  package init(
    _ run: RunContext = RunContext(), note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.run, self.note) = (run, note)
  }

  /// Tells that a part of the work begins whose steps are not counted, as "reading towns.csv".
  package func begin(_ phase: String) { progress(VerbProgress(done: 0, total: 0, phase: phase)) }

  /// Receives how many steps are done of how many, from a verb with one phase.
  package var steps: @Sendable (_ done: Int, _ total: Int) -> Void {
    { [progress] in progress(VerbProgress(done: $0, total: $1)) }
  }
}

/// The progress of a verb.
package struct VerbProgress: Sendable {
  package var done: Int

  /// The number of all steps; 0 where they are not counted.
  package var total: Int

  /// The part of the work that is counted; empty where there is only one.
  package var phase = ""

  /// The steps completed before the verb began, which are excluded from its speed.
  package var before = 0
}

package struct VerbMistake: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

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
