import Lua
public import Pinfold

/// A plugin file that was read and found to be in order: everything about it that is data.
///
/// Its functions run in states of their own, made anew for each frame, so that nothing leaks from one query to the
/// next; see ``PluginState``.
public struct Plugin: Hashable, Sendable {
  /// The version of the interface between host and plugins.
  public static let api = 1

  /// The file.
  public let path: String

  /// What it is.
  public let kind: PluginKind

  /// The name by which users ask for it.
  public let name: String

  /// Its own version.
  public let version: String

  /// One line that says what it is.
  public let summary: String

  /// Its parameters, by name.
  public let parameters: [ParameterDescription]

  /// The text of the file; queries run this text even if the file has changed since.
  let source: [UInt8]

  /// What its functions may use.
  let limits: PluginLimits

  /// Reads and checks a plugin.
  public init(path: String, limits: PluginLimits = PluginLimits()) throws(PluginError) {
    let state: PluginState
    let source: [UInt8]
    do {
      source = try LuaFile.read(path)
      state = try PluginState(path: path, source: source, limits: limits)
    } catch {
      throw PluginError(path: path, error)
    }
    let manifest = PluginManifest(path: path, state: state)
    self.path = path
    self.source = source
    self.limits = limits
    try manifest.checkAPI()
    kind = try manifest.kind()
    name = try manifest.name()
    version = try manifest.text("version", default: "0")
    summary = try manifest.text("summary", default: nil)
    parameters = try manifest.parameters()
    try manifest.checkFields(of: kind)
  }

  /// A line of the file without the blanks around it; nil where there is no such line.
  func line(_ number: Int) -> String? {
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return nil }
    return String(decoding: lines[number - 1], as: UTF8.self).trimmingBlanks
  }

  /// How messages name it: "strategy 'hexgrid' (Plugins/hexgrid.lua)".
  var label: String { "\(kind.rawValue) '\(name)' (\(path))" }
}

extension Registry {
  /// Registers a plugin; it replaces whatever has its kind and name.
  mutating func register(_ plugin: Plugin) throws(PluginError) {
    switch plugin.kind {
    case .strategy: register(try PluginStrategy.registration(plugin))
    case .representative: register(PluginRepresentative.registration(plugin))
    case .metric: register(try PluginMetric.registration(plugin))
    case .diff: register(PluginDiff.registration(plugin))
    }
  }
}

extension Registration {
  /// The registration of a plugin's product.
  init(
    _ plugin: Plugin, kind: RegistryKind<Product>,
    make: @escaping @Sendable (ParameterValues) throws(ParameterError) -> Product
  ) {
    self.init(
      kind: kind, name: plugin.name, summary: plugin.summary,
      origin: .plugin(path: plugin.path, version: plugin.version), parameters: plugin.parameters, make: make)
  }
}
