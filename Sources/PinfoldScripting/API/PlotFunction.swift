import Lua
import Pinfold
import PinfoldDrawing

extension FrameObject {
  /// `frame:plot { title = …, layers = … }`: the frame as an SVG map.
  static func describePlot(_ lua: LuaClass<FrameObject>) {
    lua.method("plot") { (frame, options: [String: LuaValue]?) in
      var options = OptionTable(options, of: "plot", known: ["title"] + OptionTable.drawing)
      var drawing = try options.drawing()
      drawing.title = try options.text("title")
      try options.finish()
      return try frame.picture(by: drawing).svg
    }
  }

  /// The frame drawn, with the strategy's cells where the drawing shows them.
  fileprivate func picture(by drawing: MapDrawing) throws -> Picture {
    let cells = drawing.layers.contains(.cells) ? try map?.cells(in: frame.view) : nil
    return drawing.picture(of: frame, cells: cells ?? [])
  }
}

extension TransitionObject {
  /// `transition:plot { title = … }`: the transition as an SVG map.
  static func describePlot(_ lua: LuaClass<TransitionObject>) {
    lua.method("plot") { (transition, options: [String: LuaValue]?) in
      var options = OptionTable(options, of: "plot", known: ["title"] + OptionTable.style)
      var drawing = TransitionDrawing(title: try options.text("title"))
      drawing.style = try options.markerStyle()
      try options.finish()
      return drawing.picture(of: transition.transition, from: transition.old, to: transition.new).svg
    }
  }
}

/// `plot(frames, { titles = …, columns = …, layers = … })`: frames side by side as one SVG picture.
enum PlotFunction {
  static func open(in state: LuaState) {
    state.define("plot") { (frames: [LuaValue], options: [String: LuaValue]?) in
      var options = OptionTable(options, of: "plot", known: ["titles", "columns"] + OptionTable.drawing)
      let frames = try frames.map { value -> FrameObject in
        guard let frame = value.object(as: FrameObject.self) else {
          throw LuaArgumentError(1, "frames expected, got a \(value.typeName) among them")
        }
        return frame
      }
      let titles = try (options.list("titles") ?? []).map { value in
        guard let title = value.string else {
          throw LuaError(.runtime, "plot: 'titles' holds a \(value.typeName); it takes texts")
        }
        return title
      }
      let columns = try options.integer("columns", in: 1...1000) ?? Picture.columns(for: frames.count)
      var drawing = try options.drawing()
      try options.finish()
      let pictures = try frames.enumerated().map { place, frame -> Picture in
        drawing.title = place < titles.count ? titles[place] : nil
        return try frame.picture(by: drawing)
      }
      return Picture.grid(pictures, columns: columns).svg
    }
  }
}

extension OptionTable {
  /// The options of every drawing.
  fileprivate static let drawing = ["layers"] + style

  /// How large markers are, as for markers that are kept apart.
  fileprivate static let style = ["smallest", "largest", "saturation"]

  /// Takes the options of every drawing.
  fileprivate mutating func drawing() throws -> MapDrawing {
    var drawing = MapDrawing()
    if let names = try list("layers") {
      drawing.layers = try MapDrawing.Layers(
        names: try names.map { value in
          guard let name = value.string else {
            throw LuaError(.runtime, "plot: 'layers' holds a \(value.typeName); it takes names")
          }
          return name
        })
    }
    drawing.style = try markerStyle()
    return drawing
  }

  /// Takes how large markers are.
  fileprivate mutating func markerStyle() throws -> MarkerStyle {
    var sizes: [String: LuaValue] = [:]
    for name in Self.style { sizes[name] = value(name) }
    return try Separation(try sizes.parameterValues(of: "plot"), owner: "plot").style
  }
}
