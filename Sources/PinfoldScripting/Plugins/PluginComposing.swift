import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

/// Functions of plugins that use built-ins of other kinds, as `group` uses strategies. Plugins of these kinds
/// cannot be called: studies record only the strategies that a plugin may call.
enum PluginComposing {
  private static let registry: Registry = {
    var registry = Registry.builtIn
    registry.registerMetrics()
    return registry
  }()

  static func open(in lua: LuaLibrary, context: @escaping () -> RunContext) {
    lua.define(
      "transition", "(old: frame, new: frame, diff: string, parameters?: table): TransitionAnswer",
      "In a plugin: the markers of a built-in diff, which a diff may change and return.",
      example: #"local answer = transition(old, new, "membership")"#
    ) { (old: FrameObject, new: FrameObject, name: String, parameters: LuaTable?) -> LuaFields in
      let diff = try product(name, .diff, parameters, of: "transition")
      return fields(of: try diff.transition(from: old.frame, to: new.frame))
    }
    lua.define(
      "measure", "(frames: frame|frame[], metric: string, parameters?: table): table",
      "In a plugin: the values of a built-in metric by measure.",
      example: #"measure(frame, "overlap").share"#
    ) { (subject: LuaValue, name: String, parameters: LuaTable?) -> MeasureTable in
      let metric = try product(name, .metric, parameters, of: "measure")
      guard let frames = try subject.object(as: FrameObject.self).map({ [$0.frame] }) ?? subject.frames else {
        throw LuaArgumentError(1, "frame or list of frames expected, got \(subject.typeName)")
      }
      return MeasureTable(results: try metric.evaluate(MetricSubject(frames, context: context())))
    }
  }

  private static func product<Product>(
    _ name: String, _ kind: RegistryKind<Product>, _ parameters: LuaTable?, of owner: String
  ) throws -> Product {
    let registration = try registry.find(name, kind: kind)
    return try registration(
      try ParameterValues(
        try Node(parameters, of: owner), of: registration.parameters, owner: registration.label))
  }

  private static func fields(of transition: MarkerTransitions) -> LuaFields {
    [
      "duration": transition.duration, "easing": transition.easing.rawValue,
      "markers": transition.markers.map { marker in
        [
          "kind": marker.kind.rawValue, "old": marker.old.map { $0 + 1 }, "new": marker.new.map { $0 + 1 },
          "count": marker.count, "addedAt": marker.addedAt, "removedAt": marker.removedAt,
        ] as LuaFields
      },
    ]
  }
}
