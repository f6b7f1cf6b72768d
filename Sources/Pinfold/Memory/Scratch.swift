/// Working memory: columns of plain values, not initialized, all freed with this object.
///
/// Columns that fit into the room are cut from it, and after a release from its start again: memory that was
/// written before is faster than memory that the kernel has to clear. Other columns are blocks of their own,
/// which a release frees.
///
/// Columns are valid until their scratch is released or freed. So a type that stores columns stores the
/// scratch too, or is only reachable through one that does.
@safe
final class Scratch: @unchecked Sendable {
  private let room: UnsafeMutableRawBufferPointer
  private var used = 0
  private var blocks: [UnsafeMutableRawBufferPointer] = unsafe []

  /// What owns the memory of columns that were not cut from this scratch.
  private let kept: (any AnyObject & Sendable)?

  private let isSparse: Bool

  private static let alignment = 64

  /// - Parameters:
  ///   - bytes: the size of the room; only what is written takes memory.
  ///   - isSparse: whether only a small part of what is handed out will be written, so that huge pages would
  ///     waste memory.
  ///   - kept: an owner of other memory, kept alive as long as this object.
  init(room bytes: Int = 0, isSparse: Bool = false, keeping kept: (any AnyObject & Sendable)? = nil) {
    self.isSparse = isSparse
    self.kept = kept
    unsafe room = Self.block(bytes, isSparse: isSparse)
  }

  /// The part of a smaller block that is written may end anywhere in a huge page.
  private static let smallestHuge = 3 * HugePages.size

  private static func block(_ bytes: Int, isSparse: Bool) -> UnsafeMutableRawBufferPointer {
    if bytes == 0 { return unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0) }
    let isHuge = !isSparse && bytes >= smallestHuge
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: bytes, alignment: isHuge ? HugePages.size : alignment)
    if isHuge { unsafe HugePages.advise(block.baseAddress.unsafelyUnwrapped, bytes) }
    return unsafe block
  }

  /// A column of some values, of which only what is written takes memory.
  func column<Element: BitwiseCopyable>(_ count: Int) -> Column<Element> {
    unsafe Column(start: start(of: count), count: count)
  }

  /// A column of values that threads share, without anything to free.
  func atomics<Element: ~Copyable>(_ count: Int) -> SharedColumn<Element> {
    unsafe SharedColumn(start: start(of: count), count: count)
  }

  private func start<Element: ~Copyable>(of count: Int) -> UnsafeMutablePointer<Element> {
    let count = max(1, count)
    let start = unsafe start(bytes: count * MemoryLayout<Element>.stride)
    return unsafe start.bindMemory(to: Element.self, capacity: count)
  }

  private func start(bytes: Int) -> UnsafeMutableRawPointer {
    if unsafe bytes <= room.count - used, let start = unsafe room.baseAddress {
      defer { used = unsafe min(room.count, (used + bytes + Self.alignment - 1) & ~(Self.alignment - 1)) }
      return unsafe start + used
    }
    let block = unsafe Self.block(bytes, isSparse: isSparse)
    unsafe blocks.append(block)
    return unsafe block.baseAddress.unsafelyUnwrapped
  }

  /// Takes back all columns; blocks are returned to the system before anything else is written.
  func release() {
    // An allocator may keep what it is given.
    emptyBlocks()
    freeAll()
  }

  /// Returns the memory of blocks to the system. They can be written again; their contents are lost.
  func emptyBlocks() {
    for index in unsafe blocks.indices { unsafe HugePages.empty(blocks[index]) }
  }

  private func freeAll() {
    used = 0
    for index in unsafe blocks.indices { unsafe blocks[index].deallocate() }
    unsafe blocks = []
  }

  /// Returns the unused part of the room to the system.
  func trim() {
    unsafe HugePages.empty(UnsafeMutableRawBufferPointer(rebasing: room[used...]))
  }

  deinit {
    freeAll()
    unsafe room.deallocate()
  }
}

/// A column together with the scratch that owns it, written once and only read from then on. Its indices are
/// checked in optimized builds too.
struct FrozenColumn<Element: BitwiseCopyable>: RandomAccessCollection, Sendable {
  let column: Column<Element>
  let scratch: Scratch

  init(_ column: Column<Element>, in scratch: Scratch) { (self.column, self.scratch) = (column, scratch) }

  var startIndex: Int { 0 }
  var endIndex: Int { column.count }

  @inline(__always)
  subscript(index: Int) -> Element {
    check(index)
    return column[index]
  }

  /// Prefetches an element into the cache.
  @inline(__always)
  func prefetch(_ index: Int) {
    check(index)
    column.prefetch(index)
  }

  @inline(__always)
  private func check(_ index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: column.count), "index out of range")
  }
}
