import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldDrawing

extension FrameObject {
  /// `frame:plot { title = …, layers = … }`: the frame as an SVG map.
  static func describePlot(_ lua: LuaClass<FrameObject>) {
    lua.method("plot") { (frame, options: LuaTable?) in
      let plot = try PlotDefinition(options, of: "plot")
      return try plot.drawing.picture(of: frame.frame, on: frame.map, title: plot.title).svg(
        in: plot.drawing.theme)
    }
  }
}

extension TransitionObject {
  /// `transition:plot { title = … }`: the transition as an SVG map.
  static func describePlot(_ lua: LuaClass<TransitionObject>) {
    lua.method("plot") { (transition, options: LuaTable?) in
      let plot = try TransitionPlotDefinition(options, of: "plot")
      var drawing = TransitionDrawing(title: plot.title)
      drawing.style = plot.style.style
      drawing.hasCoast = plot.base.coast
      return drawing.picture(of: transition.transition, from: transition.old, to: transition.new)
        .svg(in: plot.theme)
    }
  }
}

/// `plot(frames, { titles = …, columns = …, layers = … })`: frames side by side as one SVG picture.
enum PlotFunction {
  static func open(in state: LuaState) {
    state.define("plot") { (frames: [LuaValue], options: LuaTable?) in
      let plot = try PictureDefinition(options, of: "plot")
      let frames = try frames.map { value -> FrameObject in
        guard let frame = value.object(as: FrameObject.self) else {
          throw LuaArgumentError(1, "frames expected, got a \(value.typeName) among them")
        }
        return frame
      }
      let pictures = try frames.enumerated().map { index, frame in
        let title = plot.titles.indices.contains(index) ? plot.titles[index] : nil
        return try plot.drawing.picture(of: frame.frame, on: frame.map, title: title)
      }
      return Picture.grid(pictures, columns: plot.columns ?? Picture.columns(for: frames.count))
        .svg(in: plot.drawing.theme)
    }
  }
}

/// The options of a frame's drawing.
struct PlotDefinition: Definition {
  private(set) var title: String?
  private(set) var drawing = DrawingDefinition()

  static let owner = "plot"

  static let options =
    [DefinedOption("title", \PlotDefinition.title, "A title.")] + DrawingDefinition.options(in: \.drawing)

  mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try drawing.complete(at: node, registry: registry)
  }
}

/// The options of a transition's drawing.
struct TransitionPlotDefinition: Definition {
  private(set) var title: String?
  private(set) var theme = PictureTheme.auto
  private(set) var base = BaseMapDefinition()
  private(set) var style = StyleDefinition()

  static let owner = "plot"

  static let options =
    [
      DefinedOption("title", \TransitionPlotDefinition.title, "A title."),
      DefinedOption("theme", \.theme, DrawingDefinition.themeHelp),
    ]
    + BaseMapDefinition.options(in: \.base) + StyleDefinition.options(in: \.style)

  mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try style.complete(at: node, registry: registry)
  }
}

/// The options of a drawing of several frames.
struct PictureDefinition: Definition {
  private(set) var titles: [String] = []
  private(set) var columns: Int?
  private(set) var drawing = DrawingDefinition()

  static let owner = "plot"

  static let options: [DefinedOption<PictureDefinition>] =
    [
      DefinedOption("titles", \.titles, "A title for each frame."),
      DefinedOption(
        "columns", \.columns, takes: .integer(1...1000), standard: "as many as make a square",
        "How many stand side by side."),
    ] + DrawingDefinition.options(in: \.drawing)

  mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try drawing.complete(at: node, registry: registry)
  }
}
