import Foundation
import TestSupport

/// The part of a page that is printed from declarations: what stands between two comments.
struct PrintedPart {
  /// The file, below `Sources/PinfoldStudies/PinfoldStudies.docc`.
  let name: String

  /// The first line, a comment.
  let start: String

  private let end = "\n<!-- end -->"

  /// The part as the page has it; with `RECORD_SNAPSHOTS=1` the page gets it first.
  func found(printed: String) throws -> String {
    let file = Folders.package.appending(path: "Sources/PinfoldStudies/PinfoldStudies.docc/\(name)")
    var text = try String(contentsOf: file, encoding: .utf8)
    guard let first = text.range(of: start + "\n"), let last = text.range(of: end) else { return "" }
    let range = first.upperBound..<last.lowerBound
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      text.replaceSubrange(range, with: printed)
      try Data(text.utf8).write(to: file)
      return printed
    }
    return String(text[range])
  }
}
