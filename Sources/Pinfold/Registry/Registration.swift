/// One named thing that can be made from parameters: a strategy, a representative, a metric and so on.
///
/// A registration is made from a Swift type or from a script's table, and nothing downstream can see which.
public struct Registration<Product>: Sendable {
  /// The name that users type.
  public var name: String

  /// A one-line description.
  public var summary: String

  /// Its origin.
  public var origin: RegistrationOrigin

  /// The publication or other source that it is taken from; nil where none is stated.
  public let source: String?

  /// Its parameters, in the order of help; computed on demand, because most registrations are never used.
  public var parameters: [ParameterDescription] { describe() }

  private let describe: @Sendable () -> [ParameterDescription]

  /// The attributes of points that its products read, besides those that parameters name.
  package let attributes: [AttributeNeed]

  /// The kind of its products.
  public let kind: RegistryKind<Product>

  /// The Swift type that it registers; nil for one of a script.
  let type: ObjectIdentifier?

  /// Whether it is a plugin in the place of a built-in of its kind and name.
  package internal(set) var replacesBuiltIn = false

  /// The plugins that a product with some values may call by their names, such as the strategy by which a
  /// plugin groups points.
  package let uses: @Sendable (ParameterValues) -> [RegistrationOrigin]

  private let make: @Sendable (ParameterValues) throws(ParameterError) -> Product

  /// Registers a maker of products.
  ///
  /// - Parameters:
  ///   - kind: what it is.
  ///   - source: the publication or other source that it is taken from.
  ///   - attributes: the attributes of points that every product reads.
  ///   - uses: the plugins that a product with some values may call by their names.
  ///   - make: makes a product from a full set of checked values.
  package init(
    kind: RegistryKind<Product>, name: String, summary: String, source: String? = nil,
    origin: RegistrationOrigin = .builtIn,
    parameters: @escaping @autoclosure @Sendable () -> [ParameterDescription],
    attributes: [AttributeNeed] = [], type: ObjectIdentifier? = nil,
    uses: @escaping @Sendable (ParameterValues) -> [RegistrationOrigin] = { _ in [] },
    make: @escaping @Sendable (ParameterValues) throws(ParameterError) -> Product
  ) {
    self.kind = kind
    self.name = name
    self.summary = summary
    self.source = source
    self.origin = origin
    describe = parameters
    self.attributes = attributes
    self.type = type
    self.uses = uses
    self.make = make
  }

  /// Registers a Swift type.
  ///
  /// - Parameter product: turns a configured value into the kind's product, which a registry holds as an
  ///   existential.
  package init<Type: Configurable>(
    kind: RegistryKind<Product>, name: String, summary: String, source: String? = nil, type: Type.Type,
    as product: @escaping @Sendable (Type) -> Product
  ) {
    let owner = "\(kind.name) '\(name)'"
    self.init(
      kind: kind, name: name, summary: summary, source: source, parameters: type.parameterDescriptions,
      type: ObjectIdentifier(type)
    ) {
      (values) throws(ParameterError) in product(try type.init(values, owner: owner))
    }
  }

  /// The name in messages: "strategy 'grid'".
  public var label: String { "\(kind.name) '\(name)'" }

  /// The attributes that a product with some values reads: those declared, and those that parameters name.
  package func needs(with values: ParameterValues = [:]) -> [AttributeNeed] {
    attributes + parameters.columns(in: values)
  }

  /// Makes a product with the given parameters and defaults for the rest.
  public func callAsFunction(_ values: ParameterValues = [:]) throws(ParameterError) -> Product {
    try make(try parameters.resolved(values, owner: label))
  }
}

/// The origin of a registration.
public enum RegistrationOrigin: Hashable, Sendable {
  /// It is part of the package.
  case builtIn

  /// Part of a program that uses the package, with the version that the program states.
  case program(version: String)

  /// Read from a file. `sources` are that file and the modules that it requires, as they were read; empty for
  /// a plugin without a file.
  case plugin(path: String, version: String, sources: [SourceFile])

  var isPlugin: Bool { if case .plugin = self { true } else { false } }
}

/// A file of a plugin as it was read.
public struct SourceFile: Hashable, Sendable {
  /// The name of the plugin's own file, "hexgrid.lua", or the name by which a module is required,
  /// "shapes.hex".
  public let name: String

  /// The text.
  public let text: [UInt8]

  /// Names a text.
  public init(name: String, text: [UInt8]) { (self.name, self.text) = (name, text) }
}
