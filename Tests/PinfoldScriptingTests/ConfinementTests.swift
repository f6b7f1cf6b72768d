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
    "compare { datasets = { path }, strategies = { 'grid' } }", "assert(io.open(path))",
  ]

  @Test("and no message tells what is in others", arguments: calls)
  func outside(call: String) throws {
    let folder = TemporaryFolder()
    let path = folder.write("secret.txt", "secret words\nof no use\n")
    let shell = try RecordedSession()
    let answer = shell.answer("path = '\(path)' return \(call)")
    #expect(answer.contains("is outside of"), "\(answer)")
    #expect(answer.contains("--unsafe"))
    #expect(!answer.contains("secret words"))
  }

  @Test("and those that it is given as arguments, for reading only")
  func arguments() throws {
    let folder = TemporaryFolder()
    let path = folder.write("points.csv", "lon,lat\n1,2\n")
    let plugin = folder.write(
      "one.lua",
      """
      return { api = 1, kind = "metric", name = "one", summary = "x", measures = { one = { summary = "x" } },
        frame = function() return { one = 1 } end }
      """)
    let frames = folder.write(
      "frames.json",
      #"{"viewport":{"lon":1,"lat":2,"zoom":1},"clusters":[{"lon":1,"lat":2,"members":[0]}]}"#)
    let other = folder.write("other.csv", "lon,lat\n1,2\n")
    let shell = try RecordedSession(arguments: [path, plugin, frames, "40", "", folder.path])
    #expect(shell.answer("d = dataset(arg[1]) return #d") == "1\n")
    #expect(shell.answer("io.open(arg[1]):read()") == "\"lon,lat\"\n")
    #expect(shell.answer("io.lines(arg[1])()") == "\"lon,lat\"\n")
    #expect(!shell.answer("plugin(arg[2])").contains("is outside of"))
    #expect(!shell.answer("score(d, arg[3], { metrics = { 'overlap' } })").contains("error"))
    for mode in ["w", "a", "r+"] {
      #expect(shell.answer("assert(io.open(arg[1], '\(mode)'))").contains("is outside of"))
    }
    #expect(shell.answer("dataset('\(other)')").contains("is outside of"))
    #expect(shell.answer("assert(io.open('\(other)'))").contains("is outside of"))
    // A link to another file, put where the argument was, is not what the user named.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    #expect(shell.answer("dataset(arg[1])").contains("is outside of"))
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
