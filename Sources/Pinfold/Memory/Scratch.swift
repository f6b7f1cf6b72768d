/// Memory that a computation works in: plain values, not initialized, all freed with this object.
///
/// What fits into its room is cut from there, and can be given out again after all was released; memory that
/// was touched before costs less than memory that the kernel has to clear. All else has blocks of its own,
/// which are freed as they are released.
final class Scratch: @unchecked Sendable {
  private let room: UnsafeMutableRawBufferPointer
  private var used = 0
  private var blocks: [UnsafeMutableRawBufferPointer] = []

  private let isSparse: Bool

  private static let alignment = 64

  /// - Parameters:
  ///   - bytes: the size of the room; only what is written takes memory.
  ///   - isSparse: whether little of what is given out will be written. Huge pages would be for nothing.
  init(room bytes: Int = 0, isSparse: Bool = false) {
    self.isSparse = isSparse
    room = Self.block(bytes, isSparse: isSparse)
  }

  /// What is written of a smaller block may end anywhere in a huge page.
  private static let smallestHuge = 3 * HugePages.size

  private static func block(_ bytes: Int, isSparse: Bool) -> UnsafeMutableRawBufferPointer {
    if bytes == 0 { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
    let isHuge = !isSparse && bytes >= smallestHuge
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: bytes, alignment: isHuge ? HugePages.size : alignment)
    if isHuge { HugePages.advise(block.baseAddress.unsafelyUnwrapped, bytes) }
    return block
  }

  /// Memory for some values, of which only what is written takes any.
  func allocate<Element: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Element> {
    let bytes = max(1, count) * MemoryLayout<Element>.stride
    return start(of: bytes).bindMemory(to: Element.self, capacity: max(1, count))
  }

  private func start(of bytes: Int) -> UnsafeMutableRawPointer {
    if bytes <= room.count - used, let start = room.baseAddress {
      defer { used = min(room.count, (used + bytes + Self.alignment - 1) & ~(Self.alignment - 1)) }
      return start + used
    }
    let block = Self.block(bytes, isSparse: isSparse)
    blocks.append(block)
    return block.baseAddress.unsafelyUnwrapped
  }

  /// Releases what was given out; blocks go back to the system, before anything else is written.
  func release() {
    // An allocator may keep what it is given.
    emptyBlocks()
    freeAll()
  }

  /// Gives the memory of blocks back to the system; they can be written again, but what was in them is gone.
  func emptyBlocks() {
    for block in blocks {
      if let start = block.baseAddress { HugePages.empty(start, block.count) }
    }
  }

  private func freeAll() {
    used = 0
    for block in blocks { block.deallocate() }
    blocks = []
  }

  /// Gives the system back what nobody uses of the room.
  func trim() {
    if let start = room.baseAddress { HugePages.empty(start + used, room.count - used) }
  }

  deinit {
    freeAll()
    room.deallocate()
  }
}
