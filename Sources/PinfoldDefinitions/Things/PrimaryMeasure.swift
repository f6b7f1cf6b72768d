/// A measure that a study is about, and the cameras along which it is judged: `churn.share`,
/// `churn.share@zoom-ladder`, `churn.share@zoom-ladder from z6`.
package struct PrimaryMeasure: Hashable, Sendable {
  /// The full name of the measure.
  package let measure: String

  /// The cameras as the plan names them; nil for all.
  package let camera: String?

  /// Reads a measure as plans write it.
  package init(_ text: String) {
    let sign = text.firstIndex(of: "@")
    measure = String(text[..<(sign ?? text.endIndex)])
    camera = sign.map { String(text[text.index(after: $0)...]) }
  }

  /// Whether a camera is meant: all are without a name; else it is named by its movement, with or without
  /// parameters and start.
  ///
  /// - Parameters:
  ///   - label: the camera's label: "zoom-ladder(steps=3) from z6".
  ///   - name: its movement without parameters: "zoom-ladder".
  ///   - start: its start: "z6".
  package func includes(camera label: String, name: String, start: String) -> Bool {
    guard let camera else { return true }
    return [label, name, "\(name) from \(start)"].contains(camera) || label == "\(camera) from \(start)"
  }
}

/// The rule that combines the scores along several cameras into one.
package enum CombinationRule: String, CaseIterable, Hashable, Sendable {
  /// The arithmetic mean.
  case mean

  /// The median.
  case median

  /// The worst score by the measure's direction.
  case worst
}
