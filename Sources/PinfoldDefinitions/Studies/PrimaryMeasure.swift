/// A measure that a study is about, the cameras along which it is judged, and the difference that matters:
/// `churn.share`, `churn.share@zoom-ladder`, `churn.share@zoom-ladder from z6`, `overlap.share ± 0.02`.
package struct PrimaryMeasure: Hashable, Sendable {
  package let measure: String

  /// The cameras as the plan names them; nil for all.
  package let camera: String?

  /// The margin as text, "0.02"; nil if none is stated.
  package let marginText: String?

  /// The largest difference of scores that makes none in practice, by which strategies can be found alike;
  /// nil where none is stated, or it is no number above 0.
  package var margin: Double? {
    marginText.flatMap { Double($0) }.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// Reads a measure as plans write it; `+-` is as good as `±`.
  package init(_ text: String) {
    let text = text.replacing("+-", with: "±")
    let parts = text.split(separator: "±", maxSplits: 1, omittingEmptySubsequences: false)
    let name = Self.trimmed(parts.first ?? "")
    marginText = parts.count > 1 ? Self.trimmed(parts[1]) : nil
    let sign = name.firstIndex(of: "@")
    measure = String(name[..<(sign ?? name.endIndex)])
    camera = sign.map { String(name[name.index(after: $0)...]) }
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(separator: " ").joined(separator: " ")
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
  case mean
  case median
  case worst
}
