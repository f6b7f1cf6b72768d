#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory that is available. A Swift array that cannot allocate ends the process, and a system that
/// overcommits ends it later, so code that reads or makes points or builds an index checks first.
package enum Memory {
  /// The bytes per point that columns and sorting take at their peak.
  package static let bytesPerPoint = 128

  #if hasFeature(Embedded)
    // An allocation that fails ends the module.
    package static func holds(_ bytes: Int) -> Bool { true }
    package static func allows(_ bytes: Int) -> Bool { true }
  #else
    /// The bytes of the machine's memory; nil where the system does not say.
    private static let physical: Int? = {
      let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
      return pages > 0 && size > 0 ? pages * size : nil
    }()

    /// Whether the machine could hold so many bytes at all.
    package static func holds(_ bytes: Int) -> Bool { physical.map { bytes <= $0 } ?? true }

    /// Whether the process may allocate so many bytes now, within its limits (`ulimit -v`) too.
    ///
    /// Small amounts are never checked.
    package static func allows(_ bytes: Int) -> Bool {
      if bytes < 1 << 24 { return true }
      guard holds(bytes) else { return false }
      // Not 'malloc', which an optimizer removes together with its 'free'.
      let probe = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
      guard unsafe probe != MAP_FAILED else { return false }
      unsafe munmap(probe, bytes)
      return true
    }
  #endif
}

/// Memory that several values may share, so that it can be counted once.
package struct MemoryPart: Sendable {
  /// Keeps the memory alive.
  package let owner: any AnyObject & Sendable

  /// Identifies the memory while it is kept.
  package let address: UInt

  package let bytes: Int

  init(_ owner: any AnyObject & Sendable, bytes: Int) {
    self.owner = owner
    address = unsafe UInt(bitPattern: Unmanaged.passUnretained(owner).toOpaque())
    self.bytes = bytes
  }

  /// The memory of an array, which copies share.
  init(of bytes: [UInt8]) {
    owner = Buffer(bytes: bytes)
    address = unsafe bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    self.bytes = bytes.capacity
  }

  private final class Buffer: Sendable {
    let bytes: [UInt8]
    init(bytes: [UInt8]) { self.bytes = bytes }
  }
}
