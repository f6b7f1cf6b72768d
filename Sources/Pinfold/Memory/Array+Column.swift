extension Array where Element: BitwiseCopyable {
  /// Calls `body` with a view of the elements to read.
  @inline(__always)
  func withColumn<Result, Failure: Error>(
    _ body: (Column<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (elements) throws(Failure) in
      try body(unsafe Column(reading: elements))
    }
  }

  /// Calls `body` with a view of the elements to write.
  @inline(__always)
  mutating func withMutableColumn<Result, Failure: Error>(
    _ body: (Column<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeMutableBufferPointer { (elements) throws(Failure) in
      try body(unsafe Column(reading: UnsafeBufferPointer(elements)))
    }
  }

  mutating func append(copying elements: Span<Element>) {
    unsafe elements.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// An array of which `body` sets every element.
  init<Failure: Error>(
    count: Int, written body: (Column<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    try unsafe self.init(memory: count) { (start) throws(Failure) in
      try body(unsafe Column(start: start, count: count))
    }
  }

  /// An array that some threads write.
  ///
  /// - Parameters:
  ///   - check: called every ``Parallel/stretch`` rows; what it throws ends the work.
  ///   - body: sets the elements of some rows.
  init<Stop: Error>(
    count: Int, threads: Int, _ check: () throws(Stop) -> Void,
    _ body: @Sendable (Column<Element>, Range<Int>) -> Void
  ) throws(Stop) {
    try self.init(count: count) { (column) throws(Stop) in
      try Parallel.share(count, threads: threads, check) { body(column, $0) }
    }
  }
}

extension Column {
  @inline(__always)
  fileprivate init(reading elements: UnsafeBufferPointer<Element>) {
    // The standard library gives empty arrays an address.
    unsafe self.init(
      start: UnsafeMutablePointer(mutating: elements.baseAddress.unsafelyUnwrapped), count: elements.count)
  }
}

/// The elements of a new array, each of which is to be set once.
@safe
package struct NewElements<Element>: @unchecked Sendable {
  fileprivate let start: UnsafeMutablePointer<Element>
  fileprivate let count: Int

  /// Sets an element that was not set before.
  @inline(__always)
  package func set(_ index: Int, to element: Element) {
    assert(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of an array")
    unsafe (start + index).initialize(to: element)
  }
}

extension Array {
  /// An array of any elements, of which `body` sets every one.
  init(count: Int, made body: (NewElements<Element>) -> Void) {
    unsafe self.init(memory: count) { start in body(unsafe NewElements(start: start, count: count)) }
  }

  /// An array of any elements that some threads make.
  ///
  /// - Parameter body: sets the elements of some rows.
  package init(
    count: Int, threads: Int, _ body: @Sendable (NewElements<Element>, Range<Int>) -> Void
  ) {
    self.init(count: count) { (elements: NewElements<Element>) in
      Parallel.share(0..<count, threads: threads) { body(elements, $0) }
    }
  }

  /// Reserves memory for more elements, which are soon written.
  package mutating func makeRoom(for more: Int) {
    // Even for none, elements that others share would be copied.
    guard more > 0 else { return }
    reserveCapacity(count + more)
    unsafe withUnsafeMutableBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      unsafe HugePages.advise(start + elements.count, more * MemoryLayout<Element>.stride)
    }
  }

  /// An array of which `body` initializes every element; if it may throw, these are plain values.
  private init<Failure: Error>(
    memory count: Int, _ body: (UnsafeMutablePointer<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    // For none the standard library would write the count into the array that all empty ones share.
    guard count > 0 else {
      self = []
      return
    }
    try unsafe self.init(unsafeUninitializedCapacity: count) { (buffer, initialized) throws(Failure) in
      guard let start = buffer.baseAddress else { return }
      unsafe HugePages.advise(start, count * MemoryLayout<Element>.stride)
      try unsafe body(start)
      initialized = count
    }
  }
}

extension String {
  /// Calls `body` with the UTF-8 bytes of the text, which are mostly contiguous; `withUTF8` would copy the
  /// text first.
  @inline(__always)
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    if let result = unsafe utf8.withContiguousStorageIfAvailable({ body(unsafe $0.span) }) { return result }
    return body(Array(utf8).span)
  }

  /// Adds the UTF-8 bytes of the text to a hash.
  func combine(into hasher: inout Hasher) {
    let isHashed: Void? = unsafe utf8.withContiguousStorageIfAvailable {
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in utf8 { hasher.combine(byte) } }
  }
}
