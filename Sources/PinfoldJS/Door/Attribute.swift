// Properties of features stay in JavaScript, so that no point set of the module has attributes.

/// A column that is never there.
public enum Attribute: Sendable {
  /// Values of no type.
  public enum Values: Sendable {
    var count: Int { switch self {} }
    var byteCount: Int { switch self {} }
    var sharedPart: MemoryPart? { switch self {} }
    func isAlike(_ other: Self) -> Bool { switch self {} }
    func gathered(_ rows: [Int?]) -> Self { switch self {} }

    @discardableResult
    mutating func append(_ others: Self) -> Bool { switch self {} }

    mutating func appendMissing(_ count: Int) { switch self {} }
  }

  public init(name: String, values: Values) { switch values {} }

  public var name: String { switch self {} }

  public var values: Values {
    get { switch self {} }
    set { switch self {} }
  }
}

extension Reordering {
  func callAsFunction(_ attributes: [Attribute]) -> [Attribute] { [] }
}
