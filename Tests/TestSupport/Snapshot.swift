import Foundation

/// Texts that a test compares with files in `Tests/Snapshots`; run with `RECORD_SNAPSHOTS=1` to write them
/// anew.
public enum Snapshot {
  /// What differs between a text and its file, or nil where they are equal or the file was just recorded.
  public static func difference(of text: String, from name: String) throws -> String? {
    let file = Folders.package.appending(path: "Tests/Snapshots/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return nil
    }
    guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
      return "there is no snapshot \(name) yet; RECORD_SNAPSHOTS=1 writes it"
    }
    return text == expected ? nil : firstDifference(text, expected, name)
  }

  private static func firstDifference(_ text: String, _ expected: String, _ name: String) -> String {
    let found = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(found, wanted).prefix { $0 == $1 }.count
    func show(_ lines: [Substring]) -> String { line < lines.count ? "'\(lines[line])'" : "the end" }
    return "\(name):\(line + 1): expected \(show(wanted)), found \(show(found))"
  }
}
