package import Pinfold

/// What takes the properties of a cluster, one after the other: an object of JSON, or a vector tile's
/// feature.
package protocol PropertySink {
  /// Takes a text; nil for none.
  mutating func member(_ name: String, _ text: String?)

  /// Takes a number; nil for none.
  mutating func member(_ name: String, _ number: Double?)

  /// Takes a whole number; nil for none.
  mutating func member(_ name: String, _ number: Int?)

  /// Takes a truth value; nil for none.
  mutating func member(_ name: String, _ truth: Bool?)

  /// Takes a list or an object that `body` writes.
  mutating func member(_ name: String, json body: (inout JSONWriter) -> Void)
}

extension PropertySink {
  /// Takes an id with its type: a number or a text.
  package mutating func member(_ name: String, _ id: PointID) {
    switch id {
    case .integer(let number): member(name, Int(number))
    case .text(let text): member(name, text)
    }
  }

  /// Takes a point's value of an attribute, but not where it is missing.
  package mutating func member(_ name: String, _ values: Attribute.Values, at point: Int) {
    switch values {
    case .numbers(let column): if !column[point].isNaN { member(name, column[point]) }
    case .integers(let column): if !column[point].isMissing { member(name, Int(column[point])) }
    case .booleans(let column): if let truth = column[point] { member(name, truth) }
    case .texts(let column): if let text = column[point] { member(name, text) }
    }
  }
}

extension JSONWriter: PropertySink {
  package mutating func member(_ name: String, json body: (inout JSONWriter) -> Void) {
    key(name)
    body(&self)
  }
}
