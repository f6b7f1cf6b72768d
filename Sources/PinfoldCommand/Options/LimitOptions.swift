import ArgumentParser
import PinfoldScripting

/// The resources that a script may use.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most memory that Lua may hold, in megabytes.", valueName: "megabytes"))
  var memoryLimit: Int?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The longest that it may run.", valueName: "seconds"))
  var timeLimit: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most instructions of Lua that it may run; ends at the same place each time.", valueName: "number"))
  var instructionLimit: Int?

  func validate() throws {
    if let memoryLimit, !(1...1_000_000).contains(memoryLimit) {
      throw ValidationError("--memory-limit \(memoryLimit): expected a whole number in 1…1000000")
    }
    if let timeLimit, !(timeLimit > 0 && timeLimit <= 1e6) {
      throw ValidationError("--time-limit \(timeLimit): expected a number above 0, to 1000000")
    }
    if let instructionLimit, instructionLimit < 1 {
      throw ValidationError("--instruction-limit \(instructionLimit): expected a whole number from 1")
    }
  }

  var limits: ScriptLimits {
    var limits = ScriptLimits()
    limits.memory = memoryLimit.map { $0 << 20 }
    limits.seconds = timeLimit
    limits.instructions = instructionLimit
    return limits
  }
}
