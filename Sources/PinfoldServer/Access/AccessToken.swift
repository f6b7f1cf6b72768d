import Pinfold

/// The random text in the address without which nothing is served: 128 bits that nobody
/// can guess.
package struct AccessToken: Hashable, Sendable {
  /// The token, the first part of every path: 32 hexadecimal digits where it was drawn.
  package let text: String

  /// Draws a token from the system's source of randomness.
  package init() {
    var system = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in (system.next() as UInt64).hexadecimal }.joined()
  }

  /// Takes a token that somebody made; nil for one with fewer than 32 digits and letters of ASCII, or with
  /// anything else.
  package init?(_ text: String) {
    guard text.utf8.count >= 32, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return nil
    }
    self.text = text
  }

  /// Whether a text is the token, in a time that does not depend on where they differ.
  func matches(_ other: Substring) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
