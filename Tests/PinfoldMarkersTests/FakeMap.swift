import Pinfold
import PinfoldMarkers
import Testing

/// A map view that only remembers, and that checks every call.
@MainActor
final class FakeMap: MarkerHost {
  /// The markers on the map.
  private(set) var pins: [Int: ClusterMarker] = [:]

  /// Where each of them stands or flies.
  private(set) var ways: [Int: (from: Coordinate, to: Coordinate)] = [:]

  /// All calls, the oldest first.
  private(set) var steps: [MarkerStep] = []

  /// Called after every call.
  var afterStep: () -> Void = {}

  /// The markers that are not at full opacity, or on their way there.
  private(set) var fading: Set<Int> = []

  private var used: Set<Int> = []

  /// The points on the map, each as often as markers show it.
  var count: Int { pins.values.reduce(0) { $0 + $1.count } }

  func apply(_ step: MarkerStep) {
    steps.append(step)
    var removed: Set<ClusterID> = []
    for id in step.removed {
      let pin = pins.removeValue(forKey: id)
      #expect(pin != nil, "what is removed is on the map")
      if let cluster = pin?.cluster { removed.insert(cluster) }
      ways[id] = nil
    }
    for pin in step.added {
      #expect(used.insert(pin.id).inserted, "no number is used twice")
      pins[pin.id] = pin
      ways[pin.id] = (pin.coordinate, pin.coordinate)
    }
    for pin in step.updated {
      #expect(pins[pin.id] != nil && !pin.looks(like: pins[pin.id]), "what is updated looks different")
      pins[pin.id] = pin
    }
    let now = Set(pins.values.compactMap(\.cluster))
    #expect(removed.isDisjoint(with: now), "no cluster is removed that stays")
    #expect(now.count == pins.values.count { $0.cluster != nil }, "no cluster is there twice")
    #expect(Set(step.flights.map(\.id)).count == step.flights.count)
    for flight in step.flights {
      #expect(pins[flight.id] != nil, "what flies is on the map")
      if let added = step.added.first(where: { $0.id == flight.id }) {
        let start = Projection.mercator.project(flight.from)
        #expect(Projection.mercator.project(added.coordinate).isNear(start), "it is added where it starts")
      }
      ways[flight.id] = (flight.from, flight.to)
    }
    let flying = Set(step.flights.map(\.id))
    for (id, way) in ways where !flying.contains(id) { ways[id] = (way.to, way.to) }
    #expect(Set(step.appearing).isSubset(of: step.added.map(\.id)))
    #expect(Set(step.disappearing).isSubset(of: pins.keys))
    fading = Set(step.disappearing)
    afterStep()
  }

  /// Where a marker is when a share of its flight is over.
  func place(of id: Int, at share: Double) -> WorldPoint? {
    let projection = Projection.mercator
    return ways[id].map { way in
      projection.position(
        from: projection.project(way.from), to: projection.project(way.to),
        at: Easing.smooth.progress(at: share))
    }
  }
}

extension ClusterMarker {
  /// Whether a marker looks as another one does, wherever they stand.
  fileprivate func looks(like other: ClusterMarker?) -> Bool {
    other.map {
      ($0.cluster, $0.count, $0.point) == (cluster, count, point)
        && ($0.isSelected, $0.isStack, $0.isHidden) == (isSelected, isStack, isHidden)
    } ?? false
  }
}

extension WorldPoint {
  /// Whether a position is within a few fixed-point units, some centimetres.
  func isNear(_ other: WorldPoint?) -> Bool {
    other.map { eastward(from: $0.x).magnitude < 32 && (Int64(y) - Int64($0.y)).magnitude < 32 } ?? false
  }
}
