import Foundation
import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

@Suite("The articles on strategies and other kinds in Swift")
struct ArticleTests {
  @Test(
    "show code that is compiled and run, word for word",
    arguments: [("WritingAStrategy", 6), ("WritingOtherKinds", 5)])
  func snippets(article: String, count: Int) throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Folders.package.appending(path: path), encoding: .utf8)
    }
    func lines(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
    let sample = "Tests/SampleStrategy/Sources/RowsProgram"
    let code = try [
      "\(sample)/RowsStrategy.swift", "\(sample)/main.swift", "\(sample)/OtherKinds.swift",
      "Tests/PinfoldEvaluationTests/RowsSnippets.swift",
    ].map { lines(try text($0)) }
    let shown = try text("Sources/Pinfold/Pinfold.docc/\(article).md").matches(of: /(?s)```swift\n(.*?)```/)
    #expect(shown.count == count)
    for snippet in shown.map({ lines($0.output.1) }) {
      #expect(code.contains { $0.contains(snippet) }, "\(snippet)")
    }
  }

  @Test("ends with a strategy that has a name and keeps its contract")
  func contract() throws {
    #expect(try rowsByName() is RowsStrategy)
    #expect(try brokenRowRules().isEmpty)
  }

  @Test("have things of other kinds that keep their contracts")
  func others() throws {
    let samples = ContractSample.few(of: ContractSample.standard())
    for report in [
      try Contract(of: NorthernmostRepresentative()).report(on: samples),
      try Contract(of: DominanceMetric()).report(on: samples),
      try Contract(of: CutDiff()).report(on: samples),
      try Contract(of: DiveCamera()).report(on: samples),
    ] {
      #expect(report.violations.isEmpty, "\(report.violations)")
    }
  }

  @Test("say which rule was tried on what if a strategy crashes")
  func crash() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var registry = Registry.builtIn
      try registry.add { $0.register("off-by-one", "Crashes.", OffByOneStrategy.self) }
      _ = try ContractSubject(named: "off-by-one", in: registry).report()
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      message.hasSuffix(
        "\nThis happened while strategy 'off-by-one' with offset=1 was tried: rule 'answers', points 'clusters'.\n"
      ),
      "\(message)")
  }

  @Test("register names that are free, and refuse a name that is taken")
  func names() throws {
    var registry = Registry.builtIn
    registry.registerMetrics()
    registry.registerCameras()
    try registry.add(version: "2", registerOtherKinds)
    let found = try registry.find("dominance", kind: .metric)
    #expect(try found() is DominanceMetric)
    #expect(found.origin == .program(version: "2"))
    let error = #expect(throws: NameTaken.self) {
      try registry.add {
        $0.register("rows", "Rows.", RowsStrategy.self)
        $0.register("grid", "Not the built-in one.", RowsStrategy.self)
      }
    }
    #expect(error?.description == "there is a strategy 'grid' already; register yours under another name")
    #expect(throws: RegistryError.self) { try registry.find("rows", kind: .strategy) }
    #expect(throws: NameTaken.self) {
      try registry.add { for _ in 0..<2 { $0.register("rows", "Rows.", RowsStrategy.self) } }
    }
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

/// Rows whose index reads beyond the points if its only parameter has its greatest value.
private struct OffByOneStrategy: ClusteringStrategy, Configurable {
  var offset = 0

  static let parameters: [Parameter<Self>] = [Parameter("offset", \.offset, in: 0...1, "Where to begin.")]

  var capabilities: Capabilities { RowsStrategy().capabilities }

  func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    _ = (0..<points.count).map { [Int](0..<points.count)[$0 + offset] }
    return RowsStrategy().makeIndex(over: points, context: context)
  }
}
