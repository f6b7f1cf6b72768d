import Foundation
import TestSupport
import Testing

@Suite("The article on PinfoldMapKit")
struct ArticleTests {
  @Test("has the code that the sample app compiles, word for word")
  func code() throws {
    let root = Folders.package
    let article = try String(
      contentsOf: root.appending(path: "Sources/PinfoldMapKit/PinfoldMapKit.docc/PinfoldMapKit.md"),
      encoding: .utf8)
    let samples = root.appending(path: "Tests/SampleApp/Sources/MapApp")
    var compiled: [String] = []
    for file in try FileManager.default.contentsOfDirectory(at: samples, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      compiled += text.components(separatedBy: "// snippet\n").dropFirst().map(Self.snippet)
    }
    let shown = article.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(shown.sorted() == compiled.sorted() && shown.count == 10)
  }

  /// The code up to the end of a snippet, without the indentation of its first line.
  private static func snippet(_ text: String) -> String {
    let lines = text.components(separatedBy: "\n")
    let indentation = lines[0].prefix { $0 == " " }
    let code = lines.prefix { $0 != "\(indentation)// end" }
    return code.map { $0.hasPrefix(indentation) ? String($0.dropFirst(indentation.count)) : $0 }
      .joined(separator: "\n") + "\n"
  }
}
