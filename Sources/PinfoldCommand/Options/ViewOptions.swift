import ArgumentParser
import Pinfold
import PinfoldDefinitions

/// The part of the world to show, and its size.
struct ViewOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Middle, zoom and size of the view: LON,LAT,ZOOM or LON,LAT,ZOOM,WxH. Without it: all points.",
      valueName: "view"))
  var view: String?

  @OptionGroup var screen: Flags<ScreenDefinition>

  /// The view of the arguments, checked; nil for the data's own.
  func viewport(planar: Bool) throws -> Viewport? {
    try view.map { try screen.viewport($0, option: "--view", planar: planar) }
  }
}

extension Flags<ScreenDefinition> {
  /// The view that an option's text describes, checked.
  func viewport(_ text: String, option: String, planar: Bool) throws(DefinitionError) -> Viewport {
    let view = try ViewDefinition.form(text, place: option, isPlanar: planar)
    return try ViewDefinition(Node(.table(view + members), place: option)).viewport
  }
}

extension Flags<StrategiesDefinition> {
  /// The strategies with their steps.
  ///
  /// - Parameter usual: the strategy where none is named; nil for all that are usually compared.
  func strategies(
    in registry: Registry, usual: String? = nil
  ) throws(DefinitionError) -> [ClustererDefinition] {
    var members = members
    if let usual, !members.contains(where: { $0.name == "strategies" }) {
      members.append(("strategies", Node(.text(usual), place: "--strategy")))
    }
    return try StrategiesDefinition(Node(.table(members), place: "--strategy"), registry: registry).strategies
  }

  /// The one strategy of a command that takes one, the usual one where none is named.
  func one(in registry: Registry) throws -> ClustererDefinition {
    let all = try strategies(in: registry, usual: Registry.usualStrategy)
    guard all.count == 1 else { throw Failure.usage("--strategy: expected one strategy, not \(all.count)") }
    return all[0]
  }
}
