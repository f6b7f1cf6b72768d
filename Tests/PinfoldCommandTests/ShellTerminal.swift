import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The shell on a pseudo-terminal that is its controlling one, so that Ctrl-C typed there is a signal.
final class ShellTerminal {
  private(set) var screen: Screen
  /// All that came, sequences included.
  private(set) var received = ""
  private let master: Int32
  private var child: pid_t = 0
  private var undecoded: [UInt8] = []
  private var exitCode: Int32?

  /// Starts the shell in a folder, which is its home too.
  init(
    _ arguments: [String] = [], in folder: URL, columns: Int = 80, environment: [String: String] = [:]
  ) throws {
    screen = Screen(columns: columns)
    let (master, path) = try Self.open(columns: columns)
    self.master = master
    let base = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
      // No plugins but those of the folder.
      "PINFOLD_PLUGINS": "\(folder.path)/none",
    ].merging(environment) { $1 }
      // Sanitizers are told the same in the shell as here, such as what is no leak.
      .merging(ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }) { $1 }
    // A shell goes to the folder, which spawning alone can do on some systems only.
    let script = ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, Tool.executable.path]
    let words = (script + arguments).map { strdup($0) } + [nil]
    let variables = base.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    #if canImport(Darwin)
      var (attributes, actions): (posix_spawnattr_t?, posix_spawn_file_actions_t?) = (nil, nil)
      let newSession: Int16 = 0x400
    #else
      var (attributes, actions) = (posix_spawnattr_t(), posix_spawn_file_actions_t())
      let newSession: Int16 = 0x80
    #endif
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, newSession)
    posix_spawn_file_actions_init(&actions)
    // The first terminal that the leader of a session opens becomes its controlling one.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    let status = posix_spawn(&child, "/bin/sh", &actions, &attributes, words, variables)
    guard status == 0 else { throw POSIXError(.init(rawValue: status) ?? .ENOENT) }
  }

  deinit {
    if exitCode == nil {
      kill(child, SIGKILL)
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    close(master)
  }

  private static func open(columns: Int) throws -> (master: Int32, path: String) {
    let master = openDevice("/dev/ptmx", O_RDWR | O_NOCTTY)
    #if os(Linux)
      // What unlockpt and ptsname do; the module of the C library hides both.
      var (lock, number): (Int32, UInt32) = (0, 0)
      guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0
      else { throw POSIXError(.ENOTTY) }
      let path = "/dev/pts/\(number)"
    #else
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
        throw POSIXError(.ENOTTY)
      }
      let path = String(cString: name)
    #endif
    setSize(of: master, columns: columns)
    return (master, path)
  }

  private static func setSize(of master: Int32, columns: Int) {
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Changes the window's width, which sends the shell a signal.
  func resize(columns: Int) { Self.setSize(of: master, columns: columns) }

  /// Types keys.
  func send(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Waits until the screen is as wanted; fails after twenty seconds.
  func wait(_ what: String, until isThere: (Screen) -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while !isThere(screen) {
      guard ContinuousClock.now < deadline, receive() else { throw Missing(what: what, screen: screen.text) }
    }
  }

  /// Waits for a text anywhere on the screen.
  func wait(for text: String) throws { try wait(text) { $0.text.contains(text) } }

  /// Waits until the shell asks for an input, on a line below `line`.
  func waitForPrompt(_ prompts: [String] = ["> "], below line: Int = 0) throws {
    try wait("a prompt") { $0.lineCount > line && prompts.contains($0.currentLine) }
  }

  /// Types a line and waits for the next prompt; answers what was printed between.
  @discardableResult
  func enter(_ line: String) throws -> String {
    let before = screen.lineCount
    send(line + "\r")
    try waitForPrompt(["> ", ">> "], below: before)
    return screen.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(before).dropLast()
      .joined(separator: "\n")
  }

  /// Waits for the process's end and answers its exit code.
  func exit() throws -> Int32 {
    try wait("the end") { _ in self.isOver }
    return exitCode ?? -1
  }

  /// Ends the process without a chance to tidy up.
  func killAtOnce() {
    kill(child, SIGKILL)
    var status: Int32 = 0
    waitpid(child, &status, 0)
    exitCode = -SIGKILL
  }

  private var isOver: Bool {
    guard exitCode == nil else { return true }
    var status: Int32 = 0
    guard waitpid(child, &status, WNOHANG) == child else { return false }
    exitCode = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    return true
  }

  /// Takes what has come, waiting a little; false once nobody is there to send anything.
  private func receive() -> Bool {
    var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, 50) > 0 else { return true }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &chunk, chunk.count)
    // The terminal is gone with the last process on it.
    guard count > 0 else { return isOver || exitCode == nil }
    undecoded += chunk[..<count]
    // A character may come in two parts.
    let partial = undecoded.reversed().prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
    let isCut =
      partial < 3 && (undecoded.dropLast(partial).last.map { $0 >= 0xC0 } ?? false)
      && String(validating: undecoded, as: UTF8.self) == nil
    let end = isCut ? undecoded.count - partial - 1 : undecoded.count
    let text = String(decoding: undecoded[..<end], as: UTF8.self)
    received += text
    screen.receive(text)
    undecoded.removeFirst(end)
    return true
  }

  struct Missing: Error, CustomStringConvertible {
    var what: String
    var screen: String
    var description: String { "waited for \(what) in:\n\(screen)" }
  }
}

private func openDevice(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
