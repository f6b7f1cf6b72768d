import Testing

@testable import Pinfold

@Suite struct RadixSortTests {
  // Around 64, where insertion sort gives way to counting, and 4096, where digits become larger.
  @Test(
    "sorts as the standard library does, equal keys in the order given",
    arguments: [0, 1, 2, 63, 64, 65, 66, 1000, 4095, 4096], [0xF, 0xFF00, 0xFF00_0000_0000_00FF, UInt64.max])
  func oracle(count: Int, mask: UInt64) {
    var random = SplitMix64(seed: UInt64(count))
    let items = (0..<count).map { RadixSort.Item(key: random.next() & mask, index: UInt32($0)) }
    let sorted = RadixSort.sorted(items)
    let expected = items.sorted { ($0.key, $0.index) < ($1.key, $1.index) }
    #expect(sorted.map(\.key) == expected.map(\.key))
    #expect(sorted.map(\.index) == expected.map(\.index))
  }

  // The third mask leaves runs of some hundred items behind the first passes, the last one nearly all.
  @Test(
    "threads that share each pass change nothing, however many keys begin alike",
    arguments: [0xFF_00FF, UInt64.max, 0xFF00_0000_00FF_FFFF, 0x8000_0000_00FF_FFFF])
  func threads(mask: UInt64) {
    var random = SplitMix64(seed: 9)
    var items = (0..<70_001).map { RadixSort.Item(key: random.next() & mask, index: UInt32($0)) }
    if mask >> 56 == 0x80 { for index in items.indices.dropFirst() { items[index].key &= 0xFF_FFFF } }
    let expected = items.sorted { ($0.key, $0.index) < ($1.key, $1.index) }
    for threads in [1, 3] {
      let sorted = RadixSort.sorted(items, threads: threads) {}
      #expect(sorted.map(\.key) == expected.map(\.key) && sorted.map(\.index) == expected.map(\.index))
    }
  }

  @Test("leaves sorted and equal keys alone")
  func ordered() {
    let items = (0..<200).map { RadixSort.Item(key: 7, index: UInt32($0)) }
    #expect(RadixSort.sorted(items).map(\.index) == Array(0..<200))
  }
}
