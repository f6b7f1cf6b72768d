extension ReportFacts {
  /// The score card over all point sets.
  var scoreCard: ReportSection {
    guard !results.runs.isEmpty else {
      return ReportSection("scores", "Score card", [.paragraph("No run is finished yet.")])
    }
    let card = ScoreCard(results)
    var blocks = block(card, dataset: nil)
    if !card.missing.isEmpty {
      blocks.append(.paragraph("The study did not measure \(card.missing.joined(separator: ", "))."))
    }
    return ReportSection("scores", "Score card", blocks)
  }

  /// The score card on each point set, and the messages of metrics that failed.
  var scoresByDataset: ReportSection {
    let card = ScoreCard(results)
    var blocks = results.datasets.indices.flatMap { block(card, dataset: $0) }
    if blocks.isEmpty { blocks = [.paragraph("There is no data set.")] }
    let messages = results.runs.flatMap(\.messages).reduce(into: [String]()) { seen, message in
      if !seen.contains(message) { seen.append(message) }
    }
    if !messages.isEmpty { blocks += [.heading("What failed on the way"), .list(messages)] }
    return ReportSection("scores-by-data-set", "Scores by data set", blocks)
  }

  private func block(_ card: ScoreCard, dataset: Int?) -> [ReportBlock] {
    let (table, notes) = card.table(dataset: dataset)
    return [.table(table)]
      + (notes.isEmpty ? [] : [.paragraph("No value: " + notes.joined(separator: ", ") + ".")])
  }
}
