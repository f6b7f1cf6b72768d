/// A small seeded generator of random numbers; the only source of chance in the package.
///
/// It uses integer arithmetic alone, so a seed gives the same numbers on every machine. Source: G. Steele,
/// D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. Not for secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator; equal seeds give equal numbers.
  @inlinable
  package init(seed: UInt64) { self.init(state: seed) }

  @usableFromInline
  init(state: UInt64) { self.state = state }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number in 0..<1 with 53 random bits.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A whole number in 0..<`bound`, by scaling ``unit()``.
  ///
  /// - Precondition: `bound` is positive.
  package mutating func below(_ bound: Int) -> Int { min(Int(unit() * Double(bound)), bound - 1) }

  /// A number near 0 with variance 1, bell-shaped and within ±6/√3: the sum of four uniform ones, which
  /// unlike a true normal needs no logarithm and so has the same bits everywhere.
  package mutating func bell() -> Double {
    let first = unit() + unit()
    let second = unit() + unit()
    return (first + second - 2) * 3.0.squareRoot()
  }

  /// The elements in random order, every order equally likely (Fisher and Yates, from the last index down).
  package mutating func shuffled<Element>(_ elements: some Sequence<Element>) -> [Element] {
    var shuffled = Array(elements)
    for last in stride(from: shuffled.count - 1, to: 0, by: -1) { shuffled.swapAt(last, below(last + 1)) }
    return shuffled
  }

  /// Scrambles 64 bits so that near inputs give unrelated outputs (the generator's output function).
  package static func mix(_ bits: UInt64) -> UInt64 {
    var z = bits
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
