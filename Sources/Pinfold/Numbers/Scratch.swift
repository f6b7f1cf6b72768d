#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory that a computation works in: plain values, not initialized, all freed with this object.
final class Scratch: @unchecked Sendable {
  private var blocks: [UnsafeMutableRawBufferPointer] = []

  /// Blocks that nobody uses any more.
  private var unused: [UnsafeMutableRawBufferPointer] = []

  /// Room for some values, of which only what is written takes memory.
  func allocate<Element: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Element> {
    let bytes = max(1, count) * MemoryLayout<Element>.stride
    return block(bytes).bindMemory(to: Element.self).baseAddress.unsafelyUnwrapped
  }

  private func block(_ bytes: Int) -> UnsafeMutableRawBufferPointer {
    let fitting = unused.indices.filter { unused[$0].count >= bytes }
    if let smallest = fitting.min(by: { unused[$0].count < unused[$1].count }) {
      return unused.remove(at: smallest)
    }
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: bytes, alignment: bytes < HugePages.size ? 64 : HugePages.size)
    HugePages.advise(block.baseAddress.unsafelyUnwrapped, bytes)
    blocks.append(block)
    return block
  }

  /// Lets all memory so far be given out again: what was touched before costs less than what was not.
  func recycle() { unused = blocks }

  /// Frees what may be given out again.
  func trim() {
    for block in unused {
      blocks.removeAll { $0.baseAddress == block.baseAddress }
      block.deallocate()
    }
    unused = []
  }

  deinit { for block in blocks { block.deallocate() } }
}

/// Large pages of memory: the first touch of a page of 4 KiB costs as much as copying 30 KB, and large blocks
/// have thousands of them.
package enum HugePages {
  static let size = 1 << 21

  /// Asks for huge pages in memory that nobody has touched yet.
  package static func advise(_ start: UnsafeMutableRawPointer, _ bytes: Int) {
    #if os(Linux)
      let low = (Int(bitPattern: start) + size - 1) & ~(size - 1)
      let high = (Int(bitPattern: start) + bytes) & ~(size - 1)
      // Where the system has none, ordinary pages do.
      if high > low, let low = UnsafeMutableRawPointer(bitPattern: low) {
        _ = madvise(low, high - Int(bitPattern: low), MADV_HUGEPAGE)
      }
    #endif
  }
}

extension Array {
  /// An array of plain values of which `body` writes every element.
  package init<Failure: Error>(
    count: Int, written body: (UnsafeMutablePointer<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    // Of no capacity the standard library writes the count into the array that all empty ones share.
    guard count > 0 else {
      self = []
      return
    }
    try self.init(unsafeUninitializedCapacity: count) { (buffer, initialized) throws(Failure) in
      guard let start = buffer.baseAddress else { return }
      HugePages.advise(start, count * MemoryLayout<Element>.stride)
      try body(start)
      initialized = count
    }
  }
}

/// A list of plain values that grows, without the checks that an array makes for every element.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var start: UnsafeMutablePointer<Element>
  private var capacity = 256
  var count = 0

  init() { start = .allocate(capacity: capacity) }

  deinit { start.deallocate() }

  /// Makes room for more elements.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(to: count + more) }
  }

  @inline(never)
  private mutating func grow(to least: Int) {
    let larger = max(2 * capacity, least)
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    copy.update(from: start, count: count)
    start.deallocate()
    (start, capacity) = (copy, larger)
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    reserve(1)
    start[count] = element
    count &+= 1
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { start[index] }
    nonmutating set { start[index] = newValue }
  }
}

extension GrowingBuffer where Element: Comparable {
  /// Puts the elements in ascending order.
  func sort() {
    var elements = UnsafeMutableBufferPointer(start: start, count: count)
    elements.sort()
  }
}
