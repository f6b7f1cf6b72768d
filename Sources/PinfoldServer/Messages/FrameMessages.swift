import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldVerbs

extension ServerMessage {
  /// `frame`: the new frame of a pane, and the plan by which the markers on its screen become the new ones.
  ///
  /// A plan begins where the pane reported to be in the previous plan. Its member `markers` is one list of
  /// ten numbers for each marker: the cluster of the old and of the new frame whose points it shows (−1 for
  /// none); its start, x and y in units of 2⁻³² of the world; the offset from there to its end, the shorter
  /// way around; the number of its points; the fraction of the duration from which it is shown (−1 for
  /// before), and that until which it is (2 for after); and 1 if a separation hides it. The position is
  /// `start + offset · easing(fraction)`. So shown counts add up at every instant. If markers show values
  /// other than counts, `by` is their name, and `values` has a number or null for each marker. If colors show
  /// a column, `categories` has its name and its values, and `classes` an offset in them for each marker, or
  /// their number for any other value, or null for none.
  ///
  /// Where no marker is on the screen, `nearest` is the position of the point nearest to its middle, x and y
  /// in units of 2⁻³² of the world.
  ///
  /// Its member `motions` is one list of six values for each marker with a motion of its own: the marker's
  /// index; when it leaves and when it arrives, as fractions of the duration; its easing, an empty text for
  /// the plan's; and the offset of its curve's control point from the middle of the path, in units of the
  /// world.
  ///
  /// - Parameters:
  ///   - number: the number of the request.
  ///   - start: the fraction of the previous plan at which it starts.
  ///   - milliseconds: the time that the frame and the transition took.
  ///   - note: a note for the user, for example that another diff was used.
  static func frame(
    pane: Int, number: Int, _ plan: Plan, start: Double, milliseconds: Double, note: String?
  ) -> ServerMessage {
    let (frame, style) = (plan.new, plan.new.markerStyle)
    // Those beyond the edges are there for the next pan.
    let onScreen = (0..<frame.count).filter { frame.view.isOnScreen(frame.positions[$0]) }
    return ServerMessage("frame", about: "pane \(pane)") { json in
      json.members([
        "pane": pane, "number": number, "plan": plan.number, "start": start, "label": plan.strategy.label,
        "clusters": frame.count, "onScreen": onScreen.count, "hidden": onScreen.count(where: frame.isHidden),
        "points": frame.pointCount, "size": frame.effectiveSize,
        "milliseconds": (milliseconds * 100).rounded() / 100,
      ])
      if let note { json.member("note", note) }
      if onScreen.isEmpty, let nearest = frame.points.nearest(to: frame.view.center) {
        json.member("nearest", [Int(nearest.x), Int(nearest.y)].node)
      }
      json.members([
        "style": Node([
          "smallest": style.smallest, "largest": style.largest, "saturation": style.saturation,
        ]), "duration": plan.transition.duration, "easing": plan.transition.easing.rawValue,
      ])
      json.member("markers", plan.shown.markers, plan.write)
      if let values = plan.values {
        json.member("by", values.name)
        json.member("values", plan.transition.markers.map(plan.value).node)
      }
      if let categories = plan.categories {
        json.member("categories", Node(["name": categories.name, "values": categories.values]))
        json.member("classes", plan.transition.markers.map(plan.category).node)
      }
      let moved = plan.transition.markers.enumerated().filter { $1.motion != nil }
      if !moved.isEmpty { json.member("motions", moved, plan.writeMotion) }
    }
  }
}

extension PointSet {
  /// The position of the point nearest to a position on the map; nil where there are no points.
  ///
  /// - Complexity: O(*n*).
  fileprivate func nearest(to middle: WorldPoint) -> WorldPoint? {
    var best: (position: WorldPoint, distance: UInt128)?
    for position in (0..<count).lazy.map(position) {
      let distance = projection.squaredDistance(position, middle)
      if distance < best?.distance ?? .max { best = (position, distance) }
    }
    return best?.position
  }
}

extension Plan {
  fileprivate func write(_ marker: MarkerTransition, to json: inout JSONWriter) {
    json.value(marker.old ?? -1)
    json.value(marker.new ?? -1)
    json.value(Int(marker.start.x))
    json.value(Int(marker.start.y))
    json.value(Int(transition.projection.eastward(from: marker.start, to: marker.end)))
    json.value(Int(marker.end.y) - Int(marker.start.y))
    json.value(marker.count)
    json.value(marker.addedAt ?? -1)
    json.value(marker.removedAt ?? 2)
    let isHidden = marker.new.map(new.isHidden) ?? marker.old.map(old.isHidden) ?? false
    json.value(isHidden ? 1 : 0)
  }

  fileprivate func writeMotion(_ item: (offset: Int, element: MarkerTransition), to json: inout JSONWriter) {
    guard let motion = item.element.motion else { return }
    let bend = item.element.bend(on: transition.projection)
    json.value(item.offset)
    json.value(motion.leavesAt)
    json.value(motion.arrivesAt)
    json.value(motion.easing?.rawValue ?? "")
    json.value(bend?.east ?? 0)
    json.value(bend?.south ?? 0)
  }
}

extension ServerMessage {
  /// `cluster`: a page of a cluster's members with their columns, the outline around all of them, and the
  /// zoom at which it falls apart.
  ///
  /// - Parameter expansionZoom: nil where the cluster does not fall apart, or the strategy's clusters do not
  ///   nest.
  static func cluster(_ request: ClusterRequest, in frame: Frame, expansionZoom: Double?) -> ServerMessage {
    let (points, cluster) = (frame.points, request.cluster)
    return ServerMessage("cluster", about: "cluster") { json in
      json.members([
        "pane": request.pane, "plan": request.plan, "cluster": cluster,
        "count": frame.memberCount(of: cluster), "points": frame.pointCount(of: cluster),
        "weight": frame.weights[cluster], "offset": request.offset, "expansionZoom": expansionZoom,
        "hull": frame.hull(of: cluster),
      ])
      let spread = frame.spread(of: cluster).map { pin, x, y in
        Node(["id": points.id(pin), "x": x, "y": y])
      }
      if !spread.isEmpty { json.member("spread", spread.node) }
      let members = request.order.sorted(frame.members(of: cluster), of: points)
      json.summaries(of: points, members)
      json.table(of: points, members.dropFirst(request.offset).prefix(ClusterRequest.pageSize))
    }
  }

  /// `members`: some of the selected points, with their columns.
  static func members(_ request: MembersRequest, of selected: [Int], in points: PointSet?) -> ServerMessage {
    ServerMessage("members", about: request.most == ClusterRequest.pageSize ? "members" : nil) { json in
      json.members([
        "count": selected.count, "points": points?.tally?.count(of: selected) ?? selected.count,
        "offset": request.offset,
      ])
      guard let points else { return }
      let rows = request.order.sorted(selected, of: points)
      json.summaries(of: points, rows)
      json.table(of: points, rows.dropFirst(request.offset).prefix(request.most))
    }
  }
}

extension Frame {
  /// Where the points of a stack, and others on its location, are laid out, in screen points from its marker;
  /// empty for clusters that are no stacks, or too large ones.
  fileprivate func spread(of cluster: Int) -> [(point: Int, x: Double, y: Double)] {
    guard memberCount(of: cluster) == 1 || isStack(cluster) else { return [] }
    let (pins, location) = (pins(with: cluster), positions[cluster])
    guard (2...200).contains(pins.count) else { return [] }
    let marker = view.screenPosition(of: location)
    return zip(pins, SpreadLayout().screenPositions(pins.count, around: location, in: view)).map {
      ($0, $1.x - marker.x, $1.y - marker.y)
    }
  }

  /// The corners of the convex hull around the members, x and y alternately, in units of 2⁻³² of the world; x
  /// continues past the world's east edge.
  fileprivate func hull(of cluster: Int) -> [Int] {
    let west = bounds(of: cluster).west
    var positions: [WorldPoint] = []
    forEachMember(of: cluster) { positions.append(points.position($0)) }
    return ConvexHull.of(positions) { (x: Int128($0.x &- west), y: Int128($0.y)) }
      .flatMap { [Int(west) + Int($0.x &- west), Int($0.y)] }
  }
}

extension RowOrder {
  /// Sorts points by a column; missing values are last, equal ones stay in order.
  fileprivate func sorted(_ rows: [Int], of points: PointSet) -> [Int] {
    let values: Attribute.Values? =
      switch column {
      case nil: nil
      case "id": .integers(points.idRanks.map { Int64($0) })
      case "longitude": .numbers(points.longitude)
      case "latitude": .numbers(points.latitude)
      case let name?: points.attributes.first { $0.name == name }?.values
      }
    return values?.sorted(rows, descending: isDescending) ?? rows
  }
}

extension JSONWriter {
  /// Writes `columns`, and `rows` with the id, the longitude and the latitude of each point and a value for
  /// each column, null where it is missing.
  fileprivate mutating func table(of points: PointSet, _ shown: some Sequence<Int>) {
    member("columns", points.attributes.map(\.name))
    member("rows", shown) { point, json in
      json.array { json in
        json.value(points.id(point))
        let coordinate = points.coordinate(point)
        json.value(coordinate.longitude)
        json.value(coordinate.latitude)
        for attribute in points.attributes { json.value(attribute.values, at: point) }
      }
    }
  }

  /// Writes `summaries`: of each column of numbers how many values there are, their sum, the least and the
  /// greatest. Sums are in canonical order, whatever that of the table.
  fileprivate mutating func summaries(of points: PointSet, _ rows: [Int]) {
    let rows = rows.sorted()
    member("summaries", objects: points.attributes.filter { $0.values.kind == .number }) { attribute, json in
      let column = attribute.values.gathered(rows).rounded
      let numbers = column?.present.map { $0.element }.filter(\.isFinite) ?? []
      json.members([
        "name": attribute.name, "count": numbers.count, "sum": numbers.reduce(0, +),
        "least": numbers.min(), "greatest": numbers.max(),
      ])
    }
  }

  fileprivate mutating func value(_ values: Attribute.Values, at point: Int) {
    switch values {
    case .numbers(let column): value(column[point])
    // JavaScript rounds numbers beyond 2⁵³.
    case .integers(let column):
      let number = column[point]
      let isExact = number.magnitude <= 1 << 53
      if number.isMissing { null() } else if isExact { value(number) } else { value("\(number)") }
    case .booleans(let column): if let truth = column[point] { value(truth) } else { null() }
    case .texts(let column): if let text = column[point] { value(text) } else { null() }
    }
  }
}

extension ServerMessage {
  /// `found`: at most 20 points, that with an id first, then those that have a text in a column, in any case
  /// of ASCII letters: whole values first, then those that begin with it, then others; by canonical index.
  /// The label of each is its name: its value of a column `name`, else of the first column of texts. The
  /// detail has the column and its value where another was found, other texts of the row, and coordinates.
  ///
  /// - Complexity: O(length of all texts), less where enough is found earlier.
  static func found(_ text: String, in points: PointSet) -> ServerMessage {
    let (found, isCut) = points.matches(text, most: 20)
    let names = points.texts.first { $0.name.lowercased() == "name" } ?? points.texts.first
    let matches = found.map { match in
      let name = match.column == names?.name ? nil : names?.values.text(at: match.point)
      let other = name.map { _ in "\(match.column): \(match.value)" }
      return Node([
        "point": match.point, "id": points.id(match.point), "label": name ?? match.value,
        "detail": points.detail(of: match.point, other, beside: [name, match.value]),
        "x": points.position(match.point).unitX, "y": points.position(match.point).unitY,
      ])
    }
    return ServerMessage("found", about: "found", ["text": text, "isCut": isCut, "matches": matches])
  }
}

extension PointSet {
  /// The columns of texts.
  fileprivate var texts: [Attribute] {
    attributes.filter { if case .texts = $0.values { true } else { false } }
  }

  fileprivate func matches(
    _ text: String, most: Int
  ) -> (matches: [(point: Int, column: String, value: String)], isCut: Bool) {
    func folded(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 32 : byte }
    let pattern = text.utf8.map(folded)
    /// 0 for a value that equals the pattern, 1 if it begins with it, 2 if it contains it; nil for others.
    func quality(of value: ArraySlice<UInt8>, isWithin: Bool) -> Int? {
      let letters = value.lazy.map(folded)
      if letters.starts(with: pattern) { return value.count == pattern.count ? 0 : 1 }
      return isWithin && letters.firstRange(of: pattern) != nil ? 2 : nil
    }
    // Matches by their quality; of each kind as many as may be sent, and one to know that there are more.
    var found: [[(point: Int, column: String, value: String)]] = [[], [], []]
    let ids = [Int64(text).map { PointID.integer($0) }, .text(text)].compactMap(\.self)
    if let point = ids.lazy.compactMap({ index(of: $0) }).first { found[0].append((point, "id", text)) }
    if !pattern.isEmpty {
      for attribute in attributes {
        guard case .texts(let column) = attribute.values else { continue }
        for row in attribute.values.presentRows {
          // Within values it is looked for only until enough are found.
          guard let bytes = column.utf8(at: row),
            let quality = quality(of: bytes, isWithin: found[2].count <= most),
            found[quality].count <= most, let value = column[row]
          else { continue }
          found[quality].append((row, attribute.name, value))
        }
      }
    }
    var seen: Set<Int> = []
    let all = found.joined().filter { seen.insert($0.point).inserted }
    return (Array(all.prefix(most)), all.count > most)
  }

  /// The value that was found, short texts of other columns and the coordinates, which distinguish points
  /// with the same name.
  fileprivate func detail(of point: Int, _ found: String?, beside shown: [String?]) -> String {
    var parts = found.map { [$0] } ?? []
    for text in texts.compactMap({ $0.values.text(at: point) }) where parts.count < 2 {
      if (1...24).contains(text.count), !(shown + parts).contains(text) { parts.append(text) }
    }
    let place = coordinate(point)
    let numbers = [place.latitude, place.longitude].map { ParameterValue.number(($0 * 1e4).rounded() / 1e4) }
    return (parts + ["\(numbers[0]), \(numbers[1])"]).joined(separator: " · ")
  }
}
