import Testing

@testable import Pinfold

@Suite struct MortonTests {
  @Test("interleaves bits, those of y above those of x")
  func handValues() {
    #expect(Morton.key(x: 0, y: 0) == 0)
    #expect(Morton.key(x: 1, y: 0) == 1)
    #expect(Morton.key(x: 0, y: 1) == 2)
    #expect(Morton.key(x: 0b101, y: 0b011) == 0b01_10_11)
    #expect(Morton.key(x: .max, y: 0) == 0x5555_5555_5555_5555)
    #expect(Morton.key(x: .max, y: .max) == .max)
  }

  @Test("agrees with interleaving bit by bit, and comes apart again")
  func oracle() {
    var random = SplitMix64(seed: 31)
    for _ in 0..<500 {
      let (x, y) = (UInt32(random.next() >> 32), UInt32(random.next() >> 32))
      var key: UInt64 = 0
      for bit in 0..<32 as Range<UInt64> {
        key |= (UInt64(x) >> bit & 1) << (2 * bit) | (UInt64(y) >> bit & 1) << (2 * bit + 1)
      }
      #expect(Morton.key(x: x, y: y) == key)
      #expect(Morton.x(key) == x)
      #expect(Morton.y(key) == y)
    }
  }
}
