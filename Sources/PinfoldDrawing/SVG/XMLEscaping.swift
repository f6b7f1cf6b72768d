extension String {
  /// The text for XML and HTML: nothing in it is markup, and a line end or tab is a space.
  ///
  /// Other control characters and noncharacters, which documents must not hold, are left out.
  package var xmlEscaped: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t", "\r": escaped += " "
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): break
      case _ where scalar.value & 0xFFFE == 0xFFFE: break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
