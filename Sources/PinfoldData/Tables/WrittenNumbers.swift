import Pinfold
import Platform

/// How the numbers of a column are written where they are no plain decimals: with a separator of thousands,
/// "2,148,000", "2 148 000", "2'148'000", or with a typographic minus, "−12.5".
///
/// A single comma before three digits may be a decimal one: "1,234". It separates thousands only where
/// another number of the column has two of them, or a point behind one; blanks and apostrophes always do.
/// Points never do, as "1.000" is a number already.
struct WrittenNumbers {
  private let separator: Character?

  private static let candidates: [(separator: Character, isSure: Bool)] = [
    (",", false), (" ", true), ("\u{A0}", true), ("\u{202F}", true), ("'", true), ("’", true),
  ]

  /// Finds the separator; nil where none makes numbers of all texts, nothing shows that it is one, or there
  /// are no texts.
  ///
  /// - Parameter areNumbers: whether somebody said that they are numbers: then commas need no proof, and
  ///   texts with letters are passed over.
  init?(_ texts: some Sequence<String>, areNumbers: Bool = false) {
    var left = Self.candidates
    var proved = Set<Character>()
    var (isEmpty, isGrouped) = (true, false)
    for text in texts {
      isEmpty = false
      let text = Self.signed(text)
      if DecimalField(text).number != nil || areNumbers && text.contains(where: \.isLetter) { continue }
      isGrouped = true
      left.removeAll { candidate in
        guard let groups = Self.groups(of: text, candidate.separator) else { return true }
        if candidate.isSure || groups.count > 2 || groups.hasDecimals { proved.insert(candidate.separator) }
        return false
      }
      if left.isEmpty { return nil }
    }
    let isProved = left.count == 1 && (areNumbers || proved.contains(left[0].separator))
    guard !isEmpty, !isGrouped || isProved else { return nil }
    separator = isGrouped ? left[0].separator : nil
  }

  /// The options that read texts as numbers, and what they make of them; nil where some texts are none.
  static func options(for texts: some Sequence<String>, column: String) -> String? {
    let numbers = "--numbers \(column.shellQuoted)"
    if WrittenNumbers(texts) != nil { return "\(numbers) reads them" }
    func value(_ text: String) -> Double? {
      text.withView { field in
        DecimalField.pointed(field, isGrouped: true)?.withView { DecimalField($0).number }
      }
    }
    guard let first = texts.first(where: { _ in true }), let decimal = value(first),
      texts.allSatisfy({ value($0) != nil })
    else { return nil }
    guard let whole = WrittenNumbers(texts, areNumbers: true)?.value(of: first) else {
      return "--decimal-comma reads them"
    }
    return "\(numbers) reads it as \(Numeral.text(whole)), --decimal-comma as \(Numeral.text(decimal))"
  }

  /// The number that a text is; nil for none.
  func value(of text: String) -> Double? {
    let text = Self.signed(text)
    guard let separator, Self.groups(of: text, separator) != nil else { return DecimalField(text).number }
    return DecimalField(text.filter { $0 != separator }).number
  }

  /// A text with a plain minus in place of a typographic one.
  private static func signed(_ text: String) -> String {
    text.withView { DecimalField.withPlainMinus($0) }.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// The groups of a number, of which all but the first have three digits; nil for any other text, and for
  /// a first group that begins with 0, as codes may.
  private static func groups(
    of text: String, _ separator: Character
  ) -> (count: Int, hasDecimals: Bool)? {
    let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    let parts = unsigned.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) })
    else { return nil }
    let groups = whole.split(separator: separator, omittingEmptySubsequences: false)
    guard groups.count > 1, (1...3).contains(groups[0].count), groups[0].allSatisfy(isDigit),
      groups[0].first != "0", groups.dropFirst().allSatisfy({ $0.count == 3 && $0.allSatisfy(isDigit) })
    else { return nil }
    return (groups.count, parts.count > 1)
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
