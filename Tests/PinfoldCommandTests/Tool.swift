import Foundation
import TestSupport

/// Runs the built executable as a child process, in a folder of its own.
///
/// Output goes to files, for a full pipe that nobody empties would stop the child.
final class Tool {
  /// The working directory of the child, which goes when this value goes.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "pinfold-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// What a finished child left.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
    /// Everything on standard error but notes.
    var complaint: String {
      errors.split(separator: "\n").filter { !$0.hasPrefix("pinfold: note: ") }.joined(separator: "\n")
    }
  }

  /// Runs the command to its end.
  func callAsFunction(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(arguments, input: input)
  }

  /// Runs the command to its end.
  func run(_ arguments: [String], input: String = "") throws -> Outcome {
    let child = try start(arguments, input: input)
    child.process.waitUntilExit()
    return try child.outcome()
  }

  /// Runs a line in a shell that knows the command as `pinfold`, and the scripts that ship as subcommands.
  func shell(_ line: String) throws -> Outcome {
    let path = "alias pinfold='\(Self.executable.path)'; shopt -s expand_aliases\n"
    let process = Self.process(["-c", path + line], in: folder)
    process.executableURL = URL(filePath: "/bin/bash")
    process.environment?["PINFOLD_SCRIPTS"] = Folders.package.appending(path: "Scripts").path
    let child = try start(process)
    child.process.waitUntilExit()
    return try child.outcome()
  }

  /// A child that may still run.
  struct Child {
    var process: Process
    fileprivate var output: URL
    fileprivate var errors: URL

    /// Waits until the process has taken Ctrl-C into its own hands; before, it would just die of it.
    func waitForInterruptHandler() {
      #if os(Linux)
        while process.isRunning, !catchesInterrupts { Thread.sleep(forTimeInterval: 0.01) }
      #else
        Thread.sleep(forTimeInterval: 1)
      #endif
    }

    /// Whether SIGINT, the second bit, is in the mask of signals that have a handler.
    private var catchesInterrupts: Bool {
      let path = "/proc/\(process.processIdentifier)/status"
      guard let status = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
      let mask = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.dropFirst(7)
      return mask.flatMap { UInt64($0.trimmingCharacters(in: .whitespaces), radix: 16) }.map { $0 & 2 != 0 }
        ?? false
    }

    /// What the child has written to standard output so far.
    var printed: String { get throws { String(decoding: try Data(contentsOf: output), as: UTF8.self) } }

    /// What a finished child left.
    func outcome() throws -> Outcome {
      Outcome(
        status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
        output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
  }

  /// Starts the command.
  func start(_ arguments: [String], input: String = "") throws -> Child {
    try start(Self.process(arguments, in: folder), input: input)
  }

  private func start(_ process: Process, input: String = "") throws -> Child {
    let name = UUID().uuidString
    let output = try write("", to: "\(name).out", hidden: true)
    let errors = try write("", to: "\(name).err", hidden: true)
    process.standardInput = try FileHandle(forReadingFrom: write(input, to: "\(name).in", hidden: true))
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    // A child that hangs must fail a test rather than hold up all of them.
    DispatchQueue.global().asyncAfter(deadline: .now() + 300) { [weak process] in
      if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    return Child(process: process, output: output, errors: errors)
  }

  /// A process of the command that is not started yet; it sees only plugins and scripts that it is told of.
  static func process(_ arguments: [String], in folder: URL) -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging([
        "COLUMNS": "80", "HOME": folder.path, "XDG_DATA_HOME": folder.path,
        "PINFOLD_PLUGINS": "\(folder.path)/installed", "PINFOLD_SCRIPTS": "\(folder.path)/none",
      ]) { $1 }
    return process
  }

  /// Writes a file into the folder.
  @discardableResult
  func write(_ text: String, to name: String, hidden: Bool = false) throws -> URL {
    try write(Data(text.utf8), to: hidden ? ".\(name)" : name)
  }

  /// Writes a file into the folder.
  @discardableResult
  func write(_ data: Data, to name: String) throws -> URL {
    let url = folder.appending(path: name)
    try data.write(to: url)
    return url
  }

  /// The files in the folder, but for those of this type.
  var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
    }
  }

  // Executables lie beside the bundle of tests, wherever it was built.
  static let executable: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? URL(filePath: ProcessInfo.processInfo.arguments[0])
    return tests.deletingLastPathComponent().appending(path: "pinfold")
  }()
}

/// A JSON document, taken apart without any of our own code.
func json(_ text: String) throws -> [String: Any] {
  let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
  guard let object = value as? [String: Any] else { throw CocoaError(.propertyListReadCorrupt) }
  return object
}
