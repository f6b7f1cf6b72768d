/// Plain values that are written once and only read from then on: an array but for its memory, which may have
/// served for other things before.
struct FrozenColumn<Element: BitwiseCopyable>: RandomAccessCollection, @unchecked Sendable {
  let count: Int
  private let start: UnsafePointer<Element>

  /// Owns the memory.
  private let scratch: Scratch

  init(_ start: UnsafePointer<Element>, count: Int, in scratch: Scratch) {
    (self.start, self.count, self.scratch) = (start, count, scratch)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  @inline(__always)
  subscript(index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
    return start[index]
  }

  /// Starts to bring a value into the cache; nothing waits for it.
  @inline(__always)
  func fetch(_ index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
    start.fetch(index)
  }
}
