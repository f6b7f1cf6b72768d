import Testing

@testable import Pinfold

@Suite struct ScratchTests {
  @Test("what fits into the room is cut from it one after the other, and again after a release")
  func room() {
    let scratch = Scratch(room: 4096)
    let first: UnsafeMutablePointer<UInt64> = scratch.allocate(100)
    let second: UnsafeMutablePointer<UInt32> = scratch.allocate(10)
    let large: UnsafeMutablePointer<UInt8> = scratch.allocate(5000)
    let third: UnsafeMutablePointer<UInt8> = scratch.allocate(1)
    func offset<Element>(_ pointer: UnsafeMutablePointer<Element>) -> Int {
      UnsafeRawPointer(first).distance(to: UnsafeRawPointer(pointer))
    }
    #expect(offset(second) == 832)
    #expect(offset(third) == 896)
    #expect(!(0..<4096).contains(offset(large)))
    large.update(repeating: 7, count: 5000)
    scratch.release()
    let again: UnsafeMutablePointer<UInt32> = scratch.allocate(1024)
    #expect(offset(again) == 0)
    // The room is full.
    let other: UnsafeMutablePointer<UInt8> = scratch.allocate(1)
    #expect(!(0..<4096).contains(offset(other)))
    scratch.release()
    let start: UnsafeMutablePointer<UInt64> = scratch.allocate(1)
    #expect(start == first)
  }

  @Test("what is in use stays as it is when the rest of the room is given back")
  func trim() {
    for isSparse in [false, true] {
      let scratch = Scratch(room: 5 << 20, isSparse: isSparse)
      let used: UnsafeMutablePointer<UInt8> = scratch.allocate(3_000_001)
      used.update(repeating: 9, count: 5 << 20)
      scratch.trim()
      #expect((0..<3_000_001).allSatisfy { used[$0] == 9 })
      let rest: UnsafeMutablePointer<UInt8> = scratch.allocate(1000)
      rest.update(repeating: 1, count: 1000)
      #expect(used[3_000_000] == 9 && rest[999] == 1)
    }
  }

  @Test("blocks given back to the system can be written again, and the room keeps what is in it")
  func emptyBlocks() {
    for isSparse in [false, true] {
      let scratch = Scratch(room: 5 << 20, isSparse: isSparse)
      let kept: UnsafeMutablePointer<UInt8> = scratch.allocate(5 << 20)
      let block: UnsafeMutablePointer<UInt8> = scratch.allocate(9_000_001)
      kept.update(repeating: 3, count: 5 << 20)
      block.update(repeating: 5, count: 9_000_001)
      scratch.emptyBlocks()
      #expect((0..<5 << 20).allSatisfy { kept[$0] == 3 })
      #if os(Linux)
        // Empty pages are all zeros.
        #expect((1 << 21..<1 << 22).allSatisfy { block[$0] == 0 })
      #endif
      block.update(repeating: 7, count: 9_000_001)
      #expect((0..<9_000_001).allSatisfy { block[$0] == 7 })
      let other: UnsafeMutablePointer<UInt8> = scratch.allocate(1)
      #expect(!(0...9_000_001).contains(block.distance(to: other)))
    }
  }

  @Test("values of any count, none too, have memory of their own")
  func blocks() {
    let scratch = Scratch()
    let pointers = [0, 1, 3, 1 << 19].map { count in
      let values: UnsafeMutablePointer<UInt64> = scratch.allocate(count)
      values.update(repeating: UInt64(count), count: count)
      return values
    }
    #expect(Set(pointers).count == 4)
    #expect(pointers[2][2] == 3 && pointers[3][1 << 18] == 1 << 19)
    #expect(pointers.allSatisfy { UInt(bitPattern: $0) % 64 == 0 })
  }
}
