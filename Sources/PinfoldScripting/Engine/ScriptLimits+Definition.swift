import Pinfold
package import PinfoldDefinitions

/// The limits as options.
extension ScriptLimits: Definition {
  package static let owner = "a script's limits"

  package static let options: [DefinedOption<ScriptLimits>] = [
    DefinedOption(
      "memoryLimit", \.megabytes, takes: .integer(1...1_000_000), unit: "megabytes",
      "The most memory that Lua may hold."),
    DefinedOption(
      "timeLimit", \.seconds, takes: .number(0...1e6), unit: "seconds", "The longest that it may run."),
    DefinedOption(
      "instructionLimit", \.instructions, takes: .integer(1...Int.max),
      "The most instructions of Lua that it may run; ends at the same point each time."),
  ]

  private var megabytes: Int? {
    get { memory.map { $0 >> 20 } }
    set { memory = newValue.map { $0 << 20 } }
  }
}
