internal import CProcessor

extension UnsafePointer {
  /// Starts to bring a value into the cache. Nothing waits for it, and it does no harm where there is none.
  @inline(__always)
  func fetch(_ index: Int) { pinfold_fetch(self + index) }
}

extension UnsafeMutablePointer {
  /// Starts to bring a value into the cache, likewise.
  @inline(__always)
  func fetch(_ index: Int) { pinfold_fetch(self + index) }
}
