/// Memory that several values may share, so that who counts it can count it once.
package struct MemoryPart: Sendable {
  /// Keeps the memory.
  package let owner: any AnyObject & Sendable

  /// Identifies the memory while it is kept.
  package let address: UInt

  package let bytes: Int

  init(_ owner: any AnyObject & Sendable, bytes: Int) {
    self.owner = owner
    address = UInt(bitPattern: Unmanaged.passUnretained(owner).toOpaque())
    self.bytes = bytes
  }

  /// The memory of an array, which copies share.
  init(of bytes: [UInt8]) {
    owner = Buffer(bytes: bytes)
    address = bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    self.bytes = bytes.capacity
  }

  private final class Buffer: Sendable {
    let bytes: [UInt8]
    init(bytes: [UInt8]) { self.bytes = bytes }
  }
}
