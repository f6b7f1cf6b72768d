import Foundation
import Pinfold
import PinfoldDrawing
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports of studies")
struct StudyReportTests {
  private static func gallery() throws -> StudyGallery {
    let points = try makeHeaps(300, seed: 2)
    let view = Viewport(center: Coordinate(longitude: 2, latitude: 50), zoom: 5, width: 512, height: 384)
    let frames = try [GridStrategy(cellSize: 40), GridStrategy(cellSize: 80)].map {
      try Clusterer($0).build(points).frame(for: view)
    }
    var gallery = StudyGallery(frames: [frames + [nil, nil, nil]], notes: ["set-1 cannot be read."])
    let strip = frames.map { [$0, $0, $0] } + [[], [], []]
    gallery.strips = [.init(dataset: 0, camera: 1, steps: [0, 1, 2], frames: strip)]
    return gallery
  }

  @Test("Markdown is as it was looked at")
  func markdown() throws {
    let report = StudyReport(try MadeUpResults().make(), gallery: try Self.gallery())
    #expect(
      try Snapshot.difference(of: report.markdown(figures: "figures"), from: "Report/report.md") == nil)
  }

  @Test("CSV is as it was looked at, and quotes what it must")
  func csv() throws {
    let csv = StudyReport(try MadeUpResults(datasets: 2).make()).csv()
    #expect(try Snapshot.difference(of: csv, from: "Report/report.csv") == nil)
    #expect(csv.contains("\n\"towns \"\"&\"\" <cities>\",2000,"))
  }

  @Test("captions stand above boxes that scroll, and what is to look up is left out on paper, which says so")
  func paper() throws {
    let html = StudyReport(try MadeUpResults(datasets: 3).make(), gallery: try Self.gallery()).html
    let boxes = html.components(separatedBy: "<div class=\"scroll\"")
    let table = /^[^>]*>\s*<table(>| class="(wide|pictures)")/
    for (before, box) in zip(boxes, boxes.dropFirst()) where box.contains(table) {
      #expect(before.hasSuffix("</p>\n"))
      let caption = try #require(before.components(separatedBy: "<p class=\"caption\">").last)
      #expect(box.hasPrefix(" role=\"region\" tabindex=\"0\" aria-label=\"\(caption.dropLast(5))\""))
    }
    #expect(!html.contains("<caption"))
    #expect(html.contains("<section id=\"scores-by-data-set\" class=\"screen\">"))
    #expect(html.components(separatedBy: "class=\"screen\"").count == 2)
    #expect(
      html.contains("<p class=\"paper\">Left out on paper, ")
        && html.contains(", to be found on a screen: “Scores by data set”.</p>")
    )
  }

  @Test("the page is XML, says every part by name, and asks for nothing from elsewhere", arguments: [3, 16])
  func page(datasets: Int) throws {
    let report = StudyReport(try MadeUpResults(datasets: datasets).make(), gallery: try Self.gallery())
    let html = report.html
    try Self.check(html)
    for id in [
      "summary", "scores", "images", "curves", "tradeoffs", "statistics", "paths", "distributions", "times",
      "scores-by-data-set", "manifest",
    ] {
      #expect(html.contains("<section id=\"\(id)\"") && html.contains("href=\"#\(id)\""))
    }
    #expect(html.contains("made up &amp; &lt;small&gt;") && !html.contains("<small>"))
    #expect(html.contains("towns &quot;&amp;&quot; &lt;cities&gt;") && !html.contains("<cities>"))
    // The strategies that lose points and fail are listed, with why, and in no test.
    #expect(html.contains("Not ranked: lossy loses, repeats or invents points on every data set."))
    #expect(html.contains("Not ranked: broken fails (broken.lua:3: no index) on every data set."))
    #expect(!html.contains("against lossy") && !html.contains("lossy against"))
    #expect(html.contains("only large and consistent differences can be significant") == (datasets < 15))
  }

  @Test("every figure has a name and a caption of its own, and stands in the page")
  func figures() throws {
    let report = StudyReport(try MadeUpResults(datasets: 8).make(), gallery: try Self.gallery())
    let figures = report.figures
    #expect(Set(figures.map(\.name)).count == figures.count)
    for kind in [
      "points-", "map-", "curve-", "pareto-", "values-", "effects-", "ranks-", "path-", "strip-",
      "ecdf-latency",
      "ecdf-displacement", "profile-query", "scaling-query", "scaling-build",
    ] {
      #expect(figures.contains { $0.name.hasPrefix(kind) }, "\(kind)")
    }
    let html = report.html
    for figure in figures {
      #expect(figure.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
      #expect(!figure.caption.isEmpty && XMLParser(data: Data(figure.picture.svg.utf8)).parse())
      #expect(html.contains("aria-label=\"\(figure.caption.xmlEscaped)\""))
    }
  }

  @Test("what is missing is said to be missing")
  func partial() throws {
    var madeUp = MadeUpResults(isTimed: false, isFinished: false, primary: [])
    let unfinished = StudyReport(try madeUp.make()).html
    try Self.check(unfinished)
    #expect(unfinished.contains("25 of 30 runs finished: the report is partial."))
    #expect(unfinished.contains("The plan names no primary measures"))
    #expect(
      unfinished.contains("The study timed nothing.") && unfinished.contains("There are no frames to show."))
    #expect(unfinished.contains("none until every run is finished"))

    madeUp.labels = ["grid"]
    madeUp.datasets = 1
    let alone = StudyReport(try madeUp.make()).html
    try Self.check(alone)
    #expect(
      alone.contains("no strategy can be ranked") && alone.contains("so there are no curves"))

    var empty = try MadeUpResults().make()
    (empty.runs, empty.timings, empty.datasets) = ([], [], [])
    try Self.check(StudyReport(empty).html)
    #expect(StudyReport(empty).html.contains("No run is finished"))
  }

  @Test("the page begins with what is significant, on what data and how surely")
  func answer() throws {
    var madeUp = MadeUpResults(datasets: 16)
    madeUp.labels = ["a", "b", "c"]
    madeUp.primary = ["overlap.share ± 0.05", "quantization.constant"]
    let html = StudyReport(try madeUp.make()).html
    let start = try #require(html.range(of: "<p class=\"lead\">"))
    let lead = html[start.upperBound...].prefix(400)
    #expect(lead.hasPrefix("On 16 data sets from 16 sources, of 1,000 to 32,768,000 points:</p>"))
    #expect(lead.contains("By quantization.constant (lower is better) a &lt; b &lt; c along all 2 cameras"))
    #expect(lead.contains("By overlap.share (lower is better) c &lt; b &lt; a along all 2 cameras"))
    #expect(html.contains("Significant: 12 of 12 comparisons of two strategies by one measure"))
    // In the score card primary measures come first, by their names.
    #expect(
      html.contains(
        "<th scope=\"col\">gate</th><th scope=\"col\" class=\"num\">drawn</th>"
          + "<th scope=\"col\" class=\"num\">overlap.<wbr/>share ↓</th>"))
  }

  @Test("a best value by construction is told first, and is no finding")
  func construction() throws {
    var madeUp = MadeUpResults(datasets: 8)
    madeUp.labels = ["a", "b", "c"]
    madeUp.primary = ["overlap.share"]
    var results = try madeUp.make()
    #expect(StudyReport(results).markdown().contains("c &lt; b &lt; a"))
    results.strategies[2].parameters = [ParameterRecord("separate", "true")]
    // Overlapping markers of a strategy that separates them are no construction.
    #expect(!StudyReport(results).markdown().contains("by construction"))
    for run in results.runs.indices where results.runs[run].strategy == 2 {
      results.runs[run].values[2] = [MeasuredValue](repeating: .number(0), count: 3)
    }
    let text = StudyReport(results).markdown()
    #expect(text.contains("b &lt; a") && !text.contains("c &lt; b"))
    #expect(
      text.contains("- c: overlap.share@pan(steps=3) from fit is 0 by construction, and so no finding."))
  }

  @Test("seeds of a strategy are repetitions of it, and their spread is told from that of starts")
  func repetitions() throws {
    var madeUp = MadeUpResults(datasets: 6)
    madeUp.labels = ["grid", "kmeans(k=5,seed=1)", "kmeans(k=5,seed=2)", "kmeans(k=5,seed=3)"]
    madeUp.primary = ["overlap.share"]
    let results = try madeUp.make()
    #expect(results.repetitions == [[0], [1, 2, 3]])
    let merged = results.mergingRepetitions()
    #expect(merged.strategies.map(\.label) == ["grid", "kmeans(k=5)"])
    #expect(merged.runs.count == 6 * 2 * 2)
    let overlap = try #require(results.measure("overlap.share"))
    for step in 0..<3 {
      let one = results.runs.filter { $0.dataset == 2 && $0.camera == 0 && $0.strategy > 0 }
        .compactMap { $0.numbers(overlap)[step] }
      let run = try #require(merged.runs.first { $0.dataset == 2 && $0.camera == 0 && $0.strategy == 1 })
      #expect(one.count == 3 && run.numbers(overlap)[step] == Quantile.mean(of: one))
    }
    let text = StudyReport(results).markdown()
    #expect(text.contains("| kmeans(k=5), overlap.share@pan(steps=3) from fit | 3 |"))
    #expect(text.contains("against kmeans(k=5) |") || text.contains("| kmeans(k=5) against"))
    #expect(!text.contains("against kmeans(k=5,seed") && !text.contains(",seed=1) against"))
  }

  @Test("settings are chosen on some data sets and reported on others")
  func tuning() throws {
    var madeUp = MadeUpResults(datasets: 5)
    madeUp.labels = ["grid(cellSize=40)", "grid(cellSize=80)", "pca", "grid(cellSize=20)"]
    madeUp.primary = ["overlap.share"]
    var results = try madeUp.make()
    #expect(results.tuning.isEmpty && results.split.results.strategies.count == 4)
    results.manifest.definition = .table(["tuning": .list([.text("set-0"), .text("set-2")])])
    #expect(results.tuning == [0, 2])
    // Overlap falls along the list, so that the last of the grids is the best of them.
    let split = results.split
    #expect(split.datasets == [1, 3, 4] && split.strategies == [2, 3])
    #expect(split.results.strategies.map(\.label) == ["pca", "grid(cellSize=20)"])
    #expect(split.results.datasets.map(\.name) == [1, 3, 4].map { results.datasets[$0].name })
    #expect(split.results.runs.count == 3 * 2 * 2)
    for run in split.results.runs {
      let original = results.runs.first {
        ($0.dataset, $0.strategy, $0.camera)
          == (split.datasets[run.dataset], split.strategies[run.strategy], run.camera)
      }
      #expect(original?.values == run.values)
    }
    let text = StudyReport(results).markdown()
    #expect(text.contains("Settings were chosen on set-0, set-2 by overlap.share: pca, grid(cellSize=20)."))
    #expect(text.contains("| grid(cellSize=20) against pca |"))
    #expect(!text.contains("against grid(cellSize=80)") && !text.contains("grid(cellSize=80) against"))
    // Repetitions with other seeds are one strategy before settings are chosen.
    madeUp.labels = ["kmeans(k=5,seed=1)", "kmeans(k=5,seed=2)", "kmeans(k=9,seed=1)", "kmeans(k=9,seed=2)"]
    var repeated = try madeUp.make()
    repeated.manifest.definition = results.manifest.definition
    let chosen = StudyReport(repeated).markdown()
    #expect(chosen.contains("Settings were chosen on set-0, set-2 by overlap.share: kmeans(k=9)."))
  }

  @Test("spreads by seed and by start are those of a two-way table")
  func spread() throws {
    // Scores by start and seed: 1 3, 5 7, 9 11: variance 2 within starts, 16 between their means 2, 6, 10, of
    // which 2/2 is the seeds'.
    var madeUp = MadeUpResults(datasets: 1)
    madeUp.labels = ["kmeans(seed=1)", "kmeans(seed=2)"]
    var results = try madeUp.make()
    let overlap = try #require(results.measure("overlap.share"))
    let model = results.runs[0]
    results.seeds = [1, 2, 3]
    results.runs = (0..<3).flatMap { start in
      (0..<2).map { strategy in
        var run = model
        (run.strategy, run.camera, run.seed) = (strategy, 0, start)
        run.values[overlap] = [.number(Double(1 + 4 * start + 2 * strategy)), .undefined(.noMarkers)]
        return run
      }
    }
    let spread = results.spread(results.criterion(overlap, camera: 0), of: [0, 1])
    #expect(spread.bySeed == 2.0.squareRoot() && spread.byStart == 15.0.squareRoot())
    let alone = results.spread(results.criterion(overlap, camera: 0), of: [0])
    #expect(alone.bySeed == nil && alone.byStart == 4)
  }

  @Test("a measure that all satisfy is passed or failed, not ranked")
  func saturated() throws {
    var madeUp = MadeUpResults()
    madeUp.labels = ["a", "b", "c"]
    let html = StudyReport(try madeUp.make()).html
    #expect(
      html.contains(
        "Pass or fail: a, c hold in each of 3 frames that can tell strategies apart; not so b (fails in 3 of 3, worst 0.5)."
      ))
    #expect(!html.contains("ranks-determinism-permutations"))
  }

  /// Fails unless a page is well-formed, speaks of no other file, and holds no number that is none.
  private static func check(_ html: String) throws {
    let parts = html.split(separator: "<!DOCTYPE html>", maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2 && parts[0].isEmpty)
    let parser = XMLParser(data: Data(parts[1].utf8))
    let reader = Reader()
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(reader.complaints.isEmpty, "\(reader.complaints)")
    #expect(Set(reader.ids).count == reader.ids.count)
    for forbidden in ["://", "url(", "@import", "<script", "nan", "inf<", "null"] {
      #expect(!html.contains(forbidden), "\(forbidden)")
    }
  }

  /// Looks at a page's elements: cells beside cells, heads with scopes, pictures with labels, headings in
  /// order.
  private final class Reader: NSObject, XMLParserDelegate {
    var complaints: [String] = []
    var ids: [String] = []
    private var level = 0
    private var width: Int?
    private var cells = 0

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      attributes["id"].map { ids.append($0) }
      for name in ["src", "xlink:href"] where attributes[name] != nil { complaints.append("has \(name)") }
      if let link = attributes["href"], !link.hasPrefix("#") { complaints.append("links to \(link)") }
      switch name {
      case "h1", "h2", "h3":
        let next = Int(name.dropFirst()) ?? 0
        if next > level + 1 { complaints.append("\(name) below h\(level)") }
        level = next
      case "table": width = nil
      case "tr": cells = 0
      case "td": cells += 1
      case "th":
        cells += 1
        if attributes["scope"] == nil { complaints.append("th without scope") }
      case "svg" where attributes["role"] == "img":
        if (attributes["aria-label"] ?? "").isEmpty { complaints.append("svg without label") }
      default: break
      }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      guard name == "tr" else { return }
      if let width, width != cells { complaints.append("a row of \(cells) in a table of \(width)") }
      width = cells
    }
  }
}
