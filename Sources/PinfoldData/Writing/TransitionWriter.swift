public import Pinfold

/// Writes a transition as JSON or a table.
public struct TransitionWriter: Sendable {
  /// The transition, with the numbers of points that markers stand for.
  private let transition: MarkerTransitions
  private let old: FrameWriter
  private let new: FrameWriter

  /// Creates a writer of a transition between two frames.
  ///
  /// - Throws: ``Pinfold/ClusteringError/points(_:)`` if the frames show points that are cells, and those of
  ///   both cannot be combined.
  public init(_ transition: MarkerTransitions, from old: Frame, to new: Frame) throws(ClusteringError) {
    self.transition = try transition.countingPoints(from: old, to: new)
    self.old = FrameWriter(old)
    self.new = FrameWriter(new)
  }

  /// Returns one JSON document on one line that stands alone: the frames' origin, the two frames, and how to
  /// play the transition.
  ///
  /// Markers and flows name clusters by their indices in the frames' lists, from 0. Where a marker goes east
  /// past 180°, or west past −180°, the longitude of its end is beyond that too, so that a player need not
  /// know of the date line.
  ///
  /// - Parameters:
  ///   - origin: the origin of the frames.
  ///   - diff: the diff's name and all its parameters.
  public func json(
    _ origin: FrameOrigin, diff: (name: String, parameters: [(name: String, value: ParameterValue)])
  ) -> [UInt8] {
    JSONWriter.line { json in
      origin.writeStrategy(to: &json)
      origin.writePoints(usable: new.frame.points.count, to: &json)
      json.object("diff") { json in
        json.member("name", diff.name)
        json.member("parameters", diff.parameters)
      }
      for (name, writer) in [("old", old), ("new", new)] {
        json.object(name) { json in
          json.member("viewport", json: writer.writeViewport)
          json.member("clusters", json: writer.writeClusters)
        }
      }
      json.member("duration", transition.duration)
      json.member("easing", transition.easing.rawValue)
      json.array("markers", transition.markers) { json, marker in write(marker, to: &json) }
      json.array("flows", transition.flows) { json, flow in
        json.object { json in
          json.member("old", flow.old)
          json.member("new", flow.new)
          json.member("count", flow.count)
        }
      }
    }
  }

  private func write(_ marker: MarkerTransition, to json: inout JSONWriter) {
    let ends = transition.coordinates(of: marker, from: old.frame, to: new.frame)
    json.object { json in
      json.member("kind", marker.kind.rawValue)
      json.member("old", marker.old)
      json.member("new", marker.new)
      json.member("count", marker.count)
      for (name, place) in [("from", ends.start), ("to", ends.end)] {
        json.object(name) { json in
          json.member(new.axes.x, place.longitude)
          json.member(new.axes.y, place.latitude)
        }
      }
      json.member("addedAt", marker.addedAt)
      json.member("removedAt", marker.removedAt)
      if let motion = marker.motion { write(motion, to: &json) }
    }
  }

  private func write(_ motion: MarkerMotion, to json: inout JSONWriter) {
    json.object("motion") { json in
      json.member("leavesAt", motion.leavesAt)
      json.member("arrivesAt", motion.arrivesAt)
      json.member("easing", motion.easing?.rawValue)
      if let via = motion.via.map(transition.projection.unproject) {
        json.object("via") { json in
          json.member(new.axes.x, via.longitude)
          json.member(new.axes.y, via.latitude)
        }
      }
    }
  }

  /// Returns the number of clusters and points of each kind of change, aligned for people to read.
  public func summary() -> String {
    var table = TextTable(header: ["change", "old", "new", "points"])
    for kind in MarkerTransition.Kind.allCases {
      let parts = parts.filter { $0.kind == kind }
      guard !parts.isEmpty else { continue }
      let clusters = [Set(parts.compactMap(\.old)).count, Set(parts.compactMap(\.new)).count]
      table.row(
        [kind.rawValue] + clusters.map { $0 == 0 ? "-" : String($0) }
          + [String(parts.reduce(0) { $0 + $1.count })])
    }
    return table.text
  }

  /// The number of lines that ``changes(limit:)`` has without a limit.
  public var changeCount: Int { parts.count { $0.kind != .keep } }

  /// Returns the movements of points between clusters, the most points first, without those that stay.
  ///
  /// - Parameter limit: the most changes to show; nil shows all.
  public func changes(limit: Int? = nil) -> String {
    let changes = parts.filter { $0.kind != .keep }
    // Of equal counts the first in the order of markers goes first.
    let largest = changes.indices.sorted {
      (changes[$1].count, $0) < (changes[$0].count, $1)
    }
    var table = TextTable(header: ["change", "old", "of", "new", "of", "points"])
    for place in largest.prefix(limit ?? changes.count) {
      let change = changes[place]
      table.row(
        [change.kind.rawValue] + cells(change.old, old.frame) + cells(change.new, new.frame)
          + [String(change.count)])
    }
    return table.text
  }

  private func cells(_ cluster: Int?, _ frame: Frame) -> [String] {
    guard let cluster else { return ["-", "-"] }
    return [frame.ids[cluster].description, String(frame.pointCount(of: cluster))]
  }

  /// The markers that show movements of points; the others stand for whole clusters before or after that.
  private var parts: [MarkerTransition] {
    transition.markers.filter { marker in
      marker.old != nil && marker.new != nil || marker.kind == .appear || marker.kind == .disappear
    }
  }
}
