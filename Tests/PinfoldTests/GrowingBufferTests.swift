import Testing

@testable import Pinfold

@Suite struct GrowingBufferTests {
  // Around 48, where insertion gives way to digits; masks with one digit, with several, and with none.
  @Test(
    "sorts by upper halves, equal ones in the order given",
    arguments: [0, 1, 2, 47, 48, 49, 300, 5000], [0, 0x7F, 0x1FF, 0xFFFF_FFFF, 0x8000_0001] as [UInt64])
  func upperHalves(count: Int, mask: UInt64) {
    var random = SplitMix64(seed: UInt64(count))
    let elements = (0..<count).map { _ in (random.next() & mask) << 32 | random.next() >> 32 }
    var buffer = GrowingBuffer<UInt64>()
    for element in elements { buffer.append(element) }
    buffer.sortByUpperHalf()
    let expected = elements.enumerated()
      .sorted { ($0.element >> 32, $0.offset) < ($1.element >> 32, $1.offset) }.map(\.element)
    #expect((0..<buffer.count).map { buffer[$0] } == expected)
  }

  @Test("drops elements from the middle, the end, or nowhere")
  func drop() {
    for (dropped, left) in [(2..<4, [0, 1, 4, 5]), (3..<6, [0, 1, 2]), (2..<2, [0, 1, 2, 3, 4, 5])] {
      var buffer = GrowingBuffer<Int>()
      for element in 0..<6 { buffer.append(element) }
      buffer.drop(dropped)
      #expect((0..<buffer.count).map { buffer[$0] } == left)
      #expect(buffer.removeLast() == left.last && buffer.count == left.count - 1)
    }
  }
}
