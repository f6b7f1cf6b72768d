/// A program that is run as a child process: bytes in, bytes out.
package struct Program: Sendable {
  /// The name by which it is found on the path.
  package let name: String

  /// Debian's package that contains it.
  package let debian: String

  /// Homebrew's package that contains it.
  package let homebrew: String

  /// Names a program and what brings it.
  package init(name: String, debian: String, homebrew: String) {
    (self.name, self.debian, self.homebrew) = (name, debian, homebrew)
  }

  /// The reason why a program gave no result.
  package enum Failure: Error, Hashable {
    /// It is not installed.
    case missing

    /// It failed; the reason is its own message.
    case failed(String)
  }

  /// Runs the program to its end.
  ///
  /// Its streams are temporary files, because an unread full pipe would block it.
  ///
  /// - Parameters:
  ///   - arguments: those after the name.
  ///   - input: the bytes of its standard input.
  ///   - variables: environment variables to set unless they exist, as `NAME=value`.
  /// - Returns: the bytes of its standard output.
  package func output(
    _ arguments: [String], input: some Collection<UInt8>, variables: [String] = []
  ) throws(Failure) -> [UInt8] {
    guard let input = ScratchFile(input), let output = ScratchFile([]),
      let complaints = ScratchFile([])
    else {
      throw .failed("there is no room for temporary files")
    }
    let streams = [input, output, complaints].map(\.descriptor)
    let (error, status) = Self.run([name] + arguments, variables, streams)
    if error == ENOENT { throw .missing }
    guard error == 0 else { throw .failed(System.message(error)) }
    guard status == 0 else {
      // A line such as "FAILURE:" only announces the next.
      let said = String(decoding: complaints.bytes, as: UTF8.self).split(separator: "\n").first {
        $0.last != ":"
      }
      // The low bits hold the signal, the next ones the exit code.
      let code = status & 0x7F == 0 ? "exit code \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
      throw .failed(said.map(String.init) ?? code)
    }
    return output.bytes
  }

  /// Runs a program on this process's own streams to its end.
  ///
  /// - Parameter words: its name, and its arguments.
  /// - Returns: its exit code; nil where it does not start, or a signal ended it.
  package static func exitCode(of words: [String]) -> Int32? {
    let (error, status) = run(words)
    return error == 0 && status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    // These systems start no programs.
    private static func run(
      _ words: [String], _ variables: [String] = [], _ streams: [Int32] = []
    ) -> (error: Int32, status: Int32) { (ENOENT, 0) }

    /// Starts a program without waiting for it; not supported on this system.
    package static func start(_ words: [String]) {}
  #else
    /// Starts a program without waiting for it.
    package static func start(_ words: [String]) { _ = spawn(words, [], []) }

    /// Starts a program and waits for it; returns the error number of a failed start, and the exit status.
    private static func run(
      _ words: [String], _ variables: [String] = [], _ streams: [Int32] = []
    ) -> (error: Int32, status: Int32) {
      let (error, process) = spawn(words, variables, streams)
      guard error == 0 else { return (error, 0) }
      var status: Int32 = 0
      // A signal that this process handles does not end the wait.
      while unsafe waitpid(process, &status, 0) < 0 {
        guard errno == EINTR else { return (errno, 0) }
      }
      return (0, status)
    }

    private static func spawn(
      _ words: [String], _ variables: [String], _ streams: [Int32]
    ) -> (error: Int32, process: pid_t) {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
      #else
        var actions = unsafe posix_spawn_file_actions_t()
      #endif
      unsafe posix_spawn_file_actions_init(&actions)
      defer { unsafe posix_spawn_file_actions_destroy(&actions) }
      for (stream, file) in streams.enumerated() {
        unsafe posix_spawn_file_actions_adddup2(&actions, file, Int32(stream))
      }
      let arguments = unsafe words.map { unsafe strdup($0) }
      let additions = unsafe variables.filter { variable in
        unsafe getenv(String(variable.prefix { $0 != "=" })) == nil
      }.map { unsafe strdup($0) }
      defer { unsafe (arguments + additions).forEach { unsafe free($0) } }
      var process = pid_t()
      let error = unsafe posix_spawnp(
        &process, words[0], &actions, nil, arguments + [nil], inherited + additions + [nil])
      return (error, process)
    }

    private static var inherited: [UnsafeMutablePointer<CChar>?] {
      #if canImport(Darwin)
        let first = _NSGetEnviron().pointee
      #else
        let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
      #endif
      var variables: [UnsafeMutablePointer<CChar>?] = unsafe []
      while let variable = unsafe first?[variables.count] { unsafe variables.append(variable) }
      return unsafe variables
    }
  #endif
}

/// A file without a name, which is deleted with this value.
private final class ScratchFile {
  let descriptor: Int32

  /// Creates a file with these bytes, read from its start; fails where there is no room.
  init?(_ bytes: some Collection<UInt8>) {
    guard let stream = unsafe tmpfile() else { return nil }
    descriptor = unsafe dup(fileno(stream))
    unsafe fclose(stream)
    guard descriptor >= 0, put(Array(bytes)) else { return nil }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private func put(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let count = unsafe write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count >= 0 || errno == EINTR else { return false }
        unsafe rest = unsafe rest.dropFirst(max(0, count))
      }
      return true
    }
  }

  /// The file's content.
  var bytes: [UInt8] {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    lseek(descriptor, 0, SEEK_SET)
    return unsafe [UInt8](unsafeUninitializedCapacity: max(0, size)) { buffer, filled in
      while filled < size {
        let count = unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + filled }, size - filled)
        if count > 0 { filled += count } else if count == 0 || errno != EINTR { return }
      }
    }
  }
}
