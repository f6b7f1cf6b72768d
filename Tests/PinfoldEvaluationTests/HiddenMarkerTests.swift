import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

/// Markers that a separation hides, in metrics, hashes and the contract.
@Suite("Hidden markers") struct HiddenMarkerTests {
  /// Points that never merge, so that all that collide are left to be hidden.
  private func frame(
    hides: Bool = true, _ change: (inout PointColumns) -> Void = { _ in }
  ) throws -> (frame: Frame, separation: Separation) {
    var columns = PointColumns(longitude: [10, 10.2, 40, 70, 70.1], latitude: [0, 0, 0, 0, 0])
    columns.mergeable = columns.longitude.map { _ in false }
    columns.priority = [1, 2, 0, 5, 4]
    change(&columns)
    var separation = Separation()
    separation.hidesLosers = hides
    let points = try PointSet(columns)
    let frame = try Clusterer(.grid(), separation: separation).build(points).frame(
      for: Viewport(center: Coordinate(longitude: 40, latitude: 0), zoom: 3))
    return (frame, separation)
  }

  private func rows(_ frame: Frame) -> [UInt32] {
    frame.hidden.map { UInt32(frame.points.rows[frame.members(of: $0)[0]]) }.sorted()
  }

  @Test("are counted by the metric of markers and by conservation")
  func counted() throws {
    let (frame, _) = try frame()
    #expect(rows(frame) == [0, 4])
    let values = try MarkerCountMetric().evaluate(MetricSubject([frame]))
    func value(_ name: String) -> Double? { values.first { $0.measure.name == name }?.value.number }
    #expect(value("hidden") == 2 && value("count") == 5)
    #expect(Conservation(of: frame).passes)
    let (shown, _) = try self.frame(hides: false)
    let other = try MarkerCountMetric().evaluate(MetricSubject([shown]))
    #expect(other.first { $0.measure.name == "hidden" }?.value.number == 0)
  }

  @Test("make another frame in its hashes; where none is hidden these are the old ones")
  func hashes() throws {
    let (hiding, _) = try frame()
    let (showing, _) = try frame(hides: false)
    #expect(hiding.canonicalHashes.screen != showing.canonicalHashes.screen)
    #expect(hiding.canonicalHashes.exact != showing.canonicalHashes.exact)
    let lines = hiding.canonicalText.split(separator: "\n")
    #expect(lines.count { $0.hasSuffix("|hidden") } == 2)
    #expect(
      hiding.canonicalText.replacing("|hidden", with: "") == showing.canonicalText)
    #expect(!showing.canonicalText.contains("hidden"))
  }

  @Test("have to be under a shown marker that prevails")
  func rule() throws {
    var (frame, separation) = try frame()
    #expect(try frame.misplacedHiding(separation, RunContext()) == nil)
    // The one that prevails is hidden instead.
    let right = frame.hidden
    let winner = try #require((0..<frame.count).first { frame.points.rows[frame.members(of: $0)[0]] == 1 })
    let loser = try #require((0..<frame.count).first { frame.points.rows[frame.members(of: $0)[0]] == 0 })
    frame.hidden = (right.filter { $0 != loser } + [winner]).sorted()
    #expect(
      try frame.misplacedHiding(separation, RunContext())?.expected.contains("none that prevails") == true)
    // One that collides with nothing.
    let alone = try #require((0..<frame.count).first { frame.points.rows[frame.members(of: $0)[0]] == 2 })
    frame.hidden = (right + [alone]).sorted()
    #expect(
      try frame.misplacedHiding(separation, RunContext())?.expected.contains("none that prevails") == true)
    // One that should be.
    frame.hidden = right.filter { $0 != loser }
    #expect(
      try frame.misplacedHiding(separation, RunContext())?.seen == "1 pair of shown markers that collide")
  }

  @Test("of equal priorities the lowest id prevails, and a selected point over all")
  func ties() throws {
    let (equal, separation) = try frame { $0.priority = nil }
    #expect(rows(equal) == [1, 4])
    #expect(try equal.misplacedHiding(separation, RunContext()) == nil)
  }
}
