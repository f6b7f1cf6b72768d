import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("the shell", .timeLimit(.minutes(1)))
struct ShellTests {
  private let tool: Tool
  private let terminal: Terminal

  init() throws {
    tool = try Tool()
    terminal = try Terminal(Tool.process([], in: tool.folder))
  }

  @Test("expressions are answered, statements run, unfinished input goes on, Ctrl-D leaves")
  func session() throws {
    #expect(try terminal.read(until: "> ").contains("Pinfold"))
    #expect(try terminal.type("1 + 1\n", until: "2\r\n> ").hasSuffix("2\r\n> "))
    _ = try terminal.type("for i = 5, 6 do\n", until: ">> ")
    _ = try terminal.type("print(i)\n", until: ">> ")
    #expect(try terminal.type("end\n", until: "6\r\n> ").contains("5\r\n6"))
    _ = try terminal.type("\u{4}", until: "\n")
    terminal.process.waitUntilExit()
    #expect(terminal.process.terminationStatus == 0)
  }

  @Test("an error shows its place and the session lives on")
  func errors() throws {
    _ = try terminal.read(until: "> ")
    #expect(try terminal.type("error('oh')\n", until: "oh\r\n").contains(":1: oh"))
    _ = try terminal.type("7 * 6\n", until: "42\r\n> ")
  }

  @Test("Ctrl-C clears what is typed, stops what runs, and keeps the session")
  func interrupt() throws {
    _ = try terminal.read(until: "> ")
    _ = try terminal.type("x = 3\n", until: "> ")
    _ = try terminal.type("function f(\n", until: ">> ")
    terminal.process.interrupt()
    _ = try terminal.read(until: "\r\n> ")
    _ = try terminal.type("while true do end\n", until: "end\r\n")
    Thread.sleep(forTimeInterval: 0.2)
    terminal.process.interrupt()
    #expect(try terminal.read(until: "> ").contains("interrupted"))
    _ = try terminal.type("x + 1\n", until: "4\r\n> ")
  }
}

/// A process on a pseudo-terminal.
private final class Terminal {
  let process: Process
  private let master: Int32

  init(_ process: Process) throws {
    self.process = process
    let ends = try Self.openPair()
    master = ends.master
    let slave = FileHandle(fileDescriptor: ends.slave, closeOnDealloc: true)
    process.standardInput = slave
    process.standardOutput = slave
    process.standardError = slave
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
    close(master)
  }

  private static func openPair() throws -> (master: Int32, slave: Int32) {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    #if os(Linux)
      // What unlockpt and ptsname do; the module of the C library hides both.
      var (lock, number): (Int32, UInt32) = (0, 0)
      guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0
      else { throw POSIXError(.ENOTTY) }
      let name = "/dev/pts/\(number)"
    #else
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let path = ptsname(master) else {
        throw POSIXError(.ENOTTY)
      }
      let name = String(cString: path)
    #endif
    return (master, open(name, O_RDWR | O_NOCTTY))
  }

  func type(_ text: String, until end: String) throws -> String {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
    return try read(until: end)
  }

  /// What the process prints, up to and with some text; fails after ten seconds.
  func read(until end: String) throws -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    let deadline = ContinuousClock.now + .seconds(10)
    while !String(decoding: bytes, as: UTF8.self).contains(end) {
      var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard ContinuousClock.now < deadline else {
        throw Missing(end: end, found: String(decoding: bytes, as: UTF8.self))
      }
      guard poll(&poller, 1, 200) > 0 else { continue }
      let count = recv(&chunk)
      guard count > 0 else { throw Missing(end: end, found: String(decoding: bytes, as: UTF8.self)) }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // The system's `read`, which the method of that name hides.
  private func recv(_ chunk: inout [UInt8]) -> Int { systemRead(master, &chunk) }

  struct Missing: Error {
    var end: String
    var found: String
  }
}

private func systemRead(_ descriptor: Int32, _ chunk: inout [UInt8]) -> Int {
  read(descriptor, &chunk, chunk.count)
}
