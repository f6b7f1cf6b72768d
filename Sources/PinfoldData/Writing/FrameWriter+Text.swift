import Pinfold

extension FrameWriter {
  /// Returns CSV with a header and a row for each cluster, in canonical order; `point` and the attributes are
  /// those of a single point, empty for a cluster; `group` is there where points have groups; where a marker
  /// is hidden there is a column `hidden`, `true` for those; what a strategy says of its clusters follows by
  /// name; aggregates are columns `population_sum`, empty where no member has a value; hulls and members are
  /// JSON arrays in one field, so that ids keep their type. An attribute whose name is taken has underscores
  /// after it.
  public func csv() -> [UInt8] {
    var csv = CSVWriter()
    let columns = columns(.full)
    csv.row(columns.map(\.name))
    for cluster in clusters { csv.row(columns.map { $0.cell(cluster) }) }
    return csv.bytes
  }

  /// Returns the largest clusters first, aligned for people to read; positions are rounded. Hulls are left
  /// out.
  ///
  /// - Parameter limit: the most clusters to show; nil shows all.
  public func table(limit: Int? = nil) -> String {
    let largest = clusters.sorted { a, b in
      let (countA, countB) = (frame.pointCount(of: a), frame.pointCount(of: b))
      return countA == countB ? frame.ids[a].bits < frame.ids[b].bits : countA > countB
    }
    let columns = columns(.short)
    var table = TextTable(header: columns.map(\.name))
    for cluster in largest.prefix(limit ?? largest.count) { table.row(columns.map { $0.cell(cluster) }) }
    return table.text
  }

  /// Values in full, or rounded and shortened for people to read.
  private enum Form { case full, short }

  private typealias Column = (name: String, cell: (Int) -> String)

  private func columns(_ form: Form) -> [Column] {
    let missing = form == .full ? "" : "-"
    func number(_ number: Double?, digits: Int) -> String {
      number.map { form == .full ? Numeral.text($0) : Numeral.fixed($0, digits: digits) } ?? missing
    }
    func text(_ text: String?) -> String {
      text.map { form == .full ? $0 : $0.onOneLine(limit: 24) } ?? missing
    }
    // What several columns ask for: once for each cluster, or for the few that a short table shows.
    let first = clusters.lowerBound
    let places = form == .full ? clusters.map(coordinate) : []
    let points = form == .full ? clusters.map(singlePoint) : []
    func place(_ cluster: Int) -> Coordinate {
      form == .full ? places[cluster - first] : coordinate(of: cluster)
    }
    func point(_ cluster: Int) -> Int? { form == .full ? points[cluster - first] : singlePoint(of: cluster) }

    var own: [Column] = [
      ("id", { frame.ids[$0].description }),
      (axes.x, { number(place($0).longitude, digits: 5) }),
      (axes.y, { number(place($0).latitude, digits: 5) }),
      ("count", { String(frame.pointCount(of: $0)) }),
    ]
    if form == .full || frame.points.weight != nil {
      own.append(("weight", { number(frame.weights[$0], digits: 2) }))
    }
    if form == .full {
      own.append(("point", { point($0).map { frame.points.id($0).description } ?? "" }))
    }
    if hasGroups { own.append(("group", { text(frame.groupName(of: $0)) })) }
    if !frame.hidden.isEmpty {
      own.append(("hidden", { frame.isHidden($0) ? form == .full ? "true" : "hidden" : "" }))
    }
    if let zooms = expansionZooms { own.append(("expansionZoom", { number(zooms[$0], digits: 2) })) }

    var edges: [Column] = []
    if includesBounds {
      edges = ["west", "south", "east", "north"].enumerated().map { edge, name in
        (name, { number(frame.coordinateBounds(of: $0).edges[edge], digits: 5) })
      }
    }
    var last: [Column] = []
    if form == .full {
      last = lists.map { list in (list.name, { cluster in JSONWriter.text { list.write(cluster, &$0) } }) }
    } else if includesMembers {
      last = [("members", memberSample)]
    }
    let fields: [Column] = fields.map { field in (field.name, { text(field.values.text(at: $0)) }) }
    let taken = (own + edges + last).map(\.name)
    let attributes: [Column] = zip(attributeNames(besides: taken), attributes).map { name, attribute in
      (name, { cluster in text(point(cluster).flatMap { attribute.values.text(at: $0) }) })
    }
    let aggregates: [Column] = aggregates.map { aggregate in
      (aggregate.name, { (form == .full ? aggregate.text(of: $0) : aggregate.shortText(of: $0)) ?? missing })
    }
    return own + fields + attributes + aggregates + edges + last
  }

  // A cluster may have a million members, and a line of a terminal has room for a few.
  private func memberSample(of cluster: Int) -> String {
    let shown = memberIDs(of: cluster).prefix(4).map { $0.description.onOneLine(limit: 16) }
    return shown.joined(separator: " ") + (frame.memberCount(of: cluster) > 4 ? " …" : "")
  }
}
