import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Equivariance")
struct EquivarianceTests {
  private func measure(
    _ strategy: any ClusteringStrategy, _ points: PointSet, _ view: Viewport
  ) throws -> (translation: Double?, rotation: Double?) {
    let clusterer = Clusterer(strategy)
    let frame = try clusterer.build(points).frame(for: view)
    let values = try EquivarianceMetric().evaluate(MetricSubject([frame], clusterer: clusterer))
    return (values[0].value.number, values[1].value.number)
  }

  private let view = Viewport(center: Coordinate(longitude: 2, latitude: 50), zoom: 7)

  @Test("a grid stays behind when points move")
  func grid() throws {
    let points = try makeHeaps(600, seed: 3)
    let defect = try measure(.grid(), points, view)
    #expect(try #require(defect.translation) > 0.1)
    #expect(try #require(defect.rotation) > 0.1)
  }

  @Test("points by themselves, and points in lists, move along")
  func dataDriven() throws {
    let points = try makeHeaps(400, seed: 3)
    let byID = ListStrategy.dealing { points, _, point in
      guard case .integer(let id) = points.ids[point] else { return 0 }
      return Int(id) % 7
    }
    for strategy in [.none, byID] as [any ClusteringStrategy] {
      let defect = try measure(strategy, points, view)
      #expect(isClose(defect.translation, 0))
      #expect(isClose(defect.rotation, 0))
    }
  }

  @Test("a tree of the points in view is the same wherever they and the view are", arguments: [true, false])
  func viewMoves(isPlanar: Bool) throws {
    // The view shows a part of the points; were it moved otherwise, the tree would be opened otherwise.
    let strategy = PCAStrategy.pca(budget: 12)
    if isPlanar {
      let projection = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 4096))
      let planar = try makePoints(
        zip(ReferenceCase.cells2000.x, ReferenceCase.cells2000.y).map { ($0 + 1000, $1 + 900) },
        projection: projection)
      let place = Viewport(
        center: Coordinate(longitude: 1500, latitude: 1200), zoom: 4, width: 500, height: 400)
      #expect(isClose(try measure(strategy, planar, place).translation, 0))
    } else {
      var place = view
      place.width = 300
      #expect(isClose(try measure(strategy, try makeHeaps(600, seed: 3), place).translation, 0))
    }
  }

  @Test("clusters by the distance from the westernmost point move along, and turn otherwise")
  func anchored() throws {
    let points = try makeHeaps(400, seed: 3)
    let west = ListStrategy.dealing { points, _, point in
      let first = points.x.min() ?? 0
      return Int(points.x[point] - first) >> 21
    }
    let defect = try measure(west, points, view)
    #expect(isClose(defect.translation, 0))
    #expect(try #require(defect.rotation) > 0.1)
  }

  @Test("points across ±180°, at the poles, on a plane and on a tiny world")
  func edges() throws {
    let across = try makePoints(
      (0..<60).map { point in
        let (east, north) = (Double(point) / 60, Double(point * 7 % 11) / 11)
        return (179.5 + east, 10 + north)
      })
    var place = Viewport(center: Coordinate(longitude: 180, latitude: 10.5), zoom: 8)
    #expect(isClose(try measure(.none, across, place).translation, 0))
    #expect(try measure(.grid(), across, place).translation ?? 0 > 0)

    let poles = try makePoints(stride(from: 0.0, to: 360, by: 12).flatMap { [($0, 89.0), ($0 + 6, -89.0)] })
    place = Viewport(center: Coordinate(longitude: 0, latitude: 80), zoom: 0)
    _ = try measure(.grid(), poles, place)
    place.zoom = -8
    #expect(try measure(.grid(), poles, place).translation == nil)

    let projection = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 1024))
    let planar = try makePoints(
      zip(ReferenceCase.cells2000.x, ReferenceCase.cells2000.y).map { ($0, $1) }, projection: projection)
    place = Viewport(center: Coordinate(longitude: 700, latitude: 400), zoom: 2)
    #expect(isClose(try measure(.none, planar, place).translation, 0))
    let defect = try measure(.grid(), planar, place)
    #expect(try #require(defect.translation) > 0.1)
    #expect(try #require(defect.rotation) > 0.1)
  }

  @Test("no point in view, and a stored frame")
  func undefined() throws {
    let none = try measure(.grid(), try makePoints([]), view)
    #expect(none.translation == nil && none.rotation == nil)
    let frame = try Clusterer(.grid()).build(try makeHeaps(9, seed: 1)).frame(for: view)
    let values = try EquivarianceMetric().evaluate(MetricSubject([frame]))
    #expect(values.allSatisfy { $0.value == .undefined(.needsClusterer) })
  }

  @Test("columns of points go along")
  func columns() throws {
    var columns = PointColumns(longitude: [1, 1.2, 2, 2.1, 3], latitude: [50, 50, 50.1, 50, 50])
    columns.ids = .mixed([.text("b"), .integer(4), .text("4"), .text("a"), .integer(-2)])
    columns.weight = [1, 2, 3, 0, 0.25]
    columns.group = [0, 1, -1, 1, 0]
    columns.groupNames = ["z", "y"]
    columns.mergeable = [true, true, false, true, false]
    #expect(isClose(try measure(.none, try PointSet(columns), view).translation, 0))
  }
}
