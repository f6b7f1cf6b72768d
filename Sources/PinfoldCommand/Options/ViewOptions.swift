import ArgumentParser
import Pinfold
import PinfoldDefinitions

/// The part of the world to show, and its size.
struct ViewOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Center, zoom and size of the view: LON,LAT,ZOOM or LON,LAT,ZOOM,WxH. Default: all points.",
      valueName: "view"))
  var view: String?

  @OptionGroup var box: Flags<BoxDefinition>
  @OptionGroup var screen: Flags<ScreenDefinition>

  var given: String? { Self.list((view == nil ? [] : ["view"]) + box.members.map(\.name)) }

  private static func list(_ names: [String]) -> String? {
    names.isEmpty ? nil : names.map { "--\($0)" }.joined(separator: " and ")
  }

  /// The view of the arguments, checked as far as can be without data; nil for the data's own.
  func definition(planar: Bool) throws -> ViewDefinition? {
    let box = box.members
    if let view {
      if let others = Self.list(box.map(\.name)) {
        throw Failure.usage("--view sets the center and zoom already; leave out \(others)")
      }
      return ViewDefinition(try screen.viewport(view, option: "--view", planar: planar))
    }
    guard !box.isEmpty else { return nil }
    guard box.contains(where: { $0.name == "bbox" }) else {
      throw Failure.usage("--zoom needs --bbox; --view has its own zoom")
    }
    let definition = try ViewDefinition(Node(.table(box + screen.members), place: "--bbox"))
    try definition.check(planar: planar)
    return definition
  }
}

extension Flags<ScreenDefinition> {
  func viewports(from: String, to: String, planar: Bool) throws -> (from: Viewport, to: Viewport) {
    (
      try viewport(from, option: "--from", planar: planar), try viewport(to, option: "--to", planar: planar)
    )
  }

  func viewport(_ text: String, option: String, planar: Bool) throws(DefinitionError) -> Viewport {
    let view = try ViewDefinition.form(text, place: option, isPlanar: planar)
    return try ViewDefinition(Node(.table(view + members), place: option)).viewport(on: .mercator)
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

  func one(in registry: Registry) throws -> ClustererDefinition {
    let all = try strategies(in: registry, usual: Registry.usualStrategy)
    guard all.count == 1 else { throw Failure.usage("--strategy: expected one strategy, not \(all.count)") }
    return all[0]
  }
}
