import Synchronization
import Testing

@testable import Pinfold

@Suite struct ScratchTests {
  @Test("what fits into the room is cut from it one after the other, and again after a release")
  func room() {
    let scratch = Scratch(room: 4096)
    let first: Column<UInt64> = scratch.column(100)
    let second: Column<UInt32> = scratch.column(10)
    let large: Column<UInt8> = scratch.column(5000)
    let third: Column<UInt8> = scratch.column(1)
    func offset<Element>(_ column: Column<Element>) -> Int {
      UnsafeRawPointer(first.start).distance(to: UnsafeRawPointer(column.start))
    }
    #expect(offset(second) == 832)
    #expect(offset(third) == 896)
    #expect(!(0..<4096).contains(offset(large)))
    large.fill(7)
    scratch.release()
    let again: Column<UInt32> = scratch.column(1024)
    #expect(offset(again) == 0)
    // The room is full.
    let other: Column<UInt8> = scratch.column(1)
    #expect(!(0..<4096).contains(offset(other)))
    scratch.release()
    let start: Column<UInt64> = scratch.column(1)
    #expect(start.isIdentical(to: first))
  }

  @Test("what is in use stays as it is when the rest of the room is given back")
  func trim() {
    for isSparse in [false, true] {
      let scratch = Scratch(room: 5 << 20, isSparse: isSparse)
      let all: Column<UInt8> = scratch.column(5 << 20)
      all.fill(9)
      scratch.release()
      let used: Column<UInt8> = scratch.column(3_000_001)
      scratch.trim()
      #expect((0..<3_000_001).allSatisfy { used[$0] == 9 })
      let rest: Column<UInt8> = scratch.column(1000)
      rest.fill(1)
      #expect(used[3_000_000] == 9 && rest[999] == 1)
    }
  }

  @Test("blocks given back to the system can be written again, and the room keeps what is in it")
  func emptyBlocks() {
    for isSparse in [false, true] {
      let scratch = Scratch(room: 5 << 20, isSparse: isSparse)
      let kept: Column<UInt8> = scratch.column(5 << 20)
      let block: Column<UInt8> = scratch.column(9_000_001)
      kept.fill(3)
      block.fill(5)
      scratch.emptyBlocks()
      #expect((0..<5 << 20).allSatisfy { kept[$0] == 3 })
      #if os(Linux)
        // Empty pages are all zeros.
        #expect((1 << 21..<1 << 22).allSatisfy { block[$0] == 0 })
      #endif
      block.fill(7)
      #expect((0..<9_000_001).allSatisfy { block[$0] == 7 })
      let other: Column<UInt8> = scratch.column(1)
      #expect(!(0...9_000_001).contains(block.start.distance(to: other.start)))
    }
  }

  @Test("values of any count, none too, have memory of their own")
  func blocks() {
    let scratch = Scratch()
    let columns = [0, 1, 3, 1 << 19].map { count in
      let values: Column<UInt64> = scratch.column(count)
      values.fill(UInt64(count))
      return values
    }
    #expect(Set(columns.map(\.start)).count == 4)
    #expect(columns[2][2] == 3 && columns[3][1 << 18] == 1 << 19)
    #expect(columns.allSatisfy { UInt(bitPattern: $0.start) % 64 == 0 })
  }

  @Test("a column of atomics has the memory and alignment of its values, and threads add to it")
  func atomics() {
    let scratch = Scratch(room: 1 << 16)
    let before: Column<UInt8> = scratch.column(3)
    let sums: AtomicColumn<UInt64> = scratch.atomics(100)
    let after: Column<UInt8> = scratch.column(1)
    #expect(before.start.distance(to: after.start) == 64 + 832)
    for index in 0..<sums.count { sums[index].store(0, ordering: .relaxed) }
    Parallel.forEach(parts: 8, threads: 4) { part in
      for index in 0..<sums.count { sums[index].wrappingAdd(UInt64(part), ordering: .relaxed) }
    }
    #expect((0..<sums.count).allSatisfy { sums[$0].load(ordering: .relaxed) == 28 })
  }

  @Test("a frozen column keeps its scratch alive")
  func frozen() {
    weak var owner: Scratch?
    var column: FrozenColumn<Int>?
    do {
      let scratch = Scratch()
      let values: Column<Int> = scratch.column(3)
      for index in 0..<3 { values[index] = index * index }
      (owner, column) = (scratch, FrozenColumn(values, in: scratch))
    }
    #expect(owner != nil && column.map(Array.init) == [0, 1, 4])
    column = nil
    #expect(owner == nil)
  }
}
