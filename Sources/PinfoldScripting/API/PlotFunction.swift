import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldEvaluation

extension FrameObject {
  /// `frame:plot { title = …, layers = … }`: the frame as an SVG map.
  static func describePlot(_ lua: LuaClass<FrameObject>) {
    lua.method("plot") { (frame, options: LuaTable?) in
      let plot = try PlotDefinition(options, of: "plot")
      return try plot.drawing.picture(
        of: frame.frame, on: frame.map, shapes: [], title: plot.title
      ).svg(in: plot.drawing.theme)
    }
  }
}

extension MapObject {
  /// `map:page { title = …, zooms = … }`: the map as an HTML page that plays.
  static func describePage(_ lua: LuaClass<MapObject>) {
    lua.method("page") { (map, options: LuaTable?) in
      let definition = try MapPageDefinition(options, of: "page")
      var page = MapPage(title: definition.title ?? "\(map.dataset.name) · \(map.strategy.label)")
      page.hasCoast = definition.base.coast
      return try definition.page.html(
        of: map.map, on: page, opening: ScreenDefinition().viewport.fitted(to: map.map.points),
        style: definition.style, theme: definition.theme, context: map.scope.context)
    }
  }
}

extension TransitionObject {
  /// `transition:plot { title = … }`: the transition as an SVG map.
  static func describePlot(_ lua: LuaClass<TransitionObject>) {
    lua.method("plot") { (transition, options: LuaTable?) in
      let plot = try TransitionPlotDefinition(options, of: "plot")
      var drawing = TransitionDrawing(title: plot.title)
      let new = plot.style.applied(to: transition.new)
      drawing.hasCoast = plot.base.coast
      return try drawing.picture(
        of: transition.transition, from: transition.old, to: new, moves: plot.motion.moves
      ).svg(in: plot.theme)
    }
  }
}

/// `plot(frames, { titles = …, columns = …, layers = … })`: frames side by side, or one frame, as one SVG
/// picture.
enum PlotFunction {
  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("plot") { (what: LuaValue, options: LuaTable?) in
      let plot = try PictureDefinition(options, of: "plot")
      let values = try what.table?.elements(as: LuaValue.self) ?? [what]
      let frames = try values.map { value -> FrameObject in
        guard let frame = value.object(as: FrameObject.self) else {
          throw LuaArgumentError(1, "a frame or a list of frames expected, got a \(value.typeName)")
        }
        return frame
      }
      for path in plot.drawing.base.base { try scope.checkReading(path) }
      let pictures = try frames.enumerated().map { index, frame in
        let title = plot.titles.indices.contains(index) ? plot.titles[index] : nil
        let shapes = try plot.drawing.base.shapes(isPlanar: !frame.frame.points.projection.wraps)
        return try plot.drawing.picture(of: frame.frame, on: frame.map, shapes: shapes, title: title)
      }
      return Picture.grid(pictures, columns: plot.columns ?? Picture.columns(for: frames.count))
        .svg(in: plot.drawing.theme)
    }
  }
}

extension DefinedOption {
  /// Whether it is an option of methods, which plugins have too: those read no files.
  fileprivate var isForPlugins: Bool { about.name != "base" }
}

/// The options of a frame's drawing.
struct PlotDefinition: Definition {
  private(set) var title: String?
  private(set) var drawing = DrawingDefinition()

  static let owner = "plot"

  static let options =
    [DefinedOption("title", \PlotDefinition.title, "A title.")]
    + DrawingDefinition.options(in: \.drawing).filter(\.isForPlugins)

  mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try drawing.complete(at: node, registry: registry)
  }
}

/// The options of a transition's drawing.
struct TransitionPlotDefinition: Definition {
  private(set) var title: String?
  private(set) var theme = PictureTheme.auto
  private(set) var base = BaseMapDefinition()
  private(set) var motion = MotionDefinition()
  private(set) var style = StyleDefinition()

  static let owner = "plot"

  static let options =
    [
      DefinedOption("title", \TransitionPlotDefinition.title, "A title."),
      DefinedOption("theme", \.theme, DrawingDefinition.themeHelp),
    ]
    + MotionDefinition.options(in: \.motion)
    + BaseMapDefinition.options(in: \.base).filter(\.isForPlugins) + StyleDefinition.options(in: \.style)

  mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try style.complete(at: node, registry: registry)
  }
}

/// The options of a map's page.
struct MapPageDefinition: Definition {
  private(set) var title: String?
  private(set) var theme = PictureTheme.auto
  private(set) var page = PageDefinition()
  private(set) var base = BaseMapDefinition()
  private(set) var style = StyleDefinition()

  static let owner = "page"

  static let options =
    [
      DefinedOption("title", \MapPageDefinition.title, "A title."),
      DefinedOption("theme", \.theme, DrawingDefinition.themeHelp),
    ]
    + PageDefinition.options(in: \.page)
    + BaseMapDefinition.options(in: \.base).filter(\.isForPlugins) + StyleDefinition.options(in: \.style)

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
