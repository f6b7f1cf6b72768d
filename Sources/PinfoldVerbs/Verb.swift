package import Pinfold

/// Work that a user can ask for, as a value with all its options.
///
/// The command, Lua, the JSON shell, C and the live map read the options, run the verb and deliver its
/// answer. They contain no steps of their own, so that equal options give equal answers everywhere.
package protocol Verb {
  associatedtype Answer

  /// Does the work.
  func run(_ context: VerbContext) throws(VerbError) -> Answer
}

/// The surroundings of a verb.
package struct VerbContext {
  package var run: RunContext

  /// Receives what the user should know, besides the answer; from any thread.
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

  /// Receives how many steps are done of how many, from a verb with one phase.
  package var steps: @Sendable (_ done: Int, _ total: Int) -> Void {
    { [progress] in progress(VerbProgress(done: $0, total: $1)) }
  }
}

/// How much of a verb is done.
package struct VerbProgress: Sendable {
  package var done: Int
  package var total: Int

  /// The part of the work that is counted; empty where there is only one.
  package var phase = ""

  /// The steps that were done before the verb began, which say nothing about its speed.
  package var before = 0
}

package struct VerbMistake: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// The error that stopped a verb.
package struct VerbError: Error, CustomStringConvertible {
  /// The error of the step that failed, which callers report as they report others of its type.
  package let cause: any Error

  package var description: String { "\(cause)" }

  /// The result of a body whose errors are those of a verb.
  package static func wrapping<Result>(_ body: () throws -> Result) throws(VerbError) -> Result {
    do { return try body() } catch { throw VerbError(cause: error) }
  }
}

extension Verb {
  package func answer(_ context: VerbContext) throws -> Answer {
    do { return try run(context) } catch { throw error.cause }
  }
}
