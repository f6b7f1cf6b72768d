internal import CProcessor
import Synchronization

/// A view of plain values in memory that a ``Scratch`` owns.
///
/// Indices are checked where assertions are on, as in all tests. Optimized builds leave the checks out, so
/// that an access compiles to the same instructions as that of a bare pointer.
///
/// A column does not keep its memory alive. A type that stores columns stores their scratch beside them, or
/// is only used by a type that does. Copies refer to the same values; threads may write different elements
/// of one column at the same time.
@safe
@frozen
@usableFromInline
struct Column<Element: BitwiseCopyable>: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let start: UnsafeMutablePointer<Element>

  /// The number of elements, initialized or not.
  @usableFromInline let count: Int

  /// A view of some memory that somebody else owns.
  @inlinable
  @inline(__always)
  @unsafe
  init(start: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// A column that no scratch owns: for constants, and for buffers, which free it.
  static func allocate(_ count: Int) -> Self { unsafe Self(start: .allocate(capacity: count), count: count) }

  /// Frees a column that was allocated.
  func deallocate() { unsafe start.deallocate() }

  @inlinable
  @inline(__always)
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of a column")
      return unsafe UnsafePointer(start + index)
    }
    nonmutating unsafeMutableAddress {
      assert(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of a column")
      return unsafe start + index
    }
  }

  /// A view of some of the elements; its indices start at 0.
  @inlinable
  @inline(__always)
  subscript(range: Range<Int>) -> Self {
    assert(range.lowerBound >= 0 && range.upperBound <= count, "range out of a column")
    return unsafe Self(start: start + range.lowerBound, count: range.count)
  }

  /// Whether this column starts at the same element as another.
  func isIdentical(to other: Self) -> Bool { unsafe start == other.start }

  /// Sets every element.
  @inline(__always)
  func fill(_ value: Element) { unsafe start.update(repeating: value, count: count) }

  /// Copies all elements of another column, which may overlap this one, to the start of this one.
  @inline(__always)
  func copy(_ other: Self) {
    assert(other.count <= count, "no room for a column")
    unsafe start.update(from: other.start, count: other.count)
  }

  /// Copies all elements of an array to the start of this column.
  func copy(_ elements: [Element]) {
    elements.withColumn { copy($0) }
  }

  /// Prefetches an element into the cache; an index out of the column does no harm.
  @inline(__always)
  func prefetch(_ index: Int) { unsafe pinfold_fetch(start + index) }

  /// Returns the memory to the system. It can be written again; its contents are lost.
  func discard() {
    unsafe HugePages.empty(
      UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(start: start, count: count)))
  }
}

extension Column {
  /// Sorts the elements; the order of equal ones is not defined.
  @inline(__always)
  func sort(by precedes: (Element, Element) -> Bool) {
    var elements = unsafe UnsafeMutableBufferPointer(start: start, count: count)
    unsafe elements.sort(by: precedes)
  }
}

/// A view of values that threads change at the same time: atomics, or records of them; owned and checked like
/// a ``Column``.
///
/// The memory is bound to such values from the start. It is not initialized: the first access to an element
/// must initialize it or store to it.
@safe
struct SharedColumn<Element: ~Copyable>: BitwiseCopyable, @unchecked Sendable {
  private let start: UnsafeMutablePointer<Element>
  let count: Int

  /// A view of memory that somebody else owns.
  @unsafe
  init(start: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of a column")
      return unsafe UnsafePointer(start + index)
    }
  }

  @inline(__always)
  func initialize(_ index: Int, to element: consuming Element) {
    assert(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of a column")
    unsafe (start + index).initialize(to: element)
  }

  /// Prefetches an element into the cache; an index out of the column does no harm.
  @inline(__always)
  func prefetch(_ index: Int) { unsafe pinfold_fetch(start + index) }
}

typealias AtomicColumn<Value: AtomicRepresentable> = SharedColumn<Atomic<Value>>

/// Calls `body` with a column on the stack, not initialized.
@inlinable
@inline(__always)
func withTemporaryColumn<Element: BitwiseCopyable, Result>(
  of _: Element.Type, count: Int, _ body: (Column<Element>) -> Result
) -> Result {
  unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: count) { buffer in
    body(unsafe Column(start: buffer.baseAddress.unsafelyUnwrapped, count: count))
  }
}

/// A fixed number of values, which may be noncopyable.
@safe
struct Slots<Element: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let start: UnsafeMutablePointer<Element>
  let count: Int

  init(_ count: Int, _ element: () -> Element) {
    self.count = count
    unsafe start = .allocate(capacity: count)
    for slot in 0..<count { unsafe (start + slot).initialize(to: element()) }
  }

  deinit {
    unsafe start.deinitialize(count: count)
    unsafe start.deallocate()
  }

  @inline(__always)
  subscript(slot: Int) -> Element {
    unsafeAddress { unsafe UnsafePointer(address(slot)) }
    nonmutating unsafeMutableAddress { unsafe address(slot) }
  }

  @inline(__always)
  fileprivate func address(_ slot: Int) -> UnsafeMutablePointer<Element> {
    assert(UInt(bitPattern: slot) < UInt(bitPattern: count), "no such slot")
    return unsafe start + slot
  }
}

/// A value for each thread; a thread only uses its own.
final class Lanes<Element: ~Copyable>: Sendable {
  private let slots: Slots<Element>

  init(_ count: Int, _ element: () -> Element) { slots = Slots(count, element) }

  var count: Int { slots.count }

  @inline(__always)
  subscript(lane: Int) -> Element {
    unsafeAddress { unsafe UnsafePointer(slots.address(lane)) }
    unsafeMutableAddress { unsafe slots.address(lane) }
  }
}
