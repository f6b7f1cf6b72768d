import Testing

@testable import Pinfold

@Suite struct ChunkedBufferTests {
  @Test("holds what was appended, also after it was cut short and went on")
  func append() {
    var buffer = ChunkedBuffer<UInt64>()
    var expected: [UInt64] = []
    for (length, end) in [(0, 0), (5000, 1024), (1030, 1023), (3000, 2048), (9000, 9000)] {
      while buffer.count < length {
        expected.append(UInt64(expected.count * 31 + length))
        buffer.append(expected[buffer.count])
      }
      buffer.count = end
      expected.removeLast(expected.count - end)
      #expect((0..<buffer.count).map { buffer[$0] } == expected)
    }
    buffer[1500] = 7
    #expect(buffer[1500] == 7 && buffer[1499] == expected[1499] && buffer[1501] == expected[1501])
  }
}
