import ArgumentParser
import Pinfold
import PinfoldEvaluation

/// The options of running: threads and time.
struct RunOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Threads to use, which never changes a result. Without it: one for each processor; for bench, one.",
      valueName: "number"))
  var threads: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Give up after so long.", valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads \(threads): expected a whole number in 1…1024")
    }
    if let timeout, !(timeout > 0 && timeout <= 1e9) {
      throw ValidationError(
        "--timeout \(ParameterValue.number(timeout)): expected a number of seconds above 0")
    }
  }

  /// The context of a run that begins now.
  func context(threads ordinary: Int = Processors.count) -> RunContext {
    RunContext(deadline: timeout.map { .now + .seconds($0) }, threads: threads ?? ordinary)
  }
}
