import Synchronization
import Testing

@testable import Pinfold

@Suite struct ColumnTests {
  private let scratch = Scratch()

  private func column(_ elements: [Int]) -> Column<Int> {
    let column: Column<Int> = scratch.column(elements.count)
    column.copy(elements)
    return column
  }

  private func elements<Element>(_ column: Column<Element>) -> [Element] {
    (0..<column.count).map { column[$0] }
  }

  @Test("reads and writes elements, whole and in part")
  func elements() {
    let pairs: Column<(one: Int32, other: Int32)> = scratch.column(3)
    pairs.fill((1, 2))
    pairs[1].other = 7
    pairs[2] = (5, 6)
    #expect((0..<3).map { pairs[$0].one } == [1, 1, 5])
    #expect((0..<3).map { pairs[$0].other } == [2, 7, 6])
  }

  @Test("a slice counts from 0 and refers to the same elements")
  func slices() {
    let column = column([0, 1, 2, 3, 4, 5])
    let slice = column[2..<5]
    #expect(elements(slice) == [2, 3, 4] && column[6..<6].count == 0)
    slice[0] = 9
    slice[1..<3].fill(7)
    #expect(elements(column) == [0, 1, 9, 7, 7, 5])
    #expect(slice.isIdentical(to: column[2..<2]) && !slice.isIdentical(to: column))
  }

  @Test("copies columns that overlap, arrays, and nothing")
  func copy() {
    let column = column([0, 1, 2, 3, 4, 5])
    column[1..<5].copy(column[0..<4])
    #expect(elements(column) == [0, 0, 1, 2, 3, 5])
    column[0..<4].copy(column[2..<6])
    #expect(elements(column) == [1, 2, 3, 5, 3, 5])
    column.copy([])
    column.copy(column[3..<3])
    #expect(elements(column) == [1, 2, 3, 5, 3, 5])
    column.sort(by: <)
    #expect(elements(column) == [1, 2, 3, 3, 5, 5])
  }

  @Test("arrays are read and written as columns, empty ones too")
  func arrays() {
    var array = [3, 1, 2]
    #expect(array.withColumn { $0[0] + $0[2] + $0.count } == 8)
    array.withMutableColumn { $0.sort(by: <) }
    #expect(array == [1, 2, 3])
    #expect([UInt8]().withColumn { $0.count } == 0)
    #expect([Int](count: 4) { column in for index in 0..<4 { column[index] = index } } == [0, 1, 2, 3])
    let texts = [String](count: 50_000, threads: 3) { texts, rows in
      for row in rows { texts.set(row, to: "text \(row)") }
    }
    #expect(texts.count == 50_000 && texts.indices.allSatisfy { texts[$0] == "text \($0)" })
  }

  @Test("every lane has a value of its own, which ends with the lanes")
  func lanes() {
    let ended = Counter()
    do {
      var made = 0
      let lanes = Lanes<Lane>(3) {
        made += 1
        return Lane(number: made, ended: ended)
      }
      Parallel.forEach(parts: 3, threads: 3) { lane in lanes[lane].number += 10 }
      #expect((0..<3).map { lanes[$0].number } == [11, 12, 13] && ended.count.load(ordering: .relaxed) == 0)
    }
    #expect(ended.count.load(ordering: .relaxed) == 3)
  }

  final class Counter: Sendable { let count = Atomic(0) }

  struct Lane: ~Copyable {
    var number: Int
    let ended: Counter
    deinit { ended.count.wrappingAdd(1, ordering: .relaxed) }
  }
}

/// What is outside a column traps where assertions are on.
@Suite struct ColumnBoundsTests {
  @Test("an index past the end") func read() async {
    await #expect(processExitsWith: .failure) { _ = [1, 2].withColumn { $0[2] } }
  }

  @Test("a negative index, written to") func written() async {
    await #expect(processExitsWith: .failure) {
      var array = [1, 2]
      array.withMutableColumn { $0[-1] = 3 }
    }
  }

  @Test("a range past the end") func range() async {
    await #expect(processExitsWith: .failure) { _ = [1, 2].withColumn { $0[1..<3].count } }
  }

  @Test("more elements than there is room for") func copied() async {
    await #expect(processExitsWith: .failure) {
      var array = [1, 2]
      array.withMutableColumn { $0.copy([1, 2, 3]) }
    }
  }

  @Test("an element past the count of a buffer, within its memory") func buffer() async {
    await #expect(processExitsWith: .failure) {
      var buffer = GrowingBuffer<Int>()
      buffer.append(1)
      _ = buffer[1]
    }
  }

  @Test("an atomic past the end") func atomic() async {
    await #expect(processExitsWith: .failure) {
      let scratch = Scratch()
      let words: AtomicColumn<UInt32> = scratch.atomics(2)
      words[2].store(1, ordering: .relaxed)
    }
  }

  @Test("a row of a new array that was not asked for") func set() async {
    await #expect(processExitsWith: .failure) {
      _ = [String](count: 2, threads: 1) { texts, _ in texts.set(2, to: "") }
    }
  }

  @Test("an element that is inside ends well") func inside() async {
    await #expect(processExitsWith: .success) { _ = [1, 2].withColumn { $0[1] } }
  }
}
