import PinfoldEvaluation

extension ReportFacts {
  /// The score card over all point sets, camera by camera.
  var scoreCard: ReportSection {
    guard !results.runs.isEmpty else {
      return ReportSection("scores", "Score card", [.paragraph("No run is finished yet.")])
    }
    let meanings = ScoreCard.measures(of: results).map { place in
      let measure = results.measures[place]
      return "\(measure.label), \(measure.direction): \(measure.measure.help)"
    }
    return ReportSection(
      "scores", "Score card",
      [.paragraph(ScoreCard.legend(of: results))] + cards.flatMap { block($0, dataset: nil) }
        + [.list(meanings)])
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
    return results.cameras.indices.map { ScoreCard(results, camera: $0, claims: claims) }
      + [ScoreCard(costsOf: results)].compactMap { $0 }
  }

  private func block(_ card: ScoreCard, dataset: Int?) -> [ReportBlock] {
    let (table, notes) = card.table(dataset: dataset)
    return [.table(table)]
      + (notes.isEmpty ? [] : [.paragraph("No value: " + notes.joined(separator: "; ") + ".")])
  }
}
