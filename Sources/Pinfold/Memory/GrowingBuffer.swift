/// A list of plain values that grows; unlike an array it is unique, so that an access checks and counts
/// nothing in optimized builds.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private var elements: Column<Element>
  var count = 0

  init(capacity: Int = 256) { elements = .allocate(capacity) }

  deinit { elements.deallocate() }

  /// Reserves memory for more elements.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count &+ more > elements.count { grow(to: count + more) }
  }

  @inline(never)
  private mutating func grow(to least: Int) {
    let larger = Column<Element>.allocate(max(2 * elements.count, least))
    larger.copy(elements[0..<count])
    elements.deallocate()
    elements = larger
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    reserve(1)
    elements[count] = element
    count &+= 1
  }

  @inline(__always)
  mutating func removeLast() -> Element {
    count &-= 1
    return elements[count]
  }

  /// Removes some elements; those behind them move up.
  @inline(__always)
  mutating func drop(_ range: Range<Int>) {
    elements[range.lowerBound..<count].copy(elements[range.upperBound..<count])
    count &-= range.count
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      check(index)
      return elements[index]
    }
    nonmutating set {
      check(index)
      elements[index] = newValue
    }
  }

  /// Not by a slice, whose bounds optimized builds check too.
  @inline(__always)
  private func check(_ index: Int) {
    assert(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of a buffer")
  }

  /// The memory reserved for elements, valid until the list grows.
  @inline(__always)
  var reserved: Column<Element> { elements }

  /// The elements, valid until the list grows.
  @inline(__always)
  var all: Column<Element> { elements[0..<count] }
}

extension GrowingBuffer<UInt64> {
  /// Sorts elements by their upper halves; equal ones keep their order.
  ///
  /// A radix sort by those digits of the upper half in which any elements differ: no branch depends on what
  /// is compared.
  ///
  /// - Complexity: O(*n*).
  mutating func sortByUpperHalf() {
    let elements = all
    guard count > Self.fewElements else { return Self.sortByInsertion(elements) }
    let first = elements[0]
    var changes = 0 as UInt64
    for index in 0..<count { changes |= elements[index] ^ first }
    let width = UInt32.bitWidth - UInt32(truncatingIfNeeded: changes >> 32).leadingZeroBitCount
    guard width > 0 else { return }
    var spare = Self(capacity: count)
    spare.count = count
    // The digits are as narrow as their number allows.
    let digitCount = (width + Self.widestDigit - 1) / Self.widestDigit
    let digitBits = (width + digitCount - 1) / digitCount
    withTemporaryColumn(of: UInt32.self, count: 1 << digitBits) { ends in
      for digit in 0..<digitCount {
        Self.deal(all, to: spare.all, byDigitAt: UInt64(32 + digit * digitBits), ends)
        swap(&self, &spare)
      }
    }
  }

  /// Up to this number elements are sorted by insertion.
  private static var fewElements: Int { 48 }

  private static var widestDigit: Int { 8 }

  private static func sortByInsertion(_ elements: Column<UInt64>) {
    for index in 0..<elements.count {
      let element = elements[index]
      var gap = index
      while gap > 0, elements[gap &- 1] &>> 32 > element &>> 32 {
        elements[gap] = elements[gap &- 1]
        gap &-= 1
      }
      elements[gap] = element
    }
  }

  /// Writes elements in the order of one digit, equal ones in the order given.
  ///
  /// - Parameter starts: memory for one number per value of a digit.
  private static func deal(
    _ elements: Column<UInt64>, to other: Column<UInt64>, byDigitAt shift: UInt64, _ starts: Column<UInt32>
  ) {
    let mask = UInt64(starts.count - 1)
    starts.fill(0)
    for index in 0..<elements.count { starts[Int(elements[index] &>> shift & mask)] &+= 1 }
    var sum: UInt32 = 0
    for digit in 0..<starts.count {
      let size = starts[digit]
      starts[digit] = sum
      sum &+= size
    }
    for index in 0..<elements.count {
      let digit = Int(elements[index] &>> shift & mask)
      other[Int(starts[digit])] = elements[index]
      starts[digit] &+= 1
    }
  }
}
