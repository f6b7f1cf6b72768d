import Pinfold
import Testing

@Suite struct RangePartitioningTests {
  @Test("finds the first index of the second part, wherever the range is divided")
  func partitioningIndex() {
    for count in 0..<9 {
      for first in 0...count {
        #expect((3..<3 + count).partitioningIndex { $0 >= 3 + first } == 3 + first)
      }
    }
  }
}
