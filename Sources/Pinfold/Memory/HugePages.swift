#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Large pages of memory: the first touch of a page of 4 KiB costs as much as copying 30 KB, and large blocks
/// have thousands of them.
package enum HugePages {
  static let size = 1 << 21

  private static let smallSize = 1 << 12

  /// Asks for huge pages in memory that nobody has touched yet.
  package static func advise(_ start: UnsafeMutableRawPointer, _ bytes: Int) {
    #if os(Linux)
      // Where the system has none, ordinary pages do.
      advise(MADV_HUGEPAGE, onPagesOf: size, from: start, bytes)
    #endif
  }

  /// Gives memory back to the system that nobody needs any more. It stays reserved, with nothing in it.
  static func empty(_ start: UnsafeMutableRawPointer, _ bytes: Int) {
    #if os(Linux)
      advise(MADV_DONTNEED, onPagesOf: smallSize, from: start, bytes)
    #endif
  }

  #if os(Linux)
    /// Advises the kernel on those pages that are all within some memory.
    private static func advise(
      _ advice: Int32, onPagesOf size: Int, from start: UnsafeMutableRawPointer, _ bytes: Int
    ) {
      let low = (Int(bitPattern: start) + size - 1) & ~(size - 1)
      let high = (Int(bitPattern: start) + bytes) & ~(size - 1)
      if high > low, let low = UnsafeMutableRawPointer(bitPattern: low) {
        _ = madvise(low, high - Int(bitPattern: low), advice)
      }
    }
  #endif
}

extension Array {
  /// Makes room for more elements, in memory that is soon written.
  package mutating func makeRoom(for more: Int) {
    // Even for none, elements that others share would be copied.
    guard more > 0 else { return }
    reserveCapacity(count + more)
    withUnsafeMutableBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      HugePages.advise(start + elements.count, more * MemoryLayout<Element>.stride)
    }
  }

  /// An array of which `body` initializes every element; where it may throw, these are plain values.
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
