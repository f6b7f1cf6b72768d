import Pinfold

/// A name with settings, as a user writes it: `grid`, `grid(cellSize=80)`, or `grid,cellSize=80` without the
/// parentheses, which a Unix shell would want quoted.
struct Specification {
  var name: String
  var settings: [(key: String, value: String)] = []

  /// How reports name it: "grid(cellSize=80)".
  var label: String {
    settings.isEmpty ? name : "\(name)(\(settings.map { "\($0.key)=\($0.value)" }.joined(separator: ",")))"
  }

  /// The value of a setting, which is then no setting any more.
  mutating func take(_ key: String) -> String? {
    guard let place = settings.firstIndex(where: { $0.key == key }) else { return nil }
    return settings.remove(at: place).value
  }

  /// Adds `key=value`.
  mutating func add(_ setting: String, option: String) throws(Failure) {
    guard let sign = setting.firstIndex(of: "="), sign > setting.startIndex else {
      throw .usage("\(option) '\(setting)': expected key=value, as in \(option) cellSize=80")
    }
    let key = setting[..<sign].trimmed
    guard !settings.contains(where: { $0.key == key }) else {
      throw .usage("\(option): '\(key)' of '\(name)' is given twice")
    }
    settings.append((key, setting[setting.index(after: sign)...].trimmed))
  }

  /// Reads a list; whatever has an equals sign belongs to the name before it.
  static func list(_ text: String, option: String) throws(Failure) -> [Specification] {
    var list: [Specification] = []
    for item in try items(of: text, option: option) {
      if item.contains("=") {
        guard !list.isEmpty else { throw .usage("\(option) '\(text)': expected a name before '\(item)'") }
        try list[list.count - 1].add(item, option: option)
      } else {
        list.append(Specification(name: item))
      }
    }
    return list
  }

  /// Reads exactly one.
  static func one(_ text: String, option: String) throws(Failure) -> Specification {
    let list = try list(text, option: option)
    guard list.count == 1 else { throw .usage("\(option) '\(text)': expected one name, not \(list.count)") }
    return list[0]
  }

  // Parentheses only group, and what they hold must be settings: split at commas and at "(".
  private static func items(of text: String, option: String) throws(Failure) -> [String] {
    var items: [String] = []
    var item = ""
    var isInside = false
    var isClosed = false
    let malformed = Failure.usage(
      "\(option) '\(text)': expected names with optional settings, as in 'grid,pca(maximum=50)'")
    func finish(_ item: String) throws(Failure) -> String {
      let item = item[...].trimmed
      guard !item.isEmpty, !isInside || item.contains("=") else { throw malformed }
      return item
    }
    for character in text {
      switch character {
      case "(":
        guard !isInside, !isClosed, !item.contains("=") else { throw malformed }
        items.append(try finish(item))
        item = ""
        isInside = true
      case ")":
        guard isInside else { throw malformed }
        items.append(try finish(item))
        item = ""
        isInside = false
        isClosed = true
      case ",":
        if !isClosed { items.append(try finish(item)) }
        item = ""
        isClosed = false
      case " " where item.isEmpty: continue
      default:
        guard !isClosed else { throw malformed }
        item.append(character)
      }
    }
    guard !isInside else { throw malformed }
    if !isClosed { items.append(try finish(item)) }
    return items
  }
}

extension Substring {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension Registry {
  /// What a specification asks for, with every parameter's value in the order of declaration.
  func make<Product>(
    _ specification: Specification, kind: RegistryKind<Product>
  ) throws -> (product: Product, parameters: [(name: String, value: ParameterValue)]) {
    let registration = try find(specification.name, kind: kind)
    let texts = Dictionary(uniqueKeysWithValues: specification.settings.map { ($0.key, $0.value) })
    let given = try registration.parameters.parsed(texts, owner: registration.label)
    let values = try registration.parameters.resolved(given, owner: registration.label)
    let ordered = registration.parameters.map { ($0.name, values[$0.name] ?? $0.defaultValue) }
    return (try registration(values), ordered)
  }
}
