/// A type whose settings are parameters: plain stored properties with one declaration each.
public protocol Configurable: Sendable {
  /// Creates a value with every parameter at its default.
  init()

  /// The declarations, in the order in which help shows them.
  static var parameters: [Parameter<Self>] { get }
}

/// The declaration of one parameter: a stored property with its bounds, unit and help.
public struct Parameter<Root: Configurable>: Sendable {
  package var about: ParameterDescription
  let read: @Sendable (Root) -> ParameterValue
  package let write: @Sendable (inout Root, ParameterValue) -> Void

  private init(
    _ name: String, _ kind: ParameterKind, unit: String?, _ help: String,
    read: @escaping @Sendable (Root) -> ParameterValue,
    write: @escaping @Sendable (inout Root, ParameterValue) -> Void
  ) {
    about = ParameterDescription(
      name: name, kind: kind, unit: unit, defaultValue: read(Root()), help: help)
    self.read = read
    self.write = write
  }

  private init<Value: ScalarValue>(
    _ name: String, _ kind: ParameterKind, unit: String?, _ help: String,
    of property: any WritableKeyPath<Root, Value> & Sendable
  ) {
    self.init(name, kind, unit: unit, help) {
      $0[keyPath: property].parameterValue
    } write: {
      if let value = Value($1) { $0[keyPath: property] = value }
    }
  }

  /// Declares a number within bounds.
  public init(
    _ name: String, _ property: any WritableKeyPath<Root, Double> & Sendable, in range: ClosedRange<Double>,
    unit: String? = nil, _ help: String
  ) {
    self.init(name, .number(range), unit: unit, help, of: property)
  }

  /// Declares a length on the screen within bounds, in screen points, which may change with the zoom.
  public init(
    _ name: String, _ property: any WritableKeyPath<Root, ScreenSize> & Sendable,
    in range: ClosedRange<Double>, _ help: String
  ) {
    self.init(name, .size(range), unit: "screen points", help, of: property)
  }

  /// Declares a whole number within bounds.
  public init(
    _ name: String, _ property: any WritableKeyPath<Root, Int> & Sendable, in range: ClosedRange<Int>,
    unit: String? = nil, _ help: String
  ) {
    self.init(name, .integer(range), unit: unit, help, of: property)
  }

  /// Declares a yes or no.
  public init(_ name: String, _ property: any WritableKeyPath<Root, Bool> & Sendable, _ help: String) {
    self.init(name, .flag, unit: nil, help, of: property)
  }

  /// Declares a text.
  public init(_ name: String, _ property: any WritableKeyPath<Root, String> & Sendable, _ help: String) {
    self.init(name, .text, unit: nil, help, of: property)
  }

  /// Declares a list of texts.
  public init(_ name: String, _ property: any WritableKeyPath<Root, [String]> & Sendable, _ help: String) {
    self.init(name, .list(of: .text), unit: nil, help) {
      .list($0[keyPath: property].map { .choice($0) })
    } write: {
      guard case .list(let values) = $1 else { return }
      $0[keyPath: property] = values.compactMap { String($0 as ParameterValue) }
    }
  }

  /// Declares a choice among the cases of an enumeration.
  public init<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ property: any WritableKeyPath<Root, Choice> & Sendable, _ help: String
  ) {
    self.init(name, .words(of: Choice.self), unit: nil, help) {
      .choice($0[keyPath: property].rawValue)
    } write: {
      if case .choice(let word) = $1, let value = Choice(rawValue: word) { $0[keyPath: property] = value }
    }
  }

  /// The same parameter of a type that holds a value of this one.
  func inside<Outer>(_ value: any WritableKeyPath<Outer, Root> & Sendable) -> Parameter<Outer> {
    var outer = Parameter<Outer>(about.name, about.kind, unit: about.unit, about.help) { [read] in
      read($0[keyPath: value])
    } write: { [write] in
      write(&$0[keyPath: value], $1)
    }
    outer.about.markers = about.markers
    return outer
  }

  /// The same parameter, marked as the one that decides the number of markers: it is tuned to compare
  /// strategies at equal numbers of markers. If several are marked, the first declared is used.
  public func deciding(_ markers: MarkerTrend) -> Self {
    var parameter = self
    parameter.about.markers = markers
    return parameter
  }
}

/// How the number of markers in a view changes as the deciding parameter grows.
public enum MarkerTrend: String, CaseIterable, Hashable, Sendable {
  /// There are more markers, as with a budget.
  case more

  /// There are fewer, as with the size of cells.
  case fewer
}

extension Configurable {
  /// The parameters as data.
  public static var parameterDescriptions: [ParameterDescription] { parameters.map(\.about) }

  /// Creates a value with the given parameters and defaults for the rest.
  ///
  /// - Parameters:
  ///   - values: values by name.
  ///   - owner: what the parameters belong to, for messages: "strategy 'grid'".
  package init(_ values: ParameterValues, owner: String) throws(ParameterError) {
    let resolved = try Self.parameterDescriptions.resolved(values, owner: owner)
    self.init()
    for parameter in Self.parameters {
      if let value = resolved[parameter.about.name] { parameter.write(&self, value) }
    }
  }

  /// Every parameter's present value.
  public var parameterValues: ParameterValues {
    Dictionary(uniqueKeysWithValues: Self.parameters.map { ($0.about.name, $0.read(self)) })
  }

  /// Throws for the first parameter whose present value is out of bounds; for values set in Swift.
  package func checkParameters(owner: String) throws(ParameterError) {
    for parameter in Self.parameters { _ = try parameter.about.accepted(parameter.read(self), owner: owner) }
  }
}
