/// Whether a row may be ranked.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// Every view has a frame, and each shows what it should.
  case valid

  /// A view loses, repeats or invents points; the row is not ranked.
  case invalid

  /// Some runs are still missing; the row is not ranked.
  case unfinished

  /// The strategy failed on some view, or could not be built; the row is not ranked.
  case failed
}

extension Verdict {
  /// The gravest of several; valid where there is none.
  static func gravest(of verdicts: [Verdict]) -> Verdict {
    let order = allCases
    return verdicts.max { order.firstIndex(of: $0) ?? 0 < order.firstIndex(of: $1) ?? 0 } ?? .valid
  }
}
