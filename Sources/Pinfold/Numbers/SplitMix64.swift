/// A small seeded random number generator; the only source of randomness in the package.
///
/// It uses integer arithmetic alone, so a seed gives the same numbers on every machine. Source: G. Steele, D.
/// Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. Not cryptographically
/// secure.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A uniform number in 0..<1 with 53 random bits.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A uniform integer in 0..<`bound`, which is positive.
  package mutating func below(_ bound: Int) -> Int { min(Int(unit() * Double(bound)), bound - 1) }

  /// A bell-shaped number with mean 0 and variance 1, within ±6/√3: the sum of four uniform ones. Unlike a
  /// normal distribution it needs no logarithm, so its bits are the same on every machine.
  package mutating func bell() -> Double {
    let first = unit() + unit()
    let second = unit() + unit()
    return (first + second - 2) * 3.0.squareRoot()
  }

  /// A uniformly random permutation (Fisher–Yates, from the last index down).
  package mutating func shuffled<Element>(_ elements: some Sequence<Element>) -> [Element] {
    var shuffled = Array(elements)
    for last in stride(from: shuffled.count - 1, to: 0, by: -1) { shuffled.swapAt(last, below(last + 1)) }
    return shuffled
  }

  /// The generator's output function: similar inputs give unrelated outputs.
  package static func mix(_ bits: UInt64) -> UInt64 {
    var z = bits
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
