import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldVerbs
import Synchronization

/// The options of a definition as flags, made from their declarations: a new option of a definition has its
/// flag at once.
///
/// An option `tileSize` is `--tile-size`; a switch is `--planar`, one that is on or found out also
/// `--no-header`. The options of a table are flags of their own, as `--min-points`; a table that may also be
/// just true is a switch and `--separation key=value`.
struct Flags<Root: Definition>: ParsableArguments, CustomReflectable {
  private var values: [String: [String]]

  init() { values = [:] }

  init(from decoder: any Decoder) throws {
    values = [:]
    let container = try decoder.container(keyedBy: Key.self)
    for flag in Self.flags {
      let key = Key(stringValue: flag.name)
      switch flag.form {
      case .value:
        values[flag.name] = try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { [$0] }
      case .values:
        let texts = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
        if !texts.isEmpty { values[flag.name] = texts }
      case .on:
        if try container.decode(Flag<Bool>.self, forKey: key).wrappedValue { values[flag.name] = ["true"] }
      case .onOrOff:
        values[flag.name] = try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue.map { ["\($0)"] }
      }
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Self.flags.map { (label: $0.name, value: $0.argument) })
  }

  var members: [(name: String, value: Node)] {
    Root.optionDescriptions.compactMap { about in node(about).map { (about.name, $0) } }
  }

  func definition(registry: Registry = Registry()) throws(DefinitionError) -> Root {
    try Root(Node(.table(members), place: "the flags"), registry: registry)
  }

  private func node(_ about: ParameterDescription) -> Node? {
    switch about.kind {
    case .table(_, let inner):
      let members = inner.compactMap { about in node(about).map { (about.name, $0) } }
      return members.isEmpty ? nil : Node(.table(members), place: about.flag)
    case .switched:
      let settings = DefinedFlag(settingsOf: about)
      guard let texts = values[settings.name] else { return word(about) }
      return Node(settings: texts, place: settings.flag)
    default: return word(about)
    }
  }

  private func word(_ about: ParameterDescription) -> Node? {
    guard let texts = values[about.name] else { return nil }
    return texts.count == 1
      ? Node(.word(texts[0]), place: about.flag)
      : Node(.list(texts.map { Node(.word($0), place: about.flag) }), place: about.flag)
  }

  /// The flags, computed once, because the parser requests them repeatedly.
  private static var flags: [DefinedFlag] {
    let type = ObjectIdentifier(Root.self)
    if let known = flagsByDefinition.withLock({ $0[type] }) { return known }
    let flags = Root.optionDescriptions.filter(\.hasFlag).flatMap(DefinedFlag.all)
    flagsByDefinition.withLock { $0[type] = flags }
    return flags
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

private let flagsByDefinition = Mutex<[ObjectIdentifier: [DefinedFlag]]>([:])

struct DefinedFlag: Sendable {
  let name: String
  let flag: String
  let form: Form

  /// Whether its values may begin with a minus.
  private let isNumeric: Bool

  private let help: ArgumentHelp
  private let completion: CompletionKind?

  enum Form { case value, values, on, onOrOff }

  static func all(_ about: ParameterDescription) -> [DefinedFlag] {
    switch about.kind {
    case .table(_, let inner): inner.flatMap(all)
    case .switched: [DefinedFlag(about, .on), DefinedFlag(settingsOf: about)]
    case .flag: [DefinedFlag(about, about.standard == "false" ? .on : .onOrOff)]
    case .list: [DefinedFlag(about, .values)]
    default: [DefinedFlag(about, .value)]
    }
  }

  private init(_ about: ParameterDescription, _ form: Form) {
    (name, flag) = (about.name, about.flag)
    self.form = form
    isNumeric = ["number", "integer", "(number"].contains { about.kind.luaType.hasPrefix($0) }
    let more = form == .values ? " May be given more than once." : ""
    help = ArgumentHelp("\(about.summary)\(more)", valueName: about.valueName)
    completion = .option(about)
  }

  /// Makes the flag that sets the parameters of an option that may also be just true.
  init(settingsOf about: ParameterDescription) {
    name = about.settingsName
    flag = ParameterDescription.flag(name)
    form = .values
    isNumeric = false
    help = ArgumentHelp(
      "A parameter of \(about.flag), which it implies, as in padding=4. May be given more than once.",
      valueName: "key=value")
    completion = nil
  }

  fileprivate var argument: Any {
    let spelling: NameSpecification = .customLong(String(flag.dropFirst(2)))
    return switch form {
    case .value:
      Option<String?>(
        name: spelling, parsing: isNumeric ? .unconditional : .next, help: help, completion: completion)
    case .values:
      Option<[String]>(
        wrappedValue: [], name: spelling,
        parsing: isNumeric ? .unconditionalSingleValue : .singleValue, help: help, completion: completion)
    case .on: Flag<Bool>(wrappedValue: false, name: spelling, help: help)
    case .onOrOff: Flag<Bool?>(name: spelling, inversion: .prefixedNo, help: help)
    }
  }
}

extension Node {
  /// Makes a table of settings written as `key=value`; a size may be stops, as in `padding=0:4,12:8`.
  fileprivate init(settings: [String], place: String) {
    var texts: [String] = []
    for part in settings.flatMap({ $0.split(separator: ",") }) {
      if let last = texts.last, last.contains(":"), part.contains(":"), !part.contains("=") {
        texts[texts.count - 1] += ",\(part)"
      } else {
        texts.append(String(part))
      }
    }
    let members = texts.map { setting -> (name: String, value: Node) in
      let sign = setting.firstIndex(of: "=") ?? setting.endIndex
      return (
        String(setting[..<sign]), Node(.word(String(setting[sign...].dropFirst())), place: place)
      )
    }
    self.init(.table(members), place: place)
  }
}

/// The values of options that a Unix shell offers: names of registered things, plugins among them, as long as
/// the words are typed.
extension CompletionKind {
  static let strategies = custom { _, _, prefix in
    // Within parentheses the strategy's parameters.
    if let open = prefix.lastIndex(of: "("), !prefix[open...].contains(")") {
      let name = String(prefix[..<open].split(separator: ",").last ?? "")
      let parameters = (try? registry.find(name, kind: .strategy))?.parameters ?? []
      return parameters.map { prefix[...(prefix.lastIndex { "(,".contains($0) } ?? open)] + $0.name + "=" }
    }
    return list(of: registry.all(.strategy).map(\.name), after: prefix)
  }
  static let representatives = names { $0.all(.representative).map(\.name) }
  static let metrics = names { $0.all(.metric).map(\.name) }
  static let diffs = names { $0.all(.diff).map(\.name) }
  static let generators = names { $0.all(.generator).map(\.name) }

  /// The columns of the files that the line names.
  static let columns = custom { words, _, prefix in list(of: words.flatMap(columns(of:)), after: prefix) }

  static func option(_ about: ParameterDescription) -> CompletionKind? {
    switch about.kind {
    case .type("Representative", _): representatives
    case .list(of: .choice(let words)), .choice(let words): list(words)
    default:
      switch about.name {
      case "strategies": strategies
      case "metrics": metrics
      case "keep", "attributes", "where": columns
      default: about.valueName.contains("column") ? columns : nil
      }
    }
  }

  private static func names(_ names: @escaping @Sendable (Registry) -> [String]) -> CompletionKind {
    custom { _, _, prefix in list(of: names(registry), after: prefix) }
  }

  private static func list(of names: [String], after prefix: String) -> [String] {
    let start = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
    return names.map { start + $0 }
  }

  private static func columns(of path: String) -> [String] {
    guard SampleData.names.contains(path) || Folder.isFile(path) else { return [] }
    var options = ReadOptions()
    options.head = 1
    return (try? PointReader.beginning(of: path, options: options))?.report.columns ?? []
  }

  // The command line is not whole yet, so only plugins that are found by themselves are known, and their
  // errors do not matter here.
  private static var registry: Registry {
    (try? PluginOptions.parse([]).workbench(isQuiet: true).registry) ?? .builtIn
  }
}
