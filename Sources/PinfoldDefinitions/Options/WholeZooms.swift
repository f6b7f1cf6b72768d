import Pinfold

/// Whole zooms one after the other: a number, a range as in `2-8`, or a list of them.
struct WholeZooms: OptionValue, Hashable {
  let range: ClosedRange<Int>

  /// The zooms that there are.
  static let known = SlippyTile.zooms

  private static let words = "whole zooms in \(known.lowerBound)…\(known.upperBound)"

  static let kind = OptionKind.list(.type("number|string", "\(words), as in 2-8"))

  init(_ range: ClosedRange<Int>) { self.range = range }

  init(_ node: Node, of name: String, kind: OptionKind) throws(DefinitionError) {
    let zooms = try node.alternatives.each { (part) throws(DefinitionError) in part.zooms ?? [.nan] }
    let isWhole = zooms.allSatisfy { Int(exactly: $0).map(Self.known.contains) == true }
    guard isWhole, zip(zooms, zooms.dropFirst()).allSatisfy({ $0 + 1 == $1 }),
      let first = zooms.first, let last = zooms.last
    else {
      throw node.mistake(name, takes: "\(Self.words) one after the other, as in 2-8")
    }
    range = Int(first)...Int(last)
  }

  var shown: String? { "\(range.lowerBound)-\(range.upperBound)" }
}
