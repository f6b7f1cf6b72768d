import Pinfold
import PinfoldMarkers
import TestSupport
import Testing

/// A random walk of camera, points, selection and strategy over a board, checked at every step.
@MainActor
struct MarkerWalk {
  private(set) var board = MarkerBoard()
  let view = FakeMap()

  private var points: EditedPoints
  private var map: ClusterMap
  private var viewport: Viewport
  private var random: SplitMix64
  private let clusterers: [Clusterer]

  /// The points on the map.
  private var shown: Set<PointID> = []

  init(_ sample: SamplePoints, isPlain: Bool, seed: UInt64, _ clusterers: [Clusterer]) throws {
    points = EditedPoints(sample, count: 60, isPlain: isPlain, seed: seed)
    random = SplitMix64(seed: seed &* 977 &+ 5)
    self.clusterers = clusterers
    map = try clusterers[0].build(PointSet(points.columns()))
    viewport = Viewport(center: Coordinate(longitude: 0, latitude: 20), zoom: 1, width: 500, height: 400)
    board.options.duration = 1
  }

  /// Changes something and shows it, while the last plan is being played or after it.
  mutating func step() throws {
    try change()
    let share = [0, 0.25, 0.999, Double(random.below(1000)) / 1000, 1][random.below(5)]
    let isFinished = random.below(3) == 0
    if isFinished { finish() }
    let places = Dictionary(
      uniqueKeysWithValues: view.pins.keys.map { ($0, view.place(of: $0, at: isFinished ? 1 : share)) })
    let before = view.pins
    let frame = try board.frame(of: map, in: viewport)
    let plan = try board.show(frame, selected: map.clusterer.selected, at: share)
    view.apply(plan.step)

    shown.formUnion(frame.shownIDs)
    #expect(view.count == shown.count, "each point of either frame is shown once")
    #expect(board.markers.keys.sorted() == view.pins.keys.sorted())
    checkIdentity(before, frame)
    checkSelection(frame)
    for (id, place) in places where view.pins[id] != nil {
      #expect(view.place(of: id, at: 0)?.isNear(place) == true, "no marker jumps")
    }
    check(plan.changes, before, places)
    let end = replay(plan.changes, from: before)
    if random.below(2) == 0 {
      finish()
      #expect(end == Set(view.pins.values.map(\.summary)), "changes alone end as the steps do")
    }
  }

  private mutating func finish() {
    view.apply(board.finish())
    guard let frame = board.frame else { return }
    shown = frame.shownIDs
    #expect(view.count == shown.count, "each point of the new frame is shown once")
    #expect(view.pins.count == frame.count && view.fading.isEmpty)
    let clusters = Dictionary(uniqueKeysWithValues: frame.ids.enumerated().map { ($1, $0) })
    for pin in view.pins.values {
      guard let cluster = pin.cluster.flatMap({ clusters[$0] }) else {
        Issue.record("a marker shows no cluster of the frame")
        continue
      }
      #expect(pin.count == frame.memberCount(of: cluster) && board.cluster(of: pin.id) == cluster)
      #expect(pin.isHidden == frame.isHidden(cluster) && pin.isStack == frame.isStack(cluster))
      #expect(view.place(of: pin.id, at: 1)?.isNear(frame.positions[cluster]) == true, "it has arrived")
    }
  }

  private mutating func change() throws {
    switch random.below(8) {
    case 0: try map.apply(points.edit())
    case 1:
      var clusterer = clusterers[random.below(clusterers.count)]
      clusterer.selected = map.clusterer.selected.filter { map.points.index(of: $0) != nil }
      map = try clusterer.build(map.points)
    case 2:
      map = try map.selecting(random.shuffled(points.items).prefix(random.below(4)).map(\.id))
    case 3:
      board.options.spread = random.below(2) == 0 ? nil : SpreadLayout()
      board.options.spreadZoom = Double(random.below(12))
    case 4: viewport.zoom = Double(random.below(80)) / 10
    case 5: viewport.bearing = Double(random.below(8)) * 45
    case 6:
      if let item = random.shuffled(points.items).first { viewport.center = item.coordinate }
    default:
      viewport.zoom = max(0, min(viewport.zoom + Double(random.below(5)) - 2, 9))
      viewport.center.longitude = (viewport.center.longitude + 7).remainder(dividingBy: 360)
    }
  }

  /// A cluster that is on the map and in the new frame keeps its marker.
  private func checkIdentity(_ before: [Int: ClusterMarker], _ frame: Frame) {
    let staying = Set(frame.ids)
    for pin in before.values {
      guard let cluster = pin.cluster, staying.contains(cluster) else { continue }
      #expect(view.pins[pin.id]?.cluster == cluster, "an unchanged cluster keeps its marker")
      #expect(!view.fading.contains(pin.id))
    }
  }

  /// Every selected point in view is a marker by itself.
  private func checkSelection(_ frame: Frame) {
    for id in map.clusterer.selected {
      guard let cluster = frame.cluster(showing: id) else { continue }
      #expect(frame.memberCount(of: cluster) == 1)
      #expect(view.pins.values.count { $0.point == id && $0.isSelected && $0.count == 1 } == 1)
    }
    let selected = Set(map.clusterer.selected)
    #expect(view.pins.values.allSatisfy { !$0.isSelected || $0.point.map(selected.contains) == true })
  }

  /// Every marker on the map has one change of its own while the plan is played.
  private func check(
    _ changes: [MarkerChange], _ before: [Int: ClusterMarker], _ places: [Int: WorldPoint?]
  ) {
    var own: [Int] = []
    for change in changes {
      switch change {
      case .keep(let pin):
        own.append(pin.id)
        #expect(!view.steps.last!.flights.contains { $0.id == pin.id })
        checkPlace(pin)
      case .add(let pin), .remove(let pin):
        own.append(pin.id)
        checkPlace(pin)
        if case .remove = change { #expect(view.fading.contains(pin.id)) }
      case .move(let pin, let from, let to), .fly(let pin, let from, let to):
        own.append(pin.id)
        #expect(view.steps.last!.flights.contains { $0.id == pin.id && $0.from == from && $0.to == to })
        checkPlace(pin)
        #expect((to.longitude - from.longitude).magnitude <= 180.000_001, "it takes the shorter way")
      case .split(let id, let parts):
        #expect(parts.first?.id == id && parts.count > 1)
        #expect(parts.reduce(0) { $0 + $1.count } == before[id]?.count)
        for part in parts {
          #expect(view.place(of: part.id, at: 0)?.isNear(places[id] ?? nil) == true, "parts start there")
        }
      case .merge(let ids, let pin):
        #expect(ids.first == pin.id && ids.count > 1)
        #expect(ids.reduce(0) { $0 + (board.markers[$1]?.count ?? 0) } == pin.count)
      }
    }
    #expect(own.sorted() == view.pins.keys.sorted())
  }

  /// A marker says where it stands, or will stand.
  private func checkPlace(_ pin: ClusterMarker) {
    #expect(Projection.mercator.project(pin.coordinate).isNear(view.place(of: pin.id, at: 1)))
    #expect(pin.coordinate.longitude.magnitude <= 180)
  }

  /// What is on a map that only follows the changes, at the end.
  private func replay(_ changes: [MarkerChange], from before: [Int: ClusterMarker]) -> Set<String> {
    var pins = before
    for change in changes {
      if case .split(_, let parts) = change { for part in parts { pins[part.id] = part } }
    }
    for change in changes {
      switch change {
      case .keep(let pin), .add(let pin), .move(let pin, _, _), .fly(let pin, _, _): pins[pin.id] = pin
      case .remove(let pin): pins[pin.id] = nil
      case .split, .merge: break
      }
    }
    for change in changes {
      guard case .merge(let ids, let pin) = change else { continue }
      for id in ids { pins[id] = nil }
      pins[pin.id] = pin
    }
    return Set(pins.values.map(\.summary))
  }
}

extension ClusterMarker {
  /// What it is and what it shows.
  fileprivate var summary: String { "\(id) \(cluster.map(\.description) ?? "") \(count) \(isSelected)" }
}

extension Frame {
  /// The ids of all its points.
  var shownIDs: Set<PointID> { Set((0..<count).flatMap(members).map(points.id)) }
}
