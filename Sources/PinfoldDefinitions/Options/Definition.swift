package import Pinfold

/// A table of options that users write as flags, in Lua or in JSON.
package protocol Definition: SendableMetatype {
  /// Creates the definition in which every option has its default.
  init()

  /// The owner of the options in messages: "a view".
  static var owner: String { get }

  /// The declarations, in the order in which help shows them.
  static var options: [DefinedOption<Self>] { get }

  /// Sets everything that depends on the registry, before any option is read.
  mutating func prepare(registry: Registry) throws(DefinitionError)

  /// Checks and computes everything that depends on several options.
  mutating func complete(at node: Node, registry: Registry) throws(DefinitionError)
}

extension Definition {
  package mutating func prepare(registry: Registry) throws(DefinitionError) {}

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {}

  package static var optionDescriptions: [ParameterDescription] { options.map(\.about) }

  /// Reads a table of options.
  ///
  /// - Parameter registry: the registry in which options look names up.
  package init(_ node: Node, registry: Registry = Registry()) throws(DefinitionError) {
    try self.init(reading: node, registry: registry)
  }

  /// For definitions that are read from more than a table.
  init(reading node: Node, registry: Registry) throws(DefinitionError) {
    self.init()
    try prepare(registry: registry)
    try read(node, registry: registry)
  }

  /// Sets the options that a table of options gives.
  mutating func read(_ node: Node, registry: Registry) throws(DefinitionError) {
    let table = try node.table(of: Self.owner, known: Self.options.map(\.about.name))
    for option in Self.options {
      if let value = table[option.about.name] {
        try option.read(&self, value, registry)
      } else if option.about.isRequired {
        let advice = option.about.example.map { ", as in \($0)" } ?? ""
        throw node.mistake("\(Self.owner) needs '\(option.about.name)'\(advice)")
      }
    }
    try complete(at: node, registry: registry)
  }

  /// The options for a definition that holds a value of this one.
  package static func options<Outer: SendableMetatype>(
    in property: any WritableKeyPath<Outer, Self> & Sendable
  ) -> [DefinedOption<Outer>] {
    options.map { option in
      DefinedOption<Outer>(about: option.about) { (outer, node, registry) throws(DefinitionError) in
        try option.read(&outer[keyPath: property], node, registry)
      }
    }
  }
}

/// The declaration of one option of a definition.
package struct DefinedOption<Root: SendableMetatype>: Sendable {
  package var about: ParameterDescription

  /// Reads a value into a definition.
  let read: @Sendable (inout Root, Node, Registry) throws(DefinitionError) -> Void
}

extension DefinedOption where Root: Definition {
  /// Declares an option that is a property.
  ///
  /// - Parameters:
  ///   - kind: the kind, where the type alone does not define it, as of a number with bounds.
  ///   - standard: the value without the option, where the property's value does not show it.
  package init<Value: OptionValue>(
    _ name: String, _ property: any WritableKeyPath<Root, Value> & Sendable,
    takes kind: ParameterKind = Value.kind, unit: String? = nil, standard: String? = nil,
    value: String? = nil, example: String? = nil, isRequired: Bool = false, flag: String? = nil,
    hasFlag: Bool = true, _ help: String
  ) {
    self.init(
      name, kind, unit: unit, standard: standard ?? Root()[keyPath: property].standard, value: value,
      example: example, isRequired: isRequired, flag: flag, hasFlag: hasFlag, help
    ) { (root, node, registry) throws(DefinitionError) in
      root[keyPath: property] = try Value(node, of: name, kind: kind, registry: registry)
    }
  }

  /// Declares a choice among the cases of an enumeration.
  package init<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<Root, Word> & Sendable, _ help: String
  ) {
    self.init(name, .words(of: Word.self), standard: Root()[keyPath: property].rawValue, help) {
      (root, node, _) throws(DefinitionError) in
      root[keyPath: property] = try node.word(of: name)
    }
  }

  /// Declares a choice among the cases of an enumeration, or none of them without the option.
  package init<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<Root, Word?> & Sendable, standard: String,
    value: String? = nil, _ help: String
  ) {
    self.init(name, .words(of: Word.self), standard: standard, value: value, help) {
      (root, node, _) throws(DefinitionError) in
      root[keyPath: property] = try node.word(of: name) as Word
    }
  }

  /// Declares an option that is read by a function of its own.
  package init(
    _ name: String, _ kind: ParameterKind, unit: String? = nil, standard: String? = nil,
    value: String? = nil, example: String? = nil, isRequired: Bool = false, flag: String? = nil,
    hasFlag: Bool = true, _ help: String,
    read: @escaping @Sendable (inout Root, Node, Registry) throws(DefinitionError) -> Void
  ) {
    about = ParameterDescription(
      name: name, kind: kind, unit: unit, help: help, standard: standard, example: example,
      isRequired: isRequired, flag: flag, hasFlag: hasFlag, valueName: value)
    self.read = read
  }

  /// Declares all parameters of a value as options.
  package static func parameters<Value: Configurable>(
    of property: any WritableKeyPath<Root, Value> & Sendable
  ) -> [DefinedOption] {
    Value.parameters.map { parameter in
      DefinedOption(about: parameter.about) { (root, node, _) throws(DefinitionError) in
        try parameter.read(node, into: &root[keyPath: property])
      }
    }
  }
}
