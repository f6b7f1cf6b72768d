import Pinfold
import PinfoldDrawing
import PinfoldEvaluation

extension ReportFacts {
  /// The distributions of displacement and latency, beyond their medians.
  func distributions(_ gallery: StudyGallery) -> ReportSection {
    let blocks = [displacement(gallery), latency].compactMap { $0 }
    return ReportSection(
      "distributions", "Distributions",
      blocks.isEmpty
        ? [.paragraph("There are no frames to measure distances in, and the study timed no queries.")]
        : blocks)
  }

  /// The largest point set for which something is known, the first of several as large, in words.
  private func largest(_ isKnown: (Int) -> Bool) -> (dataset: Int, words: String)? {
    let known = results.datasets.indices.filter(isKnown)
    guard let most = known.map({ results.datasets[$0].count }).max() else { return nil }
    let largest = known.filter { results.datasets[$0].count == most }
    return (largest[0], largest.count > 1 ? "one of the largest data sets" : "the largest data set")
  }

  private func displacement(_ gallery: StudyGallery) -> ReportBlock? {
    let ranked = ranked
    func known(_ dataset: Int) -> [Int] {
      ranked.filter { gallery.frame(dataset: dataset, strategy: $0) != nil }
    }
    guard let (dataset, words) = largest({ !known($0).isEmpty }) else { return nil }
    let series = known(dataset).compactMap { strategy in
      gallery.frame(dataset: dataset, strategy: strategy).map {
        XYChart.Series.thinnedDistribution(
          results.strategies[strategy].label, of: Self.distances(in: $0), color: strategy)
      }
    }
    let name = results.datasets[dataset].name
    return .chart(
      "ecdf-displacement", "Distance of points to their markers, \(name)", x: ChartAxis("screen points"),
      y: ChartAxis("share of points"), series,
      caption:
        "The share of points within a distance of their marker, in one view of \(name), \(words): "
        + "the further to the left, the better.")
  }

  /// The distance of each point from its marker in screen points; of many points, an evenly spaced sample.
  private static func distances(in frame: Frame) -> [Double] {
    let all = (0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) }
    let stride = max(1, all / 20_000)
    var (distances, met) = ([Double](), 0)
    for cluster in 0..<frame.count {
      let marker = frame.positions[cluster]
      frame.forEachMember(of: cluster) { point in
        met += 1
        guard met % stride == 0 else { return }
        let place = frame.points.position(point)
        let east = Double(frame.view.projection.eastward(from: marker, to: place))
        let south = Double(place.y) - Double(marker.y)
        distances.append((east * east + south * south).squareRoot() / frame.view.unitsPerPoint)
      }
    }
    return distances
  }

  private var latency: ReportBlock? {
    let timed = results.timings.filter { !$0.query.samples.isEmpty }
    guard let (dataset, words) = largest({ place in timed.contains { $0.dataset == place } }) else {
      return nil
    }
    let series = timed.filter { $0.dataset == dataset }.map { timing in
      XYChart.Series.thinnedDistribution(
        results.strategies[timing.strategy].label, of: timing.query.samples.map { $0 * 1000 },
        color: timing.strategy)
    }
    let name = results.datasets[dataset].name
    return .chart(
      "ecdf-latency", "Time to answer a view, \(name)", x: ChartAxis("milliseconds", isLogarithmic: true),
      y: ChartAxis("share of queries"), series,
      caption:
        "The share of queries answered within a time, on \(name), \(words): the further to the left, the better."
    )
  }
}
