import Foundation
import Pinfold
import TestSupport
import Testing

@Suite("The article on writing a strategy")
struct ArticleTests {
  @Test("shows code that is compiled and run here, word for word")
  func snippets() throws {
    let folder = Folders.package
    let article = try String(
      contentsOf: folder.appending(path: "Sources/Pinfold/Pinfold.docc/WritingAStrategy.md"), encoding: .utf8)
    let source = try String(
      contentsOf: folder.appending(path: "Tests/PinfoldTests/RowsStrategy.swift"), encoding: .utf8)
    func lines(_ text: some StringProtocol) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let code = lines(source).joined(separator: "\n")
    let snippets = article.matches(of: /(?s)```swift\n(.*?)```/).map { String($0.output.1) }
    #expect(snippets.count >= 4)
    for snippet in snippets {
      #expect(code.contains(lines(snippet).joined(separator: "\n")), "\(snippet)")
    }
  }

  @Test("ends with a strategy that has a name and keeps its contract")
  func contract() throws {
    #expect(try rowsByName() is RowsStrategy)
    #expect(try brokenRowRules().isEmpty)
  }

  @Test("folds what lies in one row")
  func rows() throws {
    // At zoom 2 a row of 120 screen points is 120/1024 of the world high: y of 0.47 and 0.5, and of 0.3.
    let points = try PointSet(PointColumns(longitude: [10, -60, 10], latitude: [5, 0.1, 60]))
    let frame = try clustersOfRows(
      points, Viewport(center: Coordinate(longitude: 0, latitude: 30), zoom: 2))
    #expect(frame.partition == [[.integer(0), .integer(1)], [.integer(2)]])
  }
}
