import Lua
import Pinfold
import PinfoldDrawing

extension FrameObject {
  /// `frame:plot { title = …, layers = … }`: the frame as an SVG map.
  static func describePlot(_ lua: LuaClass<FrameObject>) {
    lua.method("plot") { (frame, options: [String: LuaValue]?) in
      var options = OptionTable(options, of: "plot", known: ["title", "layers"])
      let drawing = MapDrawing(title: try options.text("title"), layers: try options.layers())
      try options.finish()
      return drawing.picture(of: frame.frame).svg
    }
  }
}

/// `plot(frames, { titles = …, columns = …, layers = … })`: frames side by side as one SVG picture.
enum PlotFunction {
  static func open(in state: LuaState) {
    state.define("plot") { (frames: [LuaValue], options: [String: LuaValue]?) in
      var options = OptionTable(options, of: "plot", known: ["titles", "columns", "layers"])
      let frames = try frames.map { value in
        guard let frame = value.object(as: FrameObject.self) else {
          throw LuaArgumentError(1, "frames expected, got a \(value.typeName) among them")
        }
        return frame.frame
      }
      let titles = try (options.list("titles") ?? []).map { value in
        guard let title = value.string else {
          throw LuaError(.runtime, "plot: 'titles' holds a \(value.typeName); it takes texts")
        }
        return title
      }
      let columns = try options.integer("columns", in: 1...1000) ?? Picture.columns(for: frames.count)
      let layers = try options.layers()
      try options.finish()
      let pictures = frames.enumerated().map { place, frame in
        MapDrawing(title: place < titles.count ? titles[place] : nil, layers: layers).picture(of: frame)
      }
      return Picture.grid(pictures, columns: columns).svg
    }
  }
}

extension OptionTable {
  /// Takes the option `layers`; the standard ones where it is not given.
  fileprivate mutating func layers() throws -> MapDrawing.Layers {
    guard let names = try list("layers") else { return .standard }
    return try MapDrawing.Layers(
      names: try names.map { value in
        guard let name = value.string else {
          throw LuaError(.runtime, "plot: 'layers' holds a \(value.typeName); it takes names")
        }
        return name
      })
  }
}
