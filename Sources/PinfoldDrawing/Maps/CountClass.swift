import Pinfold

/// The class of a number by its digits, which chooses the colour of its marker: below 10, below 100 and so
/// on.
struct CountClass: Hashable, Comparable {
  /// The offset of the class's colour; the last class takes all numbers beyond.
  let index: Int

  /// The class of a number; one that is missing, negative or not finite is in the first.
  init(_ value: Double?) {
    var (index, end) = (0, 10.0)
    while let value, value.isFinite, value >= end, index < Theme.classCount - 1 {
      (index, end) = (index + 1, end * 10)
    }
    self.index = index
  }

  static func < (a: CountClass, b: CountClass) -> Bool { a.index < b.index }

  /// The numbers of the class in words.
  ///
  /// - Parameter areCounts: whether the numbers are of points in a cluster, of which there are two at least.
  func name(areCounts: Bool) -> String {
    let ends = ["10", "100", "1k", "10k", "100k", "1M"]
    switch index {
    case 0: return areCounts ? "2–9" : "below 10"
    case 1: return "10–99"
    case 2: return "100–999"
    case ends.count: return "1M and more"
    default: return "\(ends[index - 1])–\(ends[index])"
    }
  }
}
