import Lua
package import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// A plugin file that was read and found valid: everything about it that is data.
///
/// Its functions run in a new state for each frame, so that no query depends on an earlier one.
package struct Plugin: Sendable {
  /// The version of the interface between host and plugins.
  package static let api = 1

  /// The file.
  package let path: String

  /// The kind.
  package let kind: PluginKind

  /// The name that users type.
  package let name: String

  /// Whether it takes the place of the built-in of its kind and name.
  package let replacesBuiltIn: Bool

  /// Its own version.
  package let version: String

  /// One line that describes it.
  package let summary: String

  /// The publication or other source that it is taken from; nil where it states none.
  let citation: String?

  /// Its parameters, by name.
  package let parameters: [ParameterDescription]

  /// The attributes of points that it reads, besides those that parameters name.
  let attributes: [AttributeNeed]

  /// Whether it has a function that validates combinations of parameters.
  let hasValidation: Bool

  /// Whether a strategy gets the points of all groups in one call, rather than each group's in one.
  let takesAllGroups: Bool

  /// Whether a strategy has no `cluster`, and its `build` returns a hierarchy.
  let isHierarchy: Bool

  /// Whether a strategy or a representative gets the frame before.
  let looksBack: Bool

  /// The text of the file when it was read; queries run this text even if the file has changed since.
  package let source: [UInt8]

  /// The modules that it requires, as they were when it was read; no others are available.
  let modules: LuaModules

  private let hasFile: Bool
  let limits: PluginLimits
  let log = PluginLog()
  let profile = PluginProfile()
  private(set) var strategies = Registry.builtIn

  /// The strings in it, its modules and its parameters: it can call no plugin by another name, so that
  /// studies know which plugins its results depend on.
  private var words: Set<String> = []

  private let callsOthers: Bool

  /// Reads and checks a plugin.
  package init(path: String, limits: PluginLimits = PluginLimits()) throws(PluginError) {
    let source: [UInt8]
    let modules: LuaModules
    do {
      source = try LuaFile.read(path)
      modules = try LuaModules(folder: Folder.holding(path))
    } catch {
      throw PluginError(path: path, error)
    }
    try self.init(path: path, source: source, modules: modules, limits: limits, hasFile: true)
  }

  /// Checks a plugin whose file was read, or that has none.
  init(
    path: String, source: [UInt8], modules: LuaModules, limits: PluginLimits, hasFile: Bool = false
  ) throws(PluginError) {
    let state: PluginState
    do {
      state = try PluginState(path: path, source: source, modules: modules, limits: limits)
    } catch {
      throw PluginError(path: path, error)
    }
    self.path = path
    self.source = source
    self.modules = modules
    self.limits = limits
    self.hasFile = hasFile
    let manifest = PluginManifest(path: path, source: source, state: state)
    try manifest.checkAPI()
    kind = try manifest.kind()
    try manifest.checkFields(of: kind)
    name = try manifest.name()
    replacesBuiltIn = try manifest.replacesBuiltIn()
    summary = try manifest.summary()
    citation = try manifest.citation()
    version = try manifest.version()
    parameters = try manifest.parameters(of: kind)
    hasValidation = try manifest.has("validate")
    attributes = try manifest.attributes()
    takesAllGroups = try manifest.takesAllGroups()
    looksBack = try manifest.looksBack()
    isHierarchy = try !manifest.has("cluster") && kind == .strategy
    try manifest.checkTests()
    try manifest.checkFunction(of: kind)
    let code = LuaCode()
    Self.readModules(requiredBy: source, modules, code)
    modules.seal()
    let texts = [source] + modules.read.map(\.source)
    callsOthers = texts.contains { code.uses(variable: "group", in: $0) }
    if callsOthers { words = Set(texts.flatMap { code.texts(in: $0) }) }
  }

  /// Reads the modules named in a text, and those that they require; a missing one is an error only when the
  /// plugin requires it.
  private static func readModules(requiredBy source: [UInt8], _ modules: LuaModules, _ code: LuaCode) {
    var texts = [source] + modules.read.map(\.source)
    while let text = texts.popLast() {
      let known = Set(modules.read.map(\.requiredName))
      for name in code.requiredModules(of: text) where !known.contains(name) {
        if let module = try? modules.module(name) { texts.append(module.source) }
      }
    }
  }

  /// The plugin's text, and those of the modules that it requires; empty where it has no file.
  fileprivate var sources: [SourceFile] {
    guard hasFile else { return [] }
    return [SourceFile(name: path.split(separator: "/").last.map(String.init) ?? path, text: source)]
      + modules.read.map { SourceFile(name: $0.requiredName, text: $0.source) }
  }

  /// SHA-256 of the file and its modules, as studies record it; nil where it has no file.
  var digest: String? {
    PluginSource(name: name, version: version, sources: sources).digest?.description
  }

  /// A line of the file without the blanks around it; nil where there is no such line.
  func line(_ number: Int) -> String? {
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return nil }
    return String(String(decoding: lines[number - 1], as: UTF8.self).trimmed())
  }

  /// The name of one of its functions in messages: "strategy 'hexgrid' (Plugins/hexgrid.lua:26)".
  func label(of function: String) -> String {
    "\(kind.rawValue) '\(name)' (\(place(of: [function])))"
  }

  /// The position of a field in the file, as "Plugins/hexgrid.lua:26"; only the path where it is not known.
  func place(of fields: [String]) -> String {
    LuaCode().line(of: fields, in: source).map { "\(path):\($0)" } ?? path
  }

  /// An error about a field, on its line where that is known.
  func error(_ field: String, _ message: String) -> PluginError {
    PluginError(path: path, line: LuaCode().line(of: [field], in: source), message)
  }

  /// Returns a function that registers the plugin with the strategies that it may use, replacing what has its
  /// kind and name. Declarations beyond the manifest are checked here.
  ///
  /// - Parameter base: has the names that it may not have, unless it says that it replaces what has them.
  func registrar(
    beside base: Registry = Workbench.builtIn
  ) throws(PluginError) -> @Sendable (inout Registry, _ strategies: Registry) -> Void {
    try checkName(beside: base)
    try checkDefaults()
    switch kind {
    case .strategy:
      try PluginStrategy.checkPromises(of: self)
      return { $0.register(PluginStrategy.registration(using($1))) }
    case .representative:
      return { registry, strategies in
        let plugin = using(strategies)
        let registration: Registration<any RepresentativeSelection> =
          Registration(plugin, kind: .representative) { PluginRepresentative(plugin: plugin, values: $0) }
        registry.register(registration)
      }
    case .metric:
      let registration = try PluginMetric.registration(self)
      return { registry, _ in registry.register(registration) }
    case .diff: return registering(.diff) { PluginDiff(plugin: self, values: $0) }
    case .camera: return registering(.camera) { PluginCamera(plugin: self, values: $0) }
    case .generator: return registering(.generator) { PluginGenerator(plugin: self, values: $0) }
    }
  }

  /// Registers what needs no other strategies.
  private func registering<Product>(
    _ kind: RegistryKind<Product>, _ make: @escaping @Sendable (ParameterValues) -> Product
  ) -> @Sendable (inout Registry, Registry) -> Void {
    { registry, _ in registry.register(Registration(self, kind: kind, make: make)) }
  }

  /// Throws for the name of a built-in, unless the plugin declares that it replaces it.
  private func checkName(beside base: Registry) throws(PluginError) {
    let isTaken = base.has(name, kind: kind.rawValue)
    if isTaken, !replacesBuiltIn {
      throw error(
        "name",
        "the built-in \(kind.rawValue) is called '\(name)' too; choose another name, or write replace = true to take "
          + "its place")
    }
    if !isTaken, replacesBuiltIn {
      throw error("replace", "there is no built-in \(kind.rawValue) '\(name)' to replace; leave replace out")
    }
  }

  /// Whether it may call the strategy of a plugin by its name.
  func mayCall(_ name: String) -> Bool { words.contains(name) }

  /// The same plugin with values of its parameters, among which names may be.
  func given(_ values: ParameterValues) -> Plugin {
    guard callsOthers else { return self }
    var plugin = self
    for value in values.values { plugin.words.formUnion(value.texts) }
    return plugin
  }

  fileprivate var uses: [RegistrationOrigin] {
    strategies.all(.strategy).filter { $0.origin != .builtIn && $0.name != name && mayCall($0.name) }
      .map(\.origin)
  }

  private func using(_ strategies: Registry) -> Plugin {
    var plugin = self
    plugin.strategies = strategies
    return plugin
  }
}

extension ParameterValue {
  fileprivate var texts: [String] {
    switch self {
    case .choice(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    default: []
    }
  }
}

extension Registration {
  init(
    _ plugin: Plugin, kind: RegistryKind<Product>,
    make: @escaping @Sendable (ParameterValues) throws(ParameterError) -> Product
  ) {
    self.init(
      kind: kind, name: plugin.name, summary: plugin.summary, source: plugin.citation,
      origin: .plugin(path: plugin.path, version: plugin.version, sources: plugin.sources),
      parameters: plugin.parameters,
      attributes: plugin.attributes, uses: { plugin.given($0).uses }
    ) { (values) throws(ParameterError) in
      try plugin.validate(values)
      return try make(values)
    }
  }
}

extension Plugin {
  /// Throws unless points have every attribute that the plugin reads with some values, of the type that it
  /// reads; no points need none.
  func checkAttributes(of points: PointSet, with values: ParameterValues) throws(ClusteringError) {
    let needs = attributes + parameters.columns(in: values)
    guard !needs.isEmpty, points.count > 0 else { return }
    let known = points.attributes
    for need in needs {
      let reads = "\(kind.rawValue) '\(name)' (\(path)) reads the attribute '\(need.name)'"
      guard let found = known.first(where: { $0.name == need.name }) else {
        throw .plugin(
          message: "\(reads), which the points do not have"
            + Suggestion.clause(for: need.name, among: known.map(\.name)))
      }
      guard found.values.kind != need.kind else { continue }
      throw .plugin(
        message: found.values.presentRows.isEmpty
          ? "\(reads), which has no values"
          : "\(reads) as \(need.kind.rawValue)s; it holds \(found.values.kind.rawValue)s")
    }
  }
}

extension Plugin {
  /// Throws if the plugin's `validate` rejects the values: it returns nothing if they are valid together,
  /// otherwise the reason.
  func validate(_ values: ParameterValues) throws(ParameterError) {
    let reason: String?
    do { reason = try objection(to: values) } catch { reason = "\(error)" }
    if let reason { throw .conflict(owner: "\(kind.rawValue) '\(name)'", reason: reason) }
  }

  func checkDefaults() throws(PluginError) {
    let defaults = Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.defaultValue) })
    if let reason = try objection(to: defaults) {
      throw error("validate", "'validate' objects to the defaults: \(reason)")
    }
  }

  private func objection(to values: ParameterValues) throws(PluginError) -> String? {
    guard hasValidation else { return nil }
    do {
      let state = try PluginState(self, context: RunContext())
      let answer = try state.field("validate", for: values)
      guard answer.isNil || answer.string != nil else {
        throw LuaError(
          "'validate' returned a \(answer.typeName); it must return nothing, or why the values do not go together"
        )
      }
      return answer.string
    } catch {
      throw PluginError(path: path, error)
    }
  }
}
