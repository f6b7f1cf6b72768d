extension String {
  /// This text with its control characters, except line ends and tabs, escaped as in Lua's quotes: data
  /// cannot move the cursor of a terminal, or set its colours.
  func escapingControls() -> String {
    guard unicodeScalars.contains(where: \.isEscaped) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isEscaped {
        text += scalar.value < 128 ? "\\\(scalar.value)" : "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isEscaped: Bool { properties.generalCategory == .control && self != "\n" && self != "\t" }
}
