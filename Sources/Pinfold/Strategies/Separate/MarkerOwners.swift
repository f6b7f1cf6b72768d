import Synchronization

/// The markers of a level that are gone, and the component of a bucket that owns each of the others; threads
/// claim markers for components.
struct MarkerOwners: BitwiseCopyable, Sendable {
  /// By marker: the bucket in the upper half, the component in the lower.
  private let words: AtomicColumn<UInt64>

  /// Counted from 1 on; markers of the buckets before have no owner.
  private var bucket: UInt64 = 0

  init(capacity: Int, in scratch: Scratch) { words = scratch.atomics(capacity) }

  mutating func beginBucket() { bucket += 1 }

  /// The owner of a marker that was merged before this bucket, or never came to be.
  static var gone: Int { 0xFFFF_FFFF }

  /// The component that a marker belongs to, or ``gone``; nil where it has no owner.
  @inline(__always)
  func owner(of marker: Int) -> Int? {
    let word = words[marker].load(ordering: .relaxed)
    return word &>> 32 == bucket || word == .max ? Int(truncatingIfNeeded: word & 0xFFFF_FFFF) : nil
  }

  /// Leaves a marker without an owner.
  @inline(__always)
  func clear(_ marker: Int) { words[marker].store(0, ordering: .relaxed) }

  /// Marks a marker as gone.
  @inline(__always)
  func remove(_ marker: Int) { words[marker].store(.max, ordering: .relaxed) }

  @inline(__always)
  func set(_ marker: Int, to component: Int) {
    words[marker].store(bucket &<< 32 | UInt64(component), ordering: .relaxed)
  }

  /// Gives a component a marker that is not gone; false where it has an owner, possibly set by another thread
  /// meanwhile.
  @inline(__always)
  func claim(_ marker: Int, for component: Int) -> Bool {
    let word = words[marker].load(ordering: .relaxed)
    if word &>> 32 == bucket { return false }
    return words[marker].compareExchange(
      expected: word, desired: bucket &<< 32 | UInt64(component), ordering: .relaxed
    ).exchanged
  }
}
