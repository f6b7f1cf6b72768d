/// A long list of plain values that grows without being copied, so that no more memory is touched than the
/// values take.
struct ChunkedBuffer<Element: BitwiseCopyable>: ~Copyable {
  private var chunks: [UnsafeMutablePointer<Element>] = []

  /// Set to less, it drops the last elements; their memory is kept.
  var count = 0

  private static var chunkBits: Int { 10 }

  deinit {
    for chunk in chunks { chunk.deallocate() }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count &>> Self.chunkBits == chunks.count { chunks.append(.allocate(capacity: 1 &<< Self.chunkBits)) }
    self[count] = element
    count &+= 1
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { chunks[index &>> Self.chunkBits][index & (1 &<< Self.chunkBits &- 1)] }
    nonmutating set { chunks[index &>> Self.chunkBits][index & (1 &<< Self.chunkBits &- 1)] = newValue }
  }
}
