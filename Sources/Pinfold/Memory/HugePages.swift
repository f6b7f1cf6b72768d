#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Large pages of memory. The first touch of a page of 4 KiB is expensive, and large blocks have thousands.
package enum HugePages {
  static let size = 1 << 21

  private static let smallSize = 1 << 12

  /// Asks for huge pages in memory that was never touched.
  package static func advise(_ start: UnsafeMutableRawPointer, _ bytes: Int) {
    #if os(Linux)
      // A system without huge pages uses ordinary ones.
      unsafe advise(MADV_HUGEPAGE, onPagesOf: size, from: start, bytes)
    #endif
  }

  /// Returns memory to the system. It stays reserved, and its contents are lost.
  static func empty(_ memory: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
      guard let start = memory.baseAddress else { return }
      unsafe advise(MADV_DONTNEED, onPagesOf: smallSize, from: start, memory.count)
    #endif
  }

  #if os(Linux)
    /// Advises the kernel on the pages that are entirely within some memory.
    private static func advise(
      _ advice: Int32, onPagesOf size: Int, from start: UnsafeMutableRawPointer, _ bytes: Int
    ) {
      let low = (Int(bitPattern: start) + size - 1) & ~(size - 1)
      let high = (Int(bitPattern: start) + bytes) & ~(size - 1)
      if high > low, let low = unsafe UnsafeMutableRawPointer(bitPattern: low) {
        _ = unsafe madvise(low, high - Int(bitPattern: low), advice)
      }
    }
  #endif
}
