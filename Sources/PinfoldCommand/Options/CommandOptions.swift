import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldScripting
import PinfoldStudies
import Platform
import Synchronization

/// The points that a command works on: files, or generated ones.
struct DataOptions: ParsableArguments {
  @Argument(
    help: .value(
      "data", "\(PointFormats.inWords), gzip'd or not; others by ogr2ogr; - for standard input."),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("generate"),
    help: ArgumentHelp(
      "Generated points, as in cities,count=20000,seed=7 or 'cities(count=20000)'; 'pinfold list generators' "
        + "shows the parameters. May be given more than once.", valueName: "generator"),
    completion: .generators)
  var generators: [String] = []

  func nodes(_ reading: Flags<ReadOptions>) throws -> [Node] {
    if files.isEmpty, let option = reading.members.first {
      throw Failure.usage(
        "--\(option.name) applies to files, and none is given; generated points have no columns")
    }
    return files.map { path in
      // Reports name files as the user did.
      let name = Node(.text(path), place: path)
      return Node(.table([("path", name), ("name", name)] + reading.members), place: path)
    }
      + generators.map {
        Node(.table([("generate", Node(.word($0), place: "--generate"))]), place: "--generate")
      }
  }

  /// The data set of a command that takes only one.
  ///
  /// - Parameters:
  ///   - usual: the generator if no data are named; nil if data are required.
  ///   - attributes: the columns of a file to keep if no option says which.
  ///   - columns: the columns that the operations on the points read.
  func one(
    _ reading: Flags<ReadOptions>, _ registry: Registry, usual: String? = nil,
    attributes: AttributeChoice = .none, with columns: [ColumnRequest] = []
  ) throws -> DatasetDefinition {
    var data = self
    if let usual, files.isEmpty, generators.isEmpty { data.generators = [usual] }
    let all = try data.all(reading, registry, attributes: attributes, with: columns)
    guard all.count == 1 else { throw Failure.usage("expected one data set, not \(all.count)") }
    return all[0]
  }

  /// The data sets of a command that takes several, at least one.
  func all(
    _ reading: Flags<ReadOptions>, _ registry: Registry, attributes: AttributeChoice = .none,
    with columns: [ColumnRequest] = []
  ) throws -> [DatasetDefinition] {
    let all = try nodes(reading).each { (node) throws(DefinitionError) in
      try DatasetDefinition.all(node, in: registry, attributes: attributes)
    }
    guard !all.isEmpty else { throw Failure.usage("no data: name a file, or say --generate cities") }
    return all.map { $0.reading(columns) }
  }
}

/// The part of the world to show, and its size.
struct ViewOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value(
      "view", "Center, zoom and size of the view: LON,LAT,ZOOM or LON,LAT,ZOOM,WxH. Default: all points."))
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

/// The destination and the format of a picture.
struct PictureOutputOptions: ParsableArguments {
  @Option(
    name: .output,
    help: .value(
      "file",
      "File to write, by its ending: SVG, PNG, PDF or an HTML page. Default: a picture on "
        + "a terminal, else SVG to standard output."))
  var path: String?

  @OptionGroup var image: Flags<ImageDefinition>

  private enum Format: String, FileFormat {
    case svg, png, pdf, html

    static let usual = svg
  }

  func check(isMoving: Bool = false) throws {
    let format = try format()
    let image = try image.definition()
    if isMoving, format != .svg || isShown(by: image.terminal.graphics) {
      throw Failure.usage("--moves needs SVG; give --output a name that ends in .svg")
    }
    if image.scale != nil, format != .png {
      throw Failure.usage("--scale applies to PNG images; give --output a name that ends in .png")
    }
    if image.terminal.graphics != .auto, path != nil {
      throw Failure.usage("--graphics shows a picture on the terminal; leave out --output")
    }
  }

  private func format() throws(Failure) -> Format { try Format.chosen(by: path) }

  var isPage: Bool { get throws(Failure) { try format() == .html } }

  func deliver(_ picture: Picture, in theme: PictureTheme) throws {
    let image = try image.definition()
    let graphics = image.terminal.graphics
    if isShown(by: graphics) {
      let display = TerminalDisplay.standardOutput(graphics: graphics)
      return try Console.write(try display.text(ofSVG: picture.svg, theme: theme))
    }
    switch try format() {
    case .svg: try Output.deliver(picture.svg(in: theme), to: path)
    case .png:
      let scale = image.scale ?? ImageDefinition.usualScale
      try Output.deliver(try SVGImage.png(of: picture, scale: scale, theme: theme), to: path)
    case .pdf: try Output.deliver(try SVGImage.pdf(of: picture, theme: theme), to: path)
    case .html: preconditionFailure("a page is no picture")
    }
  }

  /// Whether to show the picture: an SVG document is not readable on a terminal, and a program behind a pipe
  /// expects the document.
  private func isShown(by graphics: TerminalGraphics) -> Bool {
    guard path == nil else { return false }
    return graphics == .auto ? isatty(STDOUT_FILENO) == 1 : graphics != .none
  }
}

/// The plugins to load besides those found automatically.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: .value("file", "A Lua plugin to load; may be given more than once."),
    completion: .file(extensions: ["lua"]))
  var files: [String] = []

  @Option(
    name: .customLong("plugins"),
    help: .value(
      "folder",
      "A folder of Lua plugins to load, before those of ./Plugins, of $XDG_DATA_HOME/pinfold/plugins, and those that "
        + "came with the command."), completion: .directory)
  var folders: [String] = []

  @Option(
    name: .customLong("plugin-time"),
    help: .value(
      "seconds",
      "Limit of the processor time of one call of a plugin; six times as much for 'build'. "
        + "(default: \(PluginLimits().seconds))"))
  var seconds: Double?

  @Option(
    name: .customLong("plugin-memory"),
    help: .value("megabytes", "Limit of the memory of a plugin. (default: \(PluginLimits().memory >> 20))"))
  var megabytes: Int?

  /// The options as words of a command line.
  var words: [String] {
    files.flatMap { ["--plugin", $0] } + folders.flatMap { ["--plugins", $0] }
      + (seconds.map { ["--plugin-time", "\($0)"] } ?? [])
      + (megabytes.map { ["--plugin-memory", "\($0)"] } ?? [])
  }

  func validate() throws {
    if let seconds, !(seconds > 0 && seconds.isFinite) {
      throw ValidationError("'--plugin-time \(seconds)': a positive number of seconds expected")
    }
    if let megabytes, !(1...1 << 24).contains(megabytes) {
      throw ValidationError("'--plugin-memory \(megabytes)': 1 to \(1 << 24) megabytes expected")
    }
  }

  var limits: PluginLimits { limits(insteadOf: nil) }

  /// The resources that plugins of a study may use, which the study has recorded: what is given in the
  /// command counts before that.
  func limits(insteadOf recorded: StudyManifest.PluginLimits?) -> PluginLimits {
    var limits = recorded.map { PluginLimits($0) } ?? PluginLimits()
    if let seconds { limits.seconds = seconds }
    if let megabytes { limits.memory = megabytes << 20 }
    return limits
  }

  /// The registry with all plugins in it; of equal names the first one found counts.
  ///
  /// A plugin that is named must load; one that merely lies in a folder is noted and skipped.
  ///
  /// - Parameters:
  ///   - isQuiet: whether to leave the notes to the caller.
  ///   - recorded: the limits of a study that the plugins serve.
  func workbench(
    isQuiet: Bool = false, recorded: StudyManifest.PluginLimits? = nil
  ) throws(PluginError) -> Workbench {
    var workbench = Workbench(
      registry: ProgramStart.current.registry, pluginLimits: limits(insteadOf: recorded))
    let noted = Mutex<Set<String>>([])
    workbench.note = { note in
      if noted.withLock({ $0.insert(note).inserted }) { Console.note(note) }
    }
    for file in files { try workbench.addPlugin(at: file) }
    for folder in folders + PluginSearch.folders {
      for error in workbench.addPlugins(in: folder) where !isQuiet {
        Console.note("plugin left out: \(error)")
      }
    }
    return workbench
  }
}
