import PinfoldEvaluation

extension ReportFacts {
  /// The score card over all point sets, camera by camera.
  var scoreCard: ReportSection {
    guard !results.runs.isEmpty else {
      return ReportSection("scores", "Score card", [.paragraph("No run is finished yet.")])
    }
    let empty = measuresWithoutValues
    let meanings = ScoreCard.measures(of: results).filter { !empty.contains($0) }.map { place in
      let measure = results.measures[place]
      return "\(measure.label), \(measure.direction): \(measure.measure.help)"
    }
    return ReportSection(
      "scores", "Score card",
      [.paragraph(ScoreCard.legend(of: results))] + cards.flatMap { block($0, dataset: nil) }
        + [.list(meanings)])
  }

  private var measuresWithoutValues: [Int] {
    results.measures.indices.filter { place in
      !results.runs.contains { $0.numbers(place).contains { $0 != nil } }
    }
  }

  /// The measures that are in no card, such as those of plugins, a row each; then those without any value.
  var furtherMeasures: ReportSection? {
    let shown = ScoreCard.measures(of: results)
    let others = results.measures.indices.filter { !shown.contains($0) }
    let empty = measuresWithoutValues
    guard !results.runs.isEmpty, !others.isEmpty || !empty.isEmpty else { return nil }
    var blocks = results.cameras.indices.flatMap { camera -> [ReportBlock] in
      let card = ScoreCard(results, measures: others, camera: camera, claims: [])
      guard !card.columns.isEmpty else { return [] }
      let (table, notes) = card.transposed
      return [.table(table)] + missing(notes)
    }
    if !empty.isEmpty {
      let reasons = empty.map { place in
        (text: reason(results.criterion(place, camera: 0)).inWords, name: results.measures[place].label)
      }
      let groups = Self.grouped(reasons).map { "\($0.names.joined(separator: ", ")) (\($0.text))" }
      blocks.append(.paragraph("Measured, but without a value anywhere: \(groups.joined(separator: "; "))."))
    }
    return ReportSection("further-measures", "Further measures", blocks)
  }

  /// The score cards on each point set, and the messages of metrics that failed.
  var scoresByDataset: ReportSection {
    let cards = cards
    var blocks = results.datasets.indices.flatMap { dataset in
      [.heading(results.datasets[dataset].name)] + cards.flatMap { block($0, dataset: dataset) }
    }
    if blocks.isEmpty { blocks = [.paragraph("There is no data set.")] }
    let messages = results.runs.flatMap(\.messages).uniqued
    if !messages.isEmpty { blocks += [.heading("What failed on the way"), .list(messages)] }
    return ReportSection("scores-by-data-set", "Scores by data set", isForScreens: true, blocks)
  }

  private var cards: [ScoreCard] {
    let claims = leading(claims)
    return [ScoreCard(results, combining: judged, claims: claims)].compactMap { $0 }
      + results.cameras.indices.map { ScoreCard(results, camera: $0, claims: claims) }
      + [ScoreCard(costsOf: results)].compactMap { $0 }
  }

  private func block(_ card: ScoreCard, dataset: Int?) -> [ReportBlock] {
    let (table, notes) = card.table(dataset: dataset)
    return [.table(table)] + missing(notes)
  }

  private func missing(_ notes: [String]) -> [ReportBlock] {
    notes.isEmpty ? [] : [.paragraph("No value: " + notes.joined(separator: "; ") + ".")]
  }
}
