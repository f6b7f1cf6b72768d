import Foundation
import PinfoldScripting
import TestSupport
import Testing

@Suite("Scripts read files below the working directory only")
struct ConfinementTests {
  /// Calls that read a file, `path` being its path.
  private static let calls = [
    "dataset(path)", "score(points { lon = {}, lat = {} }, path)", "plugin(path)",
    "study { datasets = { path }, strategies = { 'grid' } }",
    "study { datasets = { { path = path } }, strategies = { 'grid' } }",
    "assert(io.open(path))",
  ]

  @Test("and no message tells what is in others", arguments: calls)
  func outside(call: String) throws {
    let folder = TemporaryFolder()
    let path = folder.write("secret.txt", "secret words\nof no use\n")
    let shell = try RecordedSession()
    let answer = shell.answer("path = '\(path)' return \(call)")
    #expect(answer.contains("is outside of"), "\(answer)")
    #expect(!answer.contains("secret words"))
  }

  @Test("links followed", arguments: calls)
  func links(call: String) throws {
    let folder = TemporaryFolder()
    let path = folder.write("secret.txt", "secret words\n")
    let link = ".build/pinfold-test-link-\(UUID().uuidString)"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let answer = try RecordedSession().answer("path = '\(link)' return \(call)")
    #expect(answer.contains("is outside of"), "\(answer)")
    #expect(!answer.contains("secret words"))
  }

  @Test("devices and folders are no files", arguments: ["/dev/null", ".", "..", "Sources"])
  func others(path: String) throws {
    let answer = try RecordedSession().answer("dataset('\(path)')")
    #expect(answer.hasPrefix("error"), "\(answer)")
    #expect(answer.contains("outside of") || answer.contains("not a regular file"), "\(answer)")
  }

  @Test("all of them where it is unsafe")
  func unsafe() throws {
    let folder = TemporaryFolder()
    let path = folder.write("points.csv", "lon,lat\n1,2\n")
    #expect(try RecordedSession(unsafe: true).answer("#dataset('\(path)')") == "1\n")
  }
}
