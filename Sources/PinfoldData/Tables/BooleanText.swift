package import Pinfold

/// A boolean as programs write it: `true` or `false` in any case, and the words of spreadsheets in German,
/// French, Spanish, Italian, Portuguese and Dutch.
struct BooleanText {
  let value: Bool

  private static let words: [(Bool, [String])] = [
    (true, ["true", "wahr", "vrai", "verdadero", "vero", "verdadeiro", "waar"]),
    (false, ["false", "falsch", "faux", "falso", "onwaar"]),
  ]

  init?(_ text: Bytes) {
    guard (4...10).contains(text.count) else { return nil }
    let found = Self.words.first { _, words in
      words.contains { $0.utf8.count == text.count && zip($0.utf8, text).allSatisfy { $0 == $1 | 0x20 } }
    }
    guard let found else { return nil }
    value = found.0
  }
}

extension Attribute.Values {
  /// The number that a field of a file is read as; nil for what is none.
  package static func number(of field: String) -> Double? { DecimalField(field).number }

  /// The truth that a field of a file is read as; nil for what is none.
  package static func truth(of field: String) -> Bool? { field.withView { BooleanText($0)?.value } }
}
