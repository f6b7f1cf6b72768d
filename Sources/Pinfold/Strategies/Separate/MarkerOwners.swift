import Synchronization

/// Which markers of a level are gone, and which component of a bucket owns each of the others, as threads
/// claim them.
struct MarkerOwners: BitwiseCopyable, @unchecked Sendable {
  /// By marker: the bucket in the upper half, the component in the lower.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// Counted from 1 on; markers of the buckets before have no owner.
  private var bucket: UInt64 = 0

  init(capacity: Int, in scratch: Scratch) {
    let plain: UnsafeMutablePointer<UInt64> = scratch.allocate(capacity)
    words = UnsafeMutableRawPointer(plain).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  mutating func beginBucket() { bucket += 1 }

  /// The owner of a marker that was merged before this bucket, or never came to be.
  static var gone: Int { 0xFFFF_FFFF }

  /// The component that a marker belongs to, or ``gone``; nil where nobody owns it.
  @inline(__always)
  func owner(of marker: Int) -> Int? {
    let word = words[marker].load(ordering: .relaxed)
    return word &>> 32 == bucket || word == .max ? Int(truncatingIfNeeded: word & 0xFFFF_FFFF) : nil
  }

  /// Says that nobody owns a marker.
  @inline(__always)
  func clear(_ marker: Int) { words[marker].store(0, ordering: .relaxed) }

  /// Says that a marker is gone.
  @inline(__always)
  func remove(_ marker: Int) { words[marker].store(.max, ordering: .relaxed) }

  @inline(__always)
  func set(_ marker: Int, to component: Int) {
    words[marker].store(bucket &<< 32 | UInt64(component), ordering: .relaxed)
  }

  /// Gives a component a marker that is not gone; false where it has an owner, as another thread may just
  /// have been faster.
  @inline(__always)
  func claim(_ marker: Int, for component: Int) -> Bool {
    let word = words[marker].load(ordering: .relaxed)
    if word &>> 32 == bucket { return false }
    return words[marker].compareExchange(
      expected: word, desired: bucket &<< 32 | UInt64(component), ordering: .relaxed
    ).exchanged
  }
}
