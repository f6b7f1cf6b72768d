import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Conservation")
struct ConservationTests {
  @Test("counts what is missing, repeated, alien and miscounted")
  func reference() {
    // Golden value H24: point 3 is missing, 1 is there twice, 9 is alien, the third count says 2 for 1.
    let verdict = Conservation(
      clusters: [[0, 1], [1, 2], [9]], counts: [2, 2, 2], wanted: 0..<4, pointCount: 4)
    #expect(verdict.coverage == 0.75)
    #expect(verdict.duplicates == 1)
    #expect(verdict.aliens == 1)
    #expect(verdict.countError == 1)
    #expect(verdict.isFinite)
    #expect(!verdict.passes)
  }

  @Test("nothing wanted and nothing shown passes")
  func empty() {
    let verdict = Conservation(clusters: [], counts: [], wanted: [], pointCount: 0)
    #expect(verdict.coverage == 1)
    #expect(verdict.passes)
  }

  @Test("points that are shown but not wanted are no fault")
  func outside() {
    #expect(Conservation(clusters: [[0, 1, 2]], counts: [3], wanted: [1], pointCount: 3).passes)
  }

  @Test("a position that is not finite fails")
  func infinite() {
    let verdict = Conservation(
      clusters: [[0]], counts: [1], wanted: [0], pointCount: 1, numbers: [0, .infinity])
    #expect(!verdict.isFinite)
    #expect(!verdict.passes)
  }

  @Test("an alien that comes twice is two aliens and one duplicate")
  func repeatedAlien() {
    let verdict = Conservation(clusters: [[-1], [-1]], counts: [1, 1], wanted: [0], pointCount: 1)
    #expect(verdict.aliens == 2)
    #expect(verdict.duplicates == 1)
    #expect(verdict.coverage == 0)
  }

  @Test("the built-in strategies pass at any zoom", arguments: [0.0, 4, 7.5, 11])
  func builtIns(zoom: Double) throws {
    let points = try makeHeaps(2000, seed: 5)
    let view = Viewport(center: Coordinate(longitude: 2, latitude: 50), zoom: zoom, margin: 0.1)
    for strategy in [.grid(), .none] as [any ClusteringStrategy] {
      let frame = try Clusterer(strategy).build(points).frame(for: view)
      #expect(Conservation(of: frame).passes)
    }
  }

  @Test("a strategy that loses a point of the view, or shows one twice, is caught in its frame")
  func badStrategies() throws {
    let points = try makeHeaps(30, seed: 5)
    let view = Viewport(center: Coordinate(longitude: 2, latitude: 50), zoom: 4)
    func verdict(_ clusters: [[Int]]) throws -> Conservation {
      Conservation(of: try Clusterer(ListStrategy { _, _ in clusters }).build(points).frame(for: view))
    }
    #expect(try verdict([Array(0..<30)]).passes)
    #expect(try verdict([Array(0..<27)]).coverage == 0.9)
    #expect(try verdict([Array(0..<30), [4, 5]]).duplicates == 2)
  }
}
