/// The kinds of values that a property has in some features.
struct FieldKinds: OptionSet, Sendable {
  let rawValue: UInt8

  static let number = FieldKinds(rawValue: 1)
  static let text = FieldKinds(rawValue: 2)
  static let truth = FieldKinds(rawValue: 4)

  /// The name in a TileJSON document's `fields`; a text where kinds differ.
  var name: String {
    switch self {
    case .number: "Number"
    case .truth: "Boolean"
    default: "String"
    }
  }
}
