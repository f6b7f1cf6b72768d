public import Pinfold

/// The origin of a frame: its strategy, the steps after it and the number of rows, which go with the clusters
/// in a JSON document.
public struct FrameOrigin: Sendable {
  /// The strategy's name.
  public var strategy: String

  /// All its parameters, in the order of their declaration.
  public var parameters: [(name: String, value: ParameterValue)]

  /// The representative's name; nil for the default.
  public var representative: String?

  /// The limits beyond which clusters were dissolved into their points.
  public var limits: MergeLimits

  /// The points that stay out of their clusters.
  public var selected: [PointID] = []

  /// The separation of markers; nil for none.
  public var separation: Separation?

  /// The pairs of markers that overlap nevertheless; nil where they were not counted.
  public var overlaps: Int?

  /// The rows of the data, usable or not.
  public var totalRows: Int

  /// Gathers an origin.
  public init(
    strategy: String, parameters: [(name: String, value: ParameterValue)], representative: String? = nil,
    limits: MergeLimits = MergeLimits(), separation: Separation? = nil, overlaps: Int? = nil,
    totalRows: Int
  ) {
    self.strategy = strategy
    self.parameters = parameters
    self.representative = representative
    self.limits = limits
    self.separation = separation
    self.overlaps = overlaps
    self.totalRows = totalRows
  }

  func writeStrategy(to json: inout JSONWriter) {
    json.member("strategy", strategy)
    json.member("parameters", parameters)
    if let representative { json.member("representative", representative) }
    if !limits.areOff { json.member("limits", parametersOf: limits) }
    if !selected.isEmpty { json.array("selected", selected) { json, id in json.value(id) } }
    if let separation { json.member("separation", parametersOf: separation) }
    if let overlaps { json.member("overlaps", overlaps) }
  }

  func writePoints(usable: Int, to json: inout JSONWriter) {
    json.object("points") { json in
      // A cell is a row, and several points stand for it.
      let total = max(totalRows, usable)
      json.member("total", total)
      json.member("usable", usable)
      json.member("skipped", total - usable)
    }
  }
}

extension FrameWriter {
  /// Returns one JSON document on one line: the origin, the view, the size that clusters were made with, and
  /// the clusters in canonical order.
  public func json(_ origin: FrameOrigin) -> [UInt8] {
    JSONWriter.line { json in
      origin.writeStrategy(to: &json)
      json.member("viewport", json: writeViewport)
      if let size = frame.effectiveSize { json.member("effectiveSize", size) }
      origin.writePoints(usable: frame.points.count, to: &json)
      json.member("clusters", json: writeClusters)
    }
  }

  package func writeClusters(to json: inout JSONWriter) {
    json.array(clusters) { json, cluster in
      let place = coordinate(of: cluster)
      json.object { json in
        json.member("id", frame.ids[cluster].description)
        json.member(axes.x, place.longitude)
        json.member(axes.y, place.latitude)
        writeCounts(of: cluster, to: &json)
        if frame.markerStyle != MarkerStyle() { json.member("radius", frame.radius(of: cluster)) }
        if !fields.isEmpty {
          json.object("fields") { json in
            for field in fields { json.member(field.name, field.values, at: cluster) }
          }
        }
        writeOutline(of: cluster, to: &json)
        if let point = singlePoint(of: cluster), !attributes.isEmpty {
          json.object("attributes") { json in
            for attribute in attributes { json.member(attribute.name, attribute.values, at: point) }
          }
        }
        if !aggregates.isEmpty { writeAggregates(of: cluster, to: &json) }
      }
    }
  }

  /// Writes `"aggregates": {"population": {"sum": …, "mean": …}}`; `null` where no member has a value.
  private func writeAggregates(of cluster: Int, to json: inout JSONWriter) {
    var names: [String] = []
    for aggregate in aggregates where !names.contains(aggregate.attribute) {
      names.append(aggregate.attribute)
    }
    json.object("aggregates") { json in
      for name in names {
        json.object(name) { json in
          for aggregate in aggregates where aggregate.attribute == name {
            aggregate.write(of: cluster, as: aggregate.label, to: &json)
          }
        }
      }
    }
  }

  /// Writes the view as given, and its bounds: west, south, east, north, with an east less than the west
  /// across ±180°. A turned view has a `bearing`, and the bounds of the upright box around it; one that
  /// lists clusters by their markers has a `clip`.
  package func writeViewport(to json: inout JSONWriter) {
    let viewport = frame.view.viewport
    json.object { json in
      json.member(axes.x, viewport.center.longitude)
      json.member(axes.y, viewport.center.latitude)
      json.member("zoom", viewport.zoom)
      json.member("width", viewport.width)
      json.member("height", viewport.height)
      json.member("tileSize", viewport.tileSize)
      json.member("margin", viewport.margin)
      if viewport.bearing != 0 { json.member("bearing", viewport.bearing) }
      if viewport.clip != .members { json.member("clip", viewport.clip.rawValue) }
      json.array("bounds", bounds) { json, edge in json.value(edge) }
    }
  }

  /// Writes the members that all forms share: count, weight, the group of points that have one,
  /// `"stack": true` for several coincident points, `"hidden": true` for a marker that a separation hides,
  /// and the id of a single point; the expansion zoom, bounds, hull and members' ids if they are included.
  func writeCounts(of cluster: Int, to sink: inout some PropertySink) {
    let count = frame.pointCount(of: cluster)
    sink.member("count", count)
    sink.member("weight", frame.weights[cluster])
    if hasGroups, let group = frame.groupName(of: cluster) { sink.member("group", group) }
    if frame.memberCount(of: cluster) > 1, frame.isStack(cluster) { sink.member("stack", true) }
    if frame.isHidden(cluster) { sink.member("hidden", true) }
    if let point = singlePoint(of: cluster) { sink.member("point", frame.points.id(point)) }
    if let zoom = expansionZooms?[cluster] { sink.member("expansionZoom", zoom) }
    if includesBounds { writeBounds(of: cluster, to: &sink) }
    for list in lists { sink.member(list.name) { json in list.write(cluster, &json) } }
  }

  func writeBounds(of cluster: Int, to sink: inout some PropertySink) {
    sink.member("bounds") { json in
      json.array(frame.coordinateBounds(of: cluster).edges) { json, edge in json.value(edge) }
    }
  }

  /// The lists that each cluster has: the corners of its hull, counter-clockwise from the west, and the ids
  /// of its members.
  var lists: [(name: String, write: (Int, inout JSONWriter) -> Void)] {
    var lists: [(name: String, write: (Int, inout JSONWriter) -> Void)] = []
    if includesHulls {
      lists.append(("hull", { cluster, json in json.array(frame.hull(of: cluster)) { $0.value($1) } }))
    }
    if includesMembers {
      lists.append(("members", { cluster, json in json.array(memberIDs(of: cluster)) { $0.value($1) } }))
    }
    return lists
  }

  func writeOutline(of cluster: Int, to sink: inout some PropertySink) {
    let corners = outline(of: cluster)
    if !corners.isEmpty { sink.member("outline") { json in json.array(corners) { $0.value($1) } } }
  }

  private var bounds: [Double] {
    if let box = frame.view.viewport.box { return box.edges }
    let screen = frame.view.screen
    let projection = frame.points.projection
    let size = WorldPoint.worldSize
    let (left, width) = (Double(screen.west) / size, Double(screen.width) / size)
    let (top, height) = (Double(screen.north) / size, Double(screen.height) / size)
    let northWest = projection.unproject(unitX: left, unitY: top)
    let south = projection.unproject(unitX: left, unitY: top + height).latitude
    guard case .planar(let extent) = projection else {
      let east = northWest.longitude + width * 360
      return [northWest.longitude, south, east > 180 ? east - 360 : east, northWest.latitude]
    }
    return [northWest.longitude, south, northWest.longitude + width * extent.side, northWest.latitude]
  }
}

extension JSONWriter {
  package mutating func value(_ id: PointID) {
    switch id {
    case .integer(let number): value(number)
    case .text(let text): value(text)
    }
  }

  mutating func value(_ coordinate: Coordinate) {
    array { json in
      json.value(coordinate.longitude)
      json.value(coordinate.latitude)
    }
  }

  fileprivate mutating func member<Value: Configurable>(_ name: String, parametersOf configured: Value) {
    let values = configured.parameterValues
    member(name, Value.parameterDescriptions.map { ($0.name, values[$0.name] ?? $0.defaultValue) })
  }

  package mutating func member(_ name: String, _ parameter: ParameterValue) {
    switch parameter {
    case .number(let number): member(name, number)
    case .integer(let number): member(name, number)
    case .flag(let truth): member(name, truth)
    case .choice(let word): member(name, word)
    case .size(let size):
      object(name) { json in
        for stop in size.stops { json.member("\(ParameterValue.number(stop.zoom))", stop.size) }
      }
    case .list(let values): array(name, values) { json, value in json.value(item: value) }
    }
  }

  private mutating func value(item: ParameterValue) {
    switch item {
    case .number(let number): value(number)
    case .integer(let number): value(number)
    case .flag, .choice, .size, .list: value(item.description)
    }
  }

  mutating func member(_ name: String, _ parameters: [(name: String, value: ParameterValue)]) {
    object(name) { json in for (name, value) in parameters { json.member(name, value) } }
  }
}
