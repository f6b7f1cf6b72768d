import Foundation

/// A folder for one test, gone with all that is in it when the value goes.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes an empty folder; where that fails, so does what the test does with it.
  public init() {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pinfold-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of what it holds.
  public var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  /// Writes a file and answers its path.
  public func write(_ name: String, _ content: [UInt8]) -> String {
    let file = "\(path)/\(name)"
    try? Data(content).write(to: URL(filePath: file))
    return file
  }

  /// Writes a file of text and answers its path.
  public func write(_ name: String, _ text: String) -> String { write(name, Array(text.utf8)) }
}
