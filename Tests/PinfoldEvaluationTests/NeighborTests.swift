import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Nearest neighbours")
struct NeighborTests {
  @Test(
    "are those of a look at every pair", arguments: 1...8 as ClosedRange<UInt64>,
    [nil, 13, 200] as [Double?])
  func oracle(seed: UInt64, period: Double?) throws {
    var random = SplitMix64(seed: seed)
    // Whole numbers give places on one spot, and neighbours equally far.
    let side = seed % 2 == 0 ? 12 : 1000
    let x = (0..<120).map { _ in Double(random.below(side)) }
    let y = (0..<120).map { _ in Double(random.below(side)) }
    let graph = try NeighborGraph(x: x, y: y, period: period)
    for place in x.indices {
      var best = (square: Double.infinity, place: -1)
      for other in x.indices where other != place {
        var east = abs(x[place] - x[other])
        if let period { east = abs(east - period * (east / period).rounded()) }
        let square = east * east + (y[place] - y[other]) * (y[place] - y[other])
        if square < best.square { best = (square, other) }
      }
      #expect(graph.neighbors[place] == Int32(best.place))
      #expect(isClose(graph.squaredDistances[place], best.square))
    }
  }

  @Test("among many places on one spot are the lowest of them, at no distance")
  func stack() throws {
    let x = Array(repeating: 3.0, count: 5000) + [4]
    let graph = try NeighborGraph(x: x, y: Array(repeating: 7, count: 5001))
    #expect(graph.neighbors[0] == 1)
    #expect(graph.neighbors[1...].allSatisfy { $0 == 0 })
    #expect(graph.squaredDistances[..<5000].allSatisfy { $0 == 0 })
    #expect(graph.squaredDistances[5000] == 1)
  }

  @Test("of no place and of one place")
  func few() throws {
    #expect(try NeighborGraph(x: [], y: []).neighbors.isEmpty)
    let graph = try NeighborGraph(x: [1], y: [2], period: 10)
    #expect(graph.neighbors == [-1])
    #expect(graph.squaredDistances == [.infinity])
  }

  @Test("on the globe reach over ±180°")
  func dateLine() throws {
    let points = try makePoints([(179.9, 0), (-179.9, 0), (170, 0)])
    let graph = try NeighborGraph(of: points)
    let place = { (id: Int64) in (0..<3).first { points.ids[$0] == .integer(id) } ?? -1 }
    #expect(graph.neighbors[place(0)] == Int32(place(1)))
    #expect(graph.neighbors[place(2)] == Int32(place(0)))
  }

  @Test("are parted by clusters")
  func split() throws {
    // Golden value H08: of two equally near neighbours the lowest counts, so one of five is parted.
    let graph = try NeighborGraph(x: [0, 1, 2, 3.5, 4.5], y: [0, 0, 0, 0, 0])
    let split = PointShare.split(labels: [0, 0, 1, 1, 1], graph: graph, reach: .infinity)
    #expect(split.share == 0.2)
    let near = PointShare.split(labels: [0, 0, 1, 1, 1], graph: graph, reach: 0.9)
    #expect(near.count == 0)
    #expect(near.share == nil)
    // Out of view: a point is not counted, and a point beside it is parted from it.
    #expect(
      PointShare.split(labels: [0, 0, 1, -1, 1], graph: graph, reach: .infinity)
        == PointShare.split(labels: [0, 0, 1, -1, 2], graph: graph, reach: .infinity))
    #expect(PointShare.split(labels: [0, 0, 0, -1, 1], graph: graph, reach: .infinity).share == 0.25)
  }

  @Test("lone points keep markers of their own")
  func isolation() throws {
    // Golden value H09.
    let graph = try NeighborGraph(x: [0, 3, 50, 100], y: [0, 0, 0, 0])
    let merged = PointShare.isolated(labels: [0, 0, 1, 1], graph: graph, reach: 40)
    #expect(merged.count == 2)
    #expect(merged.share == 0)
    #expect(PointShare.isolated(labels: [0, 0, 1, 2], graph: graph, reach: 40).share == 1)
    #expect(PointShare.isolated(labels: [0, 0, 1, 2], graph: graph, reach: 50).share == nil)
    #expect(PointShare.isolated(labels: [0, 0, 1, -1], graph: graph, reach: 40).count == 1)
  }

  @Test("of 2000 points in square cells")
  func cells() throws {
    // Golden values R3.
    let points = ReferenceCase.cells2000
    let graph = try NeighborGraph(x: points.x, y: points.y)
    func share(_ reach: Double) -> Double? {
      PointShare.split(labels: points.labels, graph: graph, reach: reach).share
    }
    #expect(isClose(share(16), 0.1153619776339023))
    #expect(isClose(share(.infinity), 0.156))
    let lone = PointShare.isolated(labels: points.labels, graph: graph, reach: 20)
    #expect(lone.count == 173)
    #expect(isClose(lone.share, 0.011560693641618497))
  }

  @Test("the metrics look at all points, in screen points at any zoom")
  func metrics() throws {
    // Half a degree is 11 screen points at zoom 5 and 23 at zoom 6, where the last point is out of view.
    let points = try makePoints([(0, 0), (0.5, 0), (20, 0), (-30, 0)])
    for (zoom, eligible, isolated) in [(5.0, 2.0, 2.0), (6, 0, 1)] {
      let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, width: 2000)
      let subject = MetricSubject([try Clusterer(.none).build(points).frame(for: view)])
      #expect(try NeighborSplitMetric().evaluate(subject)[1].value == .number(eligible))
      #expect(try IsolationMetric().evaluate(subject)[1].value == .number(isolated))
      #expect(try IsolationMetric().evaluate(subject)[0].value == .number(1))
    }
  }

  @Test("a metric that was asked about one set answers for another")
  func cache() throws {
    let metric = NeighborSplitMetric()
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 5)
    for count in [2, 3, 2] {
      let points = try makePoints((0..<count).map { (Double($0) * 0.01, 0) })
      let subject = MetricSubject([try Clusterer(.grid()).build(points).frame(for: view)])
      #expect(try metric.evaluate(subject)[1].value == .count(count))
    }
  }
}
