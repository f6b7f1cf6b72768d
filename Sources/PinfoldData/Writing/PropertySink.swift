package import Pinfold

package enum PropertyValue: Sendable {
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case text(String)

  /// A whole number; rounded to a `Double` beyond 64 bits.
  package init(_ whole: Int128) {
    self = Int(exactly: whole).map { .integer($0) } ?? .number(Double(whole))
  }
}

/// What takes the properties of a cluster, one after the other: an object of JSON, a table of features, or a
/// vector tile's feature.
package protocol PropertySink {
  mutating func member(_ name: String, _ value: PropertyValue?)

  /// Takes a list or an object that `body` writes.
  mutating func member(_ name: String, json body: (inout JSONWriter) -> Void)
}

extension PropertySink {
  package mutating func member(_ name: String, _ text: String?) { member(name, text.map { .text($0) }) }

  package mutating func member(_ name: String, _ number: Double?) { member(name, number.map { .number($0) }) }

  package mutating func member(_ name: String, _ number: Int?) { member(name, number.map { .integer($0) }) }

  package mutating func member(_ name: String, _ truth: Bool?) { member(name, truth.map { .boolean($0) }) }

  /// Takes an id with its type: a number or a text.
  package mutating func member(_ name: String, _ id: PointID) {
    switch id {
    case .integer(let number): member(name, Int(number))
    case .text(let text): member(name, text)
    }
  }

  /// Takes a point's value of an attribute, but not where it is missing.
  package mutating func member(_ name: String, _ values: Attribute.Values, at point: Int) {
    if let value = values.property(at: point) { member(name, value) }
  }
}

extension Attribute.Values {
  /// The value of a point; nil where it is missing.
  func property(at point: Int) -> PropertyValue? {
    switch self {
    case .numbers(let column): column[point].isNaN ? nil : .number(column[point])
    case .integers(let column): column[point].isMissing ? nil : .integer(Int(column[point]))
    case .booleans(let column): column[point].map { .boolean($0) }
    case .texts(let column): column[point].map { .text($0) }
    }
  }
}

extension JSONWriter: PropertySink {
  package mutating func member(_ name: String, _ value: PropertyValue?) {
    key(name)
    switch value {
    case nil: null()
    case .boolean(let truth): self.value(truth)
    case .integer(let number): self.value(number)
    case .number(let number): self.value(number)
    case .text(let text): self.value(text)
    }
  }

  package mutating func member(_ name: String, json body: (inout JSONWriter) -> Void) {
    key(name)
    body(&self)
  }

  /// Writes a member that is an array, whose values `write` writes one by one.
  package mutating func array<Values: Sequence>(
    _ name: String, _ values: Values, _ write: (inout JSONWriter, Values.Element) -> Void
  ) {
    key(name)
    array(values, write)
  }

  /// Writes an array, whose values `write` writes one by one.
  package mutating func array<Values: Sequence>(
    _ values: Values, _ write: (inout JSONWriter, Values.Element) -> Void
  ) {
    array { json in for value in values { write(&json, value) } }
  }

  /// Writes a member that is an array of texts.
  package mutating func member(_ name: String, _ texts: [String]) { array(name, texts) { $0.value($1) } }

  /// Writes a member that is an array of objects, whose members `members` writes.
  package mutating func member<Elements: Sequence>(
    _ name: String, objects elements: Elements, _ members: (Elements.Element, inout JSONWriter) -> Void
  ) {
    array(name, elements) { json, element in json.object { members(element, &$0) } }
  }

  /// What a function writes, as text.
  package static func text(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(&json)
    return json.text
  }

  /// A document of one object on one line.
  package static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(body)
    json.newline()
    return json.bytes
  }
}
