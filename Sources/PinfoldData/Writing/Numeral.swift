/// Numbers as text.
package enum Numeral {
  /// The shortest decimal that reads back as the same double; whole numbers without `.0`.
  ///
  /// Numbers that are not finite give `nan`, `inf` and `-inf`, which is never right in JSON.
  package static func text(_ value: Double) -> String {
    if value == value.rounded(.towardZero), value.magnitude < 0x1p53 { return String(Int64(value)) }
    return value.description
  }
}
