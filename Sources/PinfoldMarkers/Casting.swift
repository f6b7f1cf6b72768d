import Pinfold

/// The marker object that plays each marker of a transition.
struct Casting {
  /// The marker object of each marker of the transition.
  private(set) var owners: [Int]

  /// The marker object of each cluster of the new frame, at the end.
  private(set) var final: [Int] = []

  /// The first number that no marker has had.
  private(set) var next: Int

  private let transition: MarkerTransitions

  /// The transition's markers by the cluster that they leave or enter: the one that shows all of it, before
  /// or after the others, and its parts.
  private var leaving: [Int: Parts] = [:]
  private var arriving: [Int: Parts] = [:]

  private struct Parts {
    var whole: Int?
    var parts: [Int] = []
  }

  /// Casts a transition: a marker that splits becomes its largest part, and the largest part of a merged
  /// marker becomes it. Parts that both frames show come before others; ties go to the first.
  ///
  /// - Parameters:
  ///   - shown: the marker object of each cluster of the old frame.
  ///   - next: the first number that no marker has had.
  init(_ transition: MarkerTransitions, shown: [Int], next: Int) {
    self.transition = transition
    self.next = next
    let markers = transition.markers
    owners = [Int](repeating: -1, count: markers.count)
    for (index, marker) in markers.enumerated() {
      if let old = marker.old {
        if marker.addedAt == nil { leaving[old, default: Parts()].whole = index }
        if marker.addedAt == 0 { leaving[old, default: Parts()].parts.append(index) }
      }
      if let new = marker.new {
        if marker.removedAt == nil { arriving[new, default: Parts()].whole = index }
        if marker.removedAt == 1 { arriving[new, default: Parts()].parts.append(index) }
      }
    }
    for (old, group) in leaving {
      let heir = largest(group.parts) ?? group.whole
      if let heir { owners[heir] = shown[old] }
      if let whole = group.whole { owners[whole] = shown[old] }
    }
    for index in markers.indices where owners[index] < 0 && markers[index].addedAt != 1 {
      owners[index] = self.next
      self.next += 1
    }
    final = [Int](repeating: -1, count: arriving.count)
    for (new, group) in arriving {
      guard let whole = group.whole else { continue }
      if let heir = largest(group.parts) { owners[whole] = owners[heir] }
      final[new] = owners[whole]
    }
  }

  private func largest(_ parts: [Int]) -> Int? {
    func rank(_ part: Int) -> (Int, Int, Int) {
      let marker = transition.markers[part]
      return (marker.old == nil || marker.new == nil ? 1 : 0, -marker.count, part)
    }
    return parts.min { rank($0) < rank($1) }
  }

  /// Some parts with the heir first.
  private func ordered(_ parts: [Int]) -> [Int] {
    guard let heir = largest(parts) else { return [] }
    return [heir] + parts.filter { $0 != heir }
  }
}

/// A plan, with what follows from it.
struct Script {
  var plan: MarkerPlan

  /// The markers on the map while the plan is played.
  var markers: [Int: ClusterMarker]

  /// The call to the map that ends the plan.
  var end: MarkerStep
}

extension Casting {
  /// Writes out what each marker object does.
  ///
  /// - Parameters:
  ///   - before: the markers on the map.
  ///   - moving: the markers on their way, which have to be stopped.
  func script(
    from old: Frame, to new: Frame, markers before: [Int: ClusterMarker], selected: Set<PointID>,
    moving: Set<Int>
  ) -> Script {
    var changes: [MarkerChange] = []
    var (start, end) = (MarkerStep(), MarkerStep())
    start.seconds = transition.duration
    var markers: [Int: ClusterMarker] = [:]
    func fly(_ id: Int, from: Coordinate, to: Coordinate) {
      start.flights.append(MarkerFlight(id: id, from: from, to: to))
    }
    for (index, marker) in transition.markers.enumerated() where marker.isShown(at: 0.5) {
      let (from, to) = transition.coordinates(of: marker, from: old, to: new)
      var content = content(of: index, in: new, before: before, selected: selected)
      let id = content.id
      if marker.new == nil || marker.removedAt != nil {
        content.coordinate = to.unwound(on: new.points.projection)
      }
      markers[id] = content
      if marker.kind == .appear {
        changes.append(.add(content))
        start.added.append(content)
        start.appearing.append(id)
        continue
      }
      if let known = before[id] {
        if !content.looks(like: known) { start.updated.append(content) }
      } else {
        var placed = content
        placed.coordinate = from.unwound(on: new.points.projection)
        start.added.append(placed)
      }
      if marker.new == nil {
        changes.append(.remove(content))
        start.disappearing.append(id)
        if moving.contains(id) { fly(id, from: from, to: to) }
      } else if marker.start == marker.end && !moving.contains(id) {
        changes.append(.keep(content))
      } else {
        changes.append(
          marker.kind == .move || marker.kind == .keep
            ? .move(content, from: from, to: to) : .fly(content, from: from, to: to))
        fly(id, from: from, to: to)
      }
    }
    for old in leaving.keys.sorted() {
      guard let parts = leaving[old].map({ ordered($0.parts) }), let heir = parts.first else { continue }
      changes.append(.split(owners[heir], into: parts.compactMap { markers[owners[$0]] }))
    }
    for (cluster, owner) in final.enumerated() {
      guard let parts = arriving[cluster].map({ ordered($0.parts) }), !parts.isEmpty else { continue }
      let merged = ClusterMarker(cluster, of: new, as: owner, selected: selected)
      changes.append(.merge(parts.map { owners[$0] }, into: merged))
      end.updated.append(merged)
      end.removed += parts.dropFirst().map { owners[$0] }
    }
    end.removed += start.disappearing
    return Script(plan: MarkerPlan(changes: changes, step: start), markers: markers, end: end)
  }

  /// The content of a marker object while the plan is played.
  private func content(
    of index: Int, in new: Frame, before: [Int: ClusterMarker], selected: Set<PointID>
  ) -> ClusterMarker {
    let (marker, id) = (transition.markers[index], owners[index])
    if let cluster = marker.new, marker.removedAt == nil {
      return ClusterMarker(cluster, of: new, as: id, selected: selected)
    }
    if marker.addedAt == nil, var known = before[id] {
      known.isSelected = known.point.map(selected.contains) ?? false
      return known
    }
    return ClusterMarker(
      id: id, cluster: nil, coordinate: new.points.projection.unproject(marker.start), count: marker.count,
      point: nil, isSelected: false, isStack: false, isHidden: false)
  }
}
