extension ReportFacts {
  /// The score card over all sets of points, and on each.
  var scoreCard: ReportSection {
    let card = ScoreCard(results)
    guard !results.cells.isEmpty else {
      return ReportSection("scores", "Score card", [.paragraph("No cell is finished yet.")])
    }
    var blocks = block(card, dataset: nil)
    if results.datasets.count > 1 {
      for (place, dataset) in results.datasets.enumerated() {
        blocks.append(.heading("On \(dataset.name), \(counted(dataset.count, "point"))"))
        blocks += block(card, dataset: place)
      }
    }
    if !card.missing.isEmpty {
      blocks.append(.paragraph("The study did not measure \(card.missing.joined(separator: ", "))."))
    }
    return ReportSection("scores", "Score card", blocks)
  }

  private func block(_ card: ScoreCard, dataset: Int?) -> [ReportBlock] {
    let (table, notes) = card.table(dataset: dataset)
    return [.table(table)]
      + (notes.isEmpty ? [] : [.paragraph("No value: " + notes.joined(separator: ", ") + ".")])
  }
}
