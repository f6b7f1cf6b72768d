/// A type whose settings are parameters: plain stored properties with one declaration each.
public protocol Configurable: Sendable {
  /// Creates a value with every parameter at its default.
  init()

  /// The declarations, in the order in which help shows them.
  static var parameters: [Parameter<Self>] { get }
}

/// The declaration of one parameter: a stored property with its bounds, unit and help.
public struct Parameter<Root: Configurable>: Sendable {
  let name: String
  let kind: ParameterKind
  let unit: String?
  let help: String

  /// How the number of markers changes as it grows, where it decides that number.
  var markers: MarkerTrend?

  let read: @Sendable (Root) -> ParameterValue
  let write: @Sendable (inout Root, ParameterValue) -> Void

  /// Declares a number within bounds.
  public init(
    _ name: String, _ property: any WritableKeyPath<Root, Double> & Sendable, in range: ClosedRange<Double>,
    unit: String? = nil, _ help: String
  ) {
    self.init(name: name, kind: .number(range), unit: unit, help: help) {
      .number($0[keyPath: property])
    } write: {
      if case .number(let value) = $1 { $0[keyPath: property] = value }
    }
  }

  /// Declares a length on the screen within bounds, in screen points, which may change with the zoom.
  public init(
    _ name: String, _ property: any WritableKeyPath<Root, ScreenSize> & Sendable,
    in range: ClosedRange<Double>, _ help: String
  ) {
    self.init(name: name, kind: .size(range), unit: "screen points", help: help) {
      ParameterValue($0[keyPath: property])
    } write: {
      if let size = $1.size { $0[keyPath: property] = size }
    }
  }

  /// Declares a whole number within bounds.
  public init(
    _ name: String, _ property: any WritableKeyPath<Root, Int> & Sendable, in range: ClosedRange<Int>,
    unit: String? = nil, _ help: String
  ) {
    self.init(name: name, kind: .integer(range), unit: unit, help: help) {
      .integer($0[keyPath: property])
    } write: {
      if case .integer(let value) = $1 { $0[keyPath: property] = value }
    }
  }

  /// Declares a yes or no.
  public init(_ name: String, _ property: any WritableKeyPath<Root, Bool> & Sendable, _ help: String) {
    self.init(name: name, kind: .flag, unit: nil, help: help) {
      .flag($0[keyPath: property])
    } write: {
      if case .flag(let value) = $1 { $0[keyPath: property] = value }
    }
  }

  /// Declares a choice among the cases of an enumeration.
  public init<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<Root, Choice> & Sendable, _ help: String
  ) {
    self.init(name: name, kind: .choice(Choice.allCases.map(\.rawValue)), unit: nil, help: help) {
      .choice($0[keyPath: property].rawValue)
    } write: {
      if case .choice(let word) = $1, let value = Choice(rawValue: word) { $0[keyPath: property] = value }
    }
  }

  /// The same parameter of a type that holds a value of this one.
  func inside<Outer>(_ value: any WritableKeyPath<Outer, Root> & Sendable) -> Parameter<Outer> {
    var outer = Parameter<Outer>(name: name, kind: kind, unit: unit, help: help) { [read] outer in
      read(outer[keyPath: value])
    } write: { [write] outer, parameter in
      write(&outer[keyPath: value], parameter)
    }
    outer.markers = markers
    return outer
  }

  private init(
    name: String, kind: ParameterKind, unit: String?, help: String,
    read: @escaping @Sendable (Root) -> ParameterValue,
    write: @escaping @Sendable (inout Root, ParameterValue) -> Void
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.help = help
    self.read = read
    self.write = write
  }
}

extension Configurable {
  /// The parameters as data.
  public static var parameterDescriptions: [ParameterDescription] {
    let defaults = Self()
    return parameters.map {
      ParameterDescription(
        name: $0.name, kind: $0.kind, unit: $0.unit, defaultValue: $0.read(defaults), help: $0.help,
        markers: $0.markers)
    }
  }

  /// Creates a value with the given parameters and defaults for the rest.
  ///
  /// - Parameters:
  ///   - values: values by name.
  ///   - owner: what the parameters belong to, for messages: "strategy 'grid'".
  package init(_ values: ParameterValues, owner: String) throws(ParameterError) {
    let resolved = try Self.parameterDescriptions.resolved(values, owner: owner)
    self.init()
    for parameter in Self.parameters {
      if let value = resolved[parameter.name] { parameter.write(&self, value) }
    }
  }

  /// Every parameter's present value.
  public var parameterValues: ParameterValues {
    Dictionary(uniqueKeysWithValues: Self.parameters.map { ($0.name, $0.read(self)) })
  }

  /// Throws for the first parameter whose present value is out of bounds; for values set in Swift.
  package func checkParameters(owner: String) throws(ParameterError) {
    for parameter in Self.parameters where parameter.kind.accepted(parameter.read(self)) == nil {
      throw .unacceptable(
        name: parameter.name, owner: owner, value: parameter.read(self).description,
        expectation: parameter.kind.expectation)
    }
  }
}
