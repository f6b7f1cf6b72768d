/// The sizes at which strategies are timed.
package struct ScaleDefinition: Definition, Hashable, Sendable {
  /// The least number of points.
  package private(set) var smallest = 1000

  /// The seconds that a build or a frame may take.
  package private(set) var longest = 10.0

  package init() {}

  package static let owner = "a bench of sizes"

  package static let options: [DefinedOption<ScaleDefinition>] = [
    DefinedOption(
      "smallest", \.smallest, takes: .integer(1...1_000_000_000),
      "Points of the smallest size; each other has ten times as many, the last all points."),
    DefinedOption(
      "longest", \.longest, takes: .number(0...1e9), unit: "seconds",
      "How long a build or a frame may take; a strategy stops at the size before."),
  ]
}
