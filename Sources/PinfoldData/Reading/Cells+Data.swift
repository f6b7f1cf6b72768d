import Pinfold

extension Cells {
  /// The points that stand for the cells, with a report.
  ///
  /// - Throws: ``DataError/badOption(_:reason:)`` for options that are about other data.
  func data(bytes: Int, _ request: ReadRequest) throws(DataError) -> PointData {
    let (options, source) = (request.options, request.source)
    let named =
      options.roles.map { "\($0.option) \($0.name)" } + (options.layer.map { ["--layer \($0)"] } ?? [])
    if let option = named.first {
      throw .badOption(option, reason: "\(source) has cells, whose columns are what they are")
    }
    guard !options.planar else {
      throw .badOption("--planar", reason: "\(source) has cells, which are those of the globe")
    }
    let first = cells.lazy.filter { $0.zoom == UInt8(plan.zooms.lowerBound) }
    guard pointCount == first.reduce(0, { $0 &+ $1.count }) else {
      throw request.damaged(
        .cells,
        "zooms \(plan.zooms.lowerBound) and \(plan.zooms.upperBound) differ in their points; "
          + "rows are missing")
    }
    let columns = columns()
    var report = DataReport(source: source, format: .cells)
    report.bytes = bytes
    report.columns = columns.attributes.map(\.name)
    report.rows = deepest.count
    report.usable = deepest.count
    report.extent = DataExtent(columns, isPlanar: false)
    let far = Numeral.fixed(plan.greatestShift(atZoom: Double(plan.zooms.upperBound)), digits: 1)
    let most = plan.fit?.means == .boxes ? "six" : "four"
    let exact = plan.fit.map { ", and \($0.strategy)," } ?? ""
    report.advice =
      "\(deepest.count) cells of \(pointCount) points, \(plan.inWords); a grid whose cells are no smaller\(exact) is that of "
      + "the points, for others a point stands up to \(far) pixels off at zoom \(plan.zooms.upperBound), half as far at "
      + "each zoom before; cluster and tiles count points, other commands the one to \(most) that stand "
      + "for a cell"
    return PointData(columns: columns, report: report)
  }
}
