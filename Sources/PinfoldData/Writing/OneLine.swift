extension String {
  /// This text on one line: control characters, which could play tricks on a terminal, become blanks, and the
  /// part past the limit becomes an ellipsis.
  package func onOneLine(limit: Int = 80) -> String {
    let short = unicodeScalars.prefix(limit)
    let plain = short.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(UnicodeScalarView(plain)) + (short.endIndex < unicodeScalars.endIndex ? "…" : "")
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without blanks and line ends around it.
  package func trimmed() -> Substring {
    var part = drop { $0.isWhitespace }
    while part.last?.isWhitespace == true { part.removeLast() }
    return part
  }
}
