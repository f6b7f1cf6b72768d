import ArgumentParser
import Pinfold
import PinfoldDefinitions
import PinfoldScripting
import PinfoldStudies
import PinfoldVerbs

/// A subcommand that reads its options into a verb, runs it, and delivers the answer.
protocol VerbCommand: ParsableCommand {
  associatedtype Work: Verb

  var plugins: PluginOptions { get }
  var running: Flags<RunDefinition> { get }

  /// Reads the verb. Mistakes that the arguments alone show are thrown here, before any data are read.
  func verb(_ registry: Registry) throws -> Work

  func deliver(_ answer: Work.Answer) throws
}

extension VerbCommand {
  func run() throws { try deliver(try running.answer(try verb(try plugins.workbench().registry))) }
}

extension Flags<RunDefinition> {
  /// The context of a run that begins now; Ctrl-C ends the process.
  ///
  /// - Parameter usual: the number of threads if no flag gives it; nil for one per processor.
  func context(threads usual: Int? = nil) throws(DefinitionError) -> RunContext {
    Interrupts.endProcess()
    return try definition().context(threads: usual)
  }

  func answer<Work: Verb>(_ verb: Work, threads usual: Int? = nil) throws -> Work.Answer {
    try VerbContext.command(try context(threads: usual)).answer(verb)
  }

  func stoppable<Work: Verb>(_ verb: Work) throws -> Work.Answer {
    var context = try context()
    let cancellation = Cancellation()
    context.cancellation = cancellation
    Interrupts.flip(cancellation)
    return try VerbContext.command(context).answer(verb)
  }

  /// The answer of a verb that Ctrl-C stops, and that the same command resumes.
  func resumable<Work: Verb>(_ verb: Work) throws -> Work.Answer {
    do { return try stoppable(verb) } catch StudyError.stopped(.cancelled) {
      Console.errorLine("pinfold: stopped; the same command goes on from here")
      throw Failure.interrupted
    }
  }
}

extension VerbContext {
  /// The surroundings of a verb in a command: its notes go to standard error, its options are flags.
  static func command(_ run: RunContext) -> VerbContext {
    var context = VerbContext(run) { Console.note($0) }
    context.option = ParameterDescription.flag
    return context
  }

  fileprivate func answer<Work: Verb>(_ verb: Work) throws -> Work.Answer {
    try showingProgress { try verb.answer($0) }
  }

  /// Calls `body` with surroundings whose progress is shown.
  func showingProgress<Result>(_ body: (VerbContext) throws -> Result) rethrows -> Result {
    let bar = ProgressBar()
    defer { bar.finish() }
    var context = self
    context.progress = { bar.update($0.done, $0.total, of: $0.phase, before: $0.before) }
    context.note = { [note] text in
      bar.clear()
      note(text)
    }
    return try body(context)
  }
}
