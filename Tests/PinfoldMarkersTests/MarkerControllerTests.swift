import Pinfold
import PinfoldMarkers
import TestSupport
import Testing

@Suite("A controller of markers")
@MainActor
struct MarkerControllerTests {
  private let view = FakeMap()
  private let controller: MarkerController<FakeMap>

  init() {
    controller = MarkerController(host: view)
    controller.options.duration = 0.01
  }

  private func viewport(_ zoom: Double, _ longitude: Double = 10) -> Viewport {
    Viewport(center: Coordinate(longitude: longitude, latitude: 50), zoom: zoom, width: 400, height: 700)
  }

  private func points(_ count: Int = 200) throws -> PointSet {
    try PointSet(SamplePoints.clusters.columns(count: count))
  }

  /// Waits until nothing moves any more.
  private func rest() async throws { try await wait { !controller.isBusy } }

  private func wait(_ isDone: () -> Bool) async throws {
    for _ in 0..<20_000 where !isDone() { try await Task.sleep(for: .milliseconds(1)) }
    #expect(isDone(), "it comes to an end")
  }

  /// Checks that the map shows what a fresh map does.
  private func check(_ clusterer: Clusterer, _ points: PointSet, in viewport: Viewport) throws {
    let frame = try clusterer.build(points).frame(for: viewport)
    #expect(Set(view.pins.values.compactMap(\.cluster)) == Set(frame.ids))
    #expect(view.count == (0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) })
    #expect(view.fading.isEmpty)
  }

  @Test("shows the newest view of the newest points by the newest strategy, whatever came in between")
  func newest() async throws {
    var random = SplitMix64(seed: 7)
    let points = try points()
    var edited = points
    var shown: Set<PointID> = []
    view.afterStep = {
      // After a finished plan the board has only the points of its frame.
      if view.steps.last?.seconds == 0 { shown = [] }
      if let frame = controller.board.frame { shown.formUnion(frame.shownIDs) }
      #expect(view.count == shown.count)
      #expect(view.pins.keys.sorted() == controller.board.markers.keys.sorted())
    }
    try await controller.cluster(points, by: Clusterer(.grid(cellSize: 60)))
    let strategies: [any ClusteringStrategy] = [.radius(), .quadtree(), .grid(cellSize: 90)]
    for round in 0..<40 {
      controller.show(viewport(Double(random.below(60)) / 10, Double(random.below(80))))
      if round % 4 == 1 {
        let id = edited.id(random.below(edited.count))
        let to = Coordinate(longitude: Double(random.below(90)), latitude: 40)
        edited = try edited.moving([(id, to)])
        try await controller.edit { try $0.move(id, to: to) }
      }
      if round % 7 == 3 { try await controller.cluster(by: Clusterer(strategies[random.below(3)])) }
      if random.below(2) == 0 { try await Task.sleep(for: .milliseconds(random.below(15))) }
    }
    let last = viewport(3, 20)
    controller.show(last)
    try await controller.cluster(by: Clusterer(.radius()))
    try await rest()
    try check(Clusterer(.radius()), edited, in: last)
    #expect(view.steps.count > 10)
  }

  @Test("does not end a plan while the next one is being made")
  func overlap() async throws {
    controller.options.duration = 0.002
    let points = try PointSet(.mixed(20_000))
    try await controller.cluster(points, by: Clusterer(.grid(cellSize: 60)))
    var random = SplitMix64(seed: 3)
    for round in 0..<40 {
      controller.show(viewport(Double(round % 3)))
      let id = points.id(random.below(points.count))
      try await controller.edit { try $0.move(id, to: Coordinate(longitude: 12, latitude: 50)) }
    }
    try await rest()
    let frame = try #require(controller.board.frame)
    #expect(Set(view.pins.values.compactMap(\.cluster)) == Set(frame.ids))
  }

  @Test("turns markers back where they are")
  func turning() async throws {
    controller.options.duration = 60
    try await controller.cluster(points(), by: Clusterer(.grid(cellSize: 60)))
    for (number, zoom) in [1.0, 4, 1].enumerated() {
      controller.show(viewport(zoom))
      try await wait { view.steps.count == number + 1 }
    }
    let starts = Dictionary(view.steps[1].flights.map { ($0.id, $0.from) }) { first, _ in first }
    let back = view.steps[2].flights.filter { starts[$0.id] != nil }
    #expect(!back.isEmpty)
    for flight in back {
      let (from, start) = (flight.from, starts[flight.id])
      #expect((from.longitude - (start?.longitude ?? 0)).magnitude < 0.1, "hardly a moment is over")
    }
  }

  @Test("keeps a selection through a change of strategy, and tells the box and the points of a marker")
  func selection() async throws {
    let points = try points()
    try await controller.cluster(points, by: Clusterer(.grid(cellSize: 200)))
    controller.show(viewport(2))
    let id = points.id(3)
    try await controller.select([id])
    try await controller.cluster(by: Clusterer(.radius()))
    try await rest()
    let pin = try #require(view.pins.values.first { $0.point == id })
    #expect(pin.isSelected && pin.count == 1)
    #expect(controller.bounds(of: pin) == points.coordinateBounds(of: [3]))
    #expect(controller.points(of: pin) == [id])
    let all = view.pins.values.flatMap { controller.points(of: $0) }
    #expect(all.count == view.count && Set(all) == controller.board.frame?.shownIDs)
    let cluster = try #require(view.pins.values.first { $0.count > 2 })
    #expect(controller.points(of: cluster, limit: 2) == Array(controller.points(of: cluster).prefix(2)))
    await #expect(throws: ClusteringError.self) { try await controller.select([.text("nothing")]) }
    try await controller.edit { try $0.remove([id]) }
    try await controller.cluster(by: Clusterer(.quadtree()))
    try await rest()
    #expect(!view.pins.values.contains { $0.isSelected })
    try check(Clusterer(.quadtree()), points.removing([id]), in: viewport(2))
  }

  @Test("makes edits in the order of their calls, and leaves points as they are where one fails")
  func edits() async throws {
    try await controller.cluster(points(), by: Clusterer(.none))
    let controller = controller
    let calls = (0..<20).map { number in
      Task {
        try await controller.edit {
          guard $0.points.count == 200 + number - number / 5 else { return }
          if number % 5 == 4 { throw ClusteringError.cancelled }
          try $0.insert(
            PointColumns(longitude: [1], latitude: [1], ids: .integers([Int64(10_000 + number)])))
        }
      }
    }
    var failures = 0
    for call in calls { if case .failure = await call.result { failures += 1 } }
    #expect(controller.map?.points.count == 216 && failures == 4)
  }

  @Test("shows nothing before it has points, and reports views that cannot be shown")
  func errors() async throws {
    var errors: [any Error] = []
    controller.onError = { errors.append($0) }
    controller.show(viewport(1))
    try await rest()
    #expect(view.steps.isEmpty && errors.isEmpty)
    try await controller.cluster(points(), by: Clusterer(.none))
    try await rest()
    let before = view.pins
    controller.show(viewport(99))
    try await rest()
    #expect(errors.count == 1 && view.pins == before && !before.isEmpty)
  }
}
