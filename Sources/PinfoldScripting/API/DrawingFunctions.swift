import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldTiles
import PinfoldVerbs

extension FrameObject {
  /// `frame:plot { title = …, layers = … }`: the frame as an SVG map.
  static func describePlot(_ lua: LuaClass<FrameObject>) {
    lua.method("plot", "(options?: PlotOptions): string", "The frame as an SVG map.") {
      (frame, call: LuaCall, options: LuaTable?) in
      let options = try WithoutFiles<FramePictureOptions>(options, of: "plot").options
      return try Plot(frame.named, options).answer(call.verbContext).svg
    }
  }
}

extension MapObject {
  /// `map:page { title = …, zooms = … }`: the map as an HTML page that plays.
  static func describePage(_ lua: LuaClass<MapObject>) {
    lua.method(
      "page", "(options?: PageOptions): string",
      "The map as an HTML page with panning, zooming and transitions, without a server; for panInvariant strategies."
    ) { (map, call: LuaCall, options: LuaTable?) in
      let options = try WithoutFiles<PageOptions>(options, of: "page").options
      return try PlotPage(.made(map.named), options).answer(map.scope.verbContext(call))
    }
  }
}

extension TransitionObject {
  /// `transition:plot { title = … }`: the transition as an SVG map.
  static func describePlot(_ lua: LuaClass<TransitionObject>) {
    lua.method(
      "plot", "(options?: TransitionPlotOptions): string", "The transition as an SVG map with arrows."
    ) { (transition, call: LuaCall, options: LuaTable?) in
      let options = try WithoutFiles<TransitionPictureOptions>(options, of: "plot").options
      let named = NamedTransition(transition.transition, from: transition.old, to: transition.new)
      return try PlotTransition(.made(named), options).answer(call.verbContext).svg
    }
  }
}

/// `plot`: frames as one SVG picture; `tiles` and `index`: a map as vector tiles, and as a file that opens at
/// once. These are functions, not methods: plugins have maps too, but write no files.
enum DrawingFunctions {
  static func open(in lua: LuaLibrary, scope: ScriptScope) {
    lua.define(
      "plot", "(frames: frame|frame[], options?: PictureOptions): string",
      "A frame, or several side by side, as one SVG picture.",
      example: #"io.open("map.svg", "w"):write(plot({ a, b }, { titles = { "a", "b" } }))"#
    ) { (call: LuaCall, what: LuaValue, options: LuaTable?) in
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
    lua.define(
      "tiles", "(map: map, path: string, options?: TilesOptions): TilesSummary",
      "Writes a map's clusters of all zooms as vector tiles: a .pmtiles, a .mbtiles, or a new folder.",
      example: #"tiles(map, "clusters.pmtiles", { zooms = "0-10" }).tiles"#
    ) { (call: LuaCall, map: MapObject, path: String, options: LuaTable?) in
      guard let archive = TileArchive(named: path) else {
        throw LuaArgumentError(2, "\(TileArchive.expectation) expected, got '\(path)'")
      }
      if archive == .folder {
        try scope.checkWriting(in: path)
      } else {
        try scope.checkWriting(file: path)
      }
      let options = try TilesDefinition(options, of: "tiles", registry: scope.registry)
      let set = try Tiles(.made(map.named), options, isPacked: archive.packsTiles).answer(
        scope.verbContext(call))
      try archive.write(set, to: path)
      return ["tiles": set.tiles.count, "bytes": set.byteCount]
    }
    lua.define(
      "index", "(map: map, path: string): integer",
      "Saves a map's points and clusters as a file that dataset() and commands open at once, and returns its size in bytes.",
      example: #"index(map, "towns.pinfold")"#
    ) { (call: LuaCall, map: MapObject, path: String) in
      try scope.checkWriting(file: path)
      return try Index(map.named).answer(scope.verbContext(call)).write(to: path)
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
