/// Colours, where the terminal has them and the user did not switch them off.
enum Style {
  static func error(_ text: String) -> String { styled(text, "31") }
  static func dim(_ text: String) -> String { styled(text, "2") }

  private static func styled(_ text: String, _ code: String) -> String {
    Terminal.hasColors ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
