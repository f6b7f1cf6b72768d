extension String {
  /// This text on one line: control characters, which could play tricks on a terminal, become blanks, and the
  /// part past the limit becomes an ellipsis.
  package func onOneLine(limit: Int = 80) -> String {
    let short = unicodeScalars.prefix(limit)
    let plain = short.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(UnicodeScalarView(plain)) + (short.endIndex < unicodeScalars.endIndex ? "…" : "")
  }

  /// This text without blanks at its end.
  func withoutTrailingBlanks() -> String {
    var text = self[...]
    while let last = text.last, last == " " || last == "\n" || last == "\t" || last == "\r" || last == "\r\n"
    {
      text.removeLast()
    }
    return String(text)
  }
}
