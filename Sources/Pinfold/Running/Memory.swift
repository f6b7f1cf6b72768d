#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory that is available. A Swift array that cannot allocate ends the process, and a system that
/// overcommits ends it later, so who reads or makes points or builds an index checks
/// first.
package enum Memory {
  /// The bytes a point that columns and sorting take at their peak; measured.
  package static let bytesPerPoint = 128

  /// The bytes of the machine's memory; nil where the system does not say.
  private static let physical: Int? = {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && size > 0 ? pages * size : nil
  }()

  /// Whether the machine could hold so many bytes at all.
  package static func holds(_ bytes: Int) -> Bool { physical.map { bytes <= $0 } ?? true }

  /// Whether the process may have so many bytes more now: limits on processes (`ulimit -v`) count too.
  ///
  /// Small amounts are never checked: they are available, or the process is past help.
  package static func allows(_ bytes: Int) -> Bool {
    if bytes < 1 << 24 { return true }
    guard holds(bytes) else { return false }
    // No 'malloc': an optimiser removes it together with its 'free', and takes it that there is memory.
    let probe = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard probe != MAP_FAILED else { return false }
    munmap(probe, bytes)
    return true
  }
}
