/// The types of attributes of points.
public enum AttributeKind: String, CaseIterable, Hashable, Sendable {
  case number
  case text
  case boolean
}

/// An attribute of points that a registered thing reads, with the type that it expects.
package struct AttributeNeed: Hashable, Sendable {
  package let name: String
  package let kind: AttributeKind

  package init(name: String, kind: AttributeKind) {
    self.name = name
    self.kind = kind
  }
}
