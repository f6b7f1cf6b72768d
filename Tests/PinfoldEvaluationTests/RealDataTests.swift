import Foundation
import Pinfold
import PinfoldEvaluation
import Testing

/// 50,000 addresses in New Zealand, 5° from ±180°, where the data folder is at hand.
@Suite(
  "Real addresses",
  .enabled(if: RealData.addresses != nil, "needs nz-addresses-50000.json in ../shared/data"))
struct RealDataTests {
  @Test("grid shows every address once")
  func grid() throws {
    let points = try #require(try RealData.points.get())
    #expect(points.count == 50_000)
    let clusterer = Clusterer(.grid())
    let map = try clusterer.build(points)
    let views = ViewPlan(zooms: [11, 15], locations: 2).views(over: points)
    for view in views {
      let frame = try map.frame(for: view.viewport)
      #expect(frame.count > 0)
      #expect(Conservation(of: frame).passes)
    }
    let fit = try map.frame(for: views[0].viewport)
    #expect((0..<fit.count).reduce(0) { $0 + fit.memberCount(of: $1) } == 50_000)
  }

  @Test("every tenth address gives one frame in all runs")
  func determinism() throws {
    let all = try #require(try RealData.points.get())
    let points = try PointSet(all.columns(in: Array(stride(from: 0, to: all.count, by: 10))))
    let clusterer = Clusterer(.grid())
    let frame = try clusterer.build(points).frame(for: ViewPlan(zooms: []).views(over: points)[0].viewport)
    let values = try DeterminismMetric().evaluate(MetricSubject([frame], clusterer: clusterer))
    #expect(values[0].value == .number(1))
  }
}

private enum RealData {
  /// The file of addresses, beside the package or beside a folder that holds it.
  static var addresses: URL? {
    var folder = URL(filePath: #filePath)
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      let file = folder.appending(path: "../shared/data/nz-addresses-50000.json").standardized
      if FileManager.default.fileExists(atPath: file.path()) { return file }
    }
    return nil
  }

  /// Read once for all tests.
  static let points = Result { try load() }

  /// The addresses: an array of latitude, longitude and house number.
  private static func load() throws -> PointSet? {
    guard let addresses else { return nil }
    let rows = try JSONSerialization.jsonObject(with: Data(contentsOf: addresses)) as? [[Any]] ?? []
    return try makePoints(rows.map { ($0[1] as? Double ?? .nan, $0[0] as? Double ?? .nan) })
  }
}
