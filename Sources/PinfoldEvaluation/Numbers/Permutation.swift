package import Pinfold

extension SplitMix64 {
  /// The numbers 0..<`count` in random order (Fisher-Yates from the end).
  package mutating func permutation(of count: Int) -> [Int] {
    var order = Array(0..<count)
    for last in stride(from: count - 1, to: 0, by: -1) { order.swapAt(last, below(last + 1)) }
    return order
  }
}
