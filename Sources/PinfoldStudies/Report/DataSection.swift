import PinfoldEvaluation

extension ReportFacts {
  /// The kinds of data of the point sets, and whether advantages depend on them.
  func data(_ gallery: StudyGallery) -> ReportSection {
    let known = gallery.descriptors
    guard known.contains(where: { $0 != nil }) else {
      return ReportSection(
        "data", "The data",
        [.paragraph("The points cannot be read here, so there is nothing to say of what kind they are.")])
    }
    let rows = results.datasets.indices.map { dataset -> [ReportTable.Cell] in
      let about = known.indices.contains(dataset) ? known[dataset] : nil
      return [ReportTable.Cell(results.datasets[dataset].name)]
        + Self.covariates.map { .number(about.flatMap($0.value)) }
    }
    let table = ReportBlock.table(
      "The point sets. Coincident: the share of points that share their position with another. Clark–Evans: 1 is random, "
        + "below clumped, above regular. Hopkins: 0.5 is random, 1 clumped.",
      columns: ["data set"] + Self.covariates.map(\.name), rows: rows)
    return ReportSection("data", "The data", [table] + leads(known))
  }

  private static let covariates: [(name: String, value: @Sendable (PointDescriptors) -> Double?)] = [
    ("points", { Double($0.count) }), ("coincident", { $0.coincidentShare }),
    ("Clark–Evans", { $0.clarkEvans }), ("Hopkins", { $0.hopkins }),
  ]

  /// Rank correlations of each leader's lead over the next with what kind the data are.
  private func leads(_ known: [PointDescriptors?]) -> [ReportBlock] {
    let rows = tested.compactMap { analysis -> [ReportTable.Cell]? in
      guard let lead = analysis.leads.first, lead.scores.count == known.count, known.count >= 4 else {
        return nil
      }
      let sign = analysis.table.better == .higher ? 1.0 : -1
      let gains = lead.differences.map { $0 * sign }
      let names = analysis.table.strategies
      return [ReportTable.Cell("\(analysis.label): \(names[lead.first]) over \(names[lead.second])")]
        + Self.covariates.map { covariate in
          let values = known.map { $0.flatMap(covariate.value) }
          return .number(
            values.contains { $0 == nil } ? nil : RankCorrelation.of(values.compactMap { $0 }, gains))
        }
    }
    guard !rows.isEmpty else { return [] }
    return [
      .table(
        "Whether the best strategy's lead over the next grows with what kind the data are: Spearman's rank correlation "
          + "over data sets, −1…1. These explore; few data sets have large ones by chance.",
        columns: ["measure and lead"] + Self.covariates.map(\.name), rows: rows)
    ]
  }
}
