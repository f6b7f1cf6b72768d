/// A list of plain values that grows, without the checks that an array makes for every element.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var start: UnsafeMutablePointer<Element>
  private var capacity: Int
  var count = 0

  init(capacity: Int = 256) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

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

  /// Takes some elements out; those behind them move up.
  @inline(__always)
  mutating func drop(_ range: Range<Int>) {
    (start + range.lowerBound).update(from: start + range.upperBound, count: count - range.upperBound)
    count &-= range.count
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
