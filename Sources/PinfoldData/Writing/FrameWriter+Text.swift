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
    let own = ["id", axes.x, axes.y, "count", "weight", "point"] + grouping + hiding + expansion
    let edges = includesBounds ? ["west", "south", "east", "north"] : []
    let lists = (includesHulls ? ["hull"] : []) + (includesMembers ? ["members"] : [])
    csv.row(
      own + fields.map(\.name) + attributeNames(besides: own + edges + lists) + aggregates.map(\.name) + edges
        + lists)
    for cluster in clusters {
      let place = coordinate(of: cluster)
      let point = singlePoint(of: cluster)
      var row = [
        frame.ids[cluster].description, Numeral.text(place.longitude), Numeral.text(place.latitude),
        String(pointCounts[cluster]), Numeral.text(frame.weights[cluster]),
      ]
      row.append(point.map { frame.points.ids[$0].description } ?? "")
      if hasGroups { row.append(frame.groupName(of: cluster) ?? "") }
      if !hiding.isEmpty { row.append(frame.isHidden(cluster) ? "true" : "") }
      if let zooms = expansionZooms { row.append(zooms[cluster].map(Numeral.text) ?? "") }
      row += fields.map { $0.values.text(at: cluster) ?? "" }
      row += attributes.map { attribute in point.flatMap { attribute.values.text(at: $0) } ?? "" }
      row += aggregates.map { $0.text(of: cluster) ?? "" }
      if includesBounds { row += frame.coordinateBounds(of: cluster).edges.map(Numeral.text) }
      if includesHulls {
        var json = JSONWriter()
        writeHull(of: cluster, to: &json)
        row.append(json.text)
      }
      if includesMembers {
        var json = JSONWriter()
        writeMembers(of: cluster, to: &json)
        row.append(json.text)
      }
      csv.row(row)
    }
    return csv.bytes
  }

  /// Returns the largest clusters first, aligned for people to read; positions are rounded. Hulls are left
  /// out.
  ///
  /// - Parameter limit: the most clusters to show; nil shows all.
  public func table(limit: Int? = nil) -> String {
    let largest = clusters.sorted { a, b in
      let (countA, countB) = (pointCounts[a], pointCounts[b])
      return countA == countB ? frame.ids[a].bits < frame.ids[b].bits : countA > countB
    }
    let isWeighted = frame.points.weight != nil
    let own =
      ["id", axes.x, axes.y, "count"] + (isWeighted ? ["weight"] : []) + grouping + hiding + expansion
    let edges = includesBounds ? ["west", "south", "east", "north"] : []
    var table = TextTable(
      header: own + fields.map(\.name) + attributeNames(besides: own + edges + ["members"])
        + aggregates.map(\.name) + edges
        + (includesMembers ? ["members"] : []))
    for cluster in largest.prefix(limit ?? largest.count) {
      let place = coordinate(of: cluster)
      var cells = [
        frame.ids[cluster].description, Numeral.fixed(place.longitude, digits: 5),
        Numeral.fixed(place.latitude, digits: 5), String(pointCounts[cluster]),
      ]
      if isWeighted { cells.append(Numeral.fixed(frame.weights[cluster], digits: 2)) }
      if hasGroups { cells.append(frame.groupName(of: cluster)?.onOneLine(limit: 24) ?? "-") }
      if !hiding.isEmpty { cells.append(frame.isHidden(cluster) ? "hidden" : "") }
      if let zooms = expansionZooms {
        cells.append(zooms[cluster].map { Numeral.fixed($0, digits: 2) } ?? "-")
      }
      cells += fields.map { $0.values.text(at: cluster)?.onOneLine(limit: 24) ?? "-" }
      let point = singlePoint(of: cluster)
      cells += attributes.map { attribute in
        point.flatMap { attribute.values.text(at: $0)?.onOneLine(limit: 24) } ?? "-"
      }
      cells += aggregates.map { $0.shortText(of: cluster) ?? "-" }
      if includesBounds {
        cells += frame.coordinateBounds(of: cluster).edges.map { Numeral.fixed($0, digits: 5) }
      }
      if includesMembers { cells.append(memberSample(of: cluster)) }
      table.row(cells)
    }
    return table.text
  }

  /// The column of groups; none where no point has one.
  private var grouping: [String] { hasGroups ? ["group"] : [] }

  /// The column that says which markers are hidden; none where all are shown.
  private var hiding: [String] { frame.hidden.isEmpty ? [] : ["hidden"] }

  /// The column of the zooms at which clusters fall apart; none where they are not written.
  private var expansion: [String] { expansionZooms == nil ? [] : ["expansionZoom"] }

  // A cluster may have a million members, and a line of a terminal has room for a few.
  private func memberSample(of cluster: Int) -> String {
    let shown = memberIDs(of: cluster).prefix(4).map { $0.description.onOneLine(limit: 16) }
    return shown.joined(separator: " ") + (frame.memberCount(of: cluster) > 4 ? " …" : "")
  }
}
