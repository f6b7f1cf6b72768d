import Platform

/// A connection that waits, to try what a polite client would never send. No call waits longer than ten
/// seconds.
final class RawConnection: Sendable {
  private let descriptor: Int32

  init(port: UInt16, address: UInt32 = 0x7F00_0001) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr = in_addr(s_addr: address.bigEndian)
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Refused() }
  }

  deinit { close(descriptor) }

  /// Nobody listens there.
  struct Refused: Error {}

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      // A server may close before it has read everything.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Some bytes; empty at the end.
  func read(atMost count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, recv(descriptor, buffer.baseAddress, count, 0))
    }
  }

  /// So many bytes, or fewer at the end.
  func read(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = read(atMost: count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = read(atMost: 1 << 16)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// The head of a response, without the empty line behind it.
  func readHead() -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
      let more = read(1)
      if more.isEmpty { break }
      bytes += more
    }
    return String(decoding: bytes.dropLast(4), as: UTF8.self)
  }
}
