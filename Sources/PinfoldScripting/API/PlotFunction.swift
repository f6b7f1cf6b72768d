import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldVerbs

extension FrameObject {
  /// `frame:plot { title = …, layers = … }`: the frame as an SVG map.
  static func describePlot(_ lua: LuaClass<FrameObject>) {
    lua.method("plot") { (frame, call: LuaCall, options: LuaTable?) in
      let options = try WithoutFiles<FramePictureOptions>(options, of: "plot").options
      return try Plot(frame.named, options).answer(call.verbContext).svg
    }
  }
}

extension MapObject {
  /// `map:page { title = …, zooms = … }`: the map as an HTML page that plays.
  static func describePage(_ lua: LuaClass<MapObject>) {
    lua.method("page") { (map, call: LuaCall, options: LuaTable?) in
      let options = try WithoutFiles<PageOptions>(options, of: "page").options
      return try PlotPage(.made(map.named), options).answer(map.scope.verbContext(call))
    }
  }
}

extension TransitionObject {
  /// `transition:plot { title = … }`: the transition as an SVG map.
  static func describePlot(_ lua: LuaClass<TransitionObject>) {
    lua.method("plot") { (transition, call: LuaCall, options: LuaTable?) in
      let options = try WithoutFiles<TransitionPictureOptions>(options, of: "plot").options
      let named = NamedTransition(transition.transition, from: transition.old, to: transition.new)
      return try PlotTransition(.made(named), options).answer(call.verbContext).svg
    }
  }
}

/// `plot(frames, { titles = …, columns = …, layers = … })`: frames side by side, or one frame, as one SVG
/// picture.
enum PlotFunction {
  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("plot") { (call: LuaCall, what: LuaValue, options: LuaTable?) in
      let options = try PictureOptions(options, of: "plot")
      let values = try what.table?.elements(as: LuaValue.self) ?? [what]
      let frames = try values.map { value -> NamedFrame in
        guard let frame = value.object(as: FrameObject.self) else {
          throw LuaArgumentError(1, "a frame or a list of frames expected, got a \(value.typeName)")
        }
        return frame.named
      }
      for path in options.drawing.base.base { try scope.checkReading(path) }
      return try Plot(.made(frames), options).answer(scope.verbContext(call)).svg
    }
  }
}

/// The options of a method, which plugins have too: without those that read files.
struct WithoutFiles<Options: Definition>: Definition {
  private(set) var options = Options()

  static var owner: String { Options.owner }

  static var options: [DefinedOption<Self>] {
    Options.options(in: \.options).filter { $0.about.name != "base" }
  }

  mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try options.complete(at: node, registry: registry)
  }
}
