import PinfoldDrawing
import TestSupport
import Testing

@Suite struct ChartTests {
  private let chart = XYChart(
    "Quality & count", x: ChartAxis("markers"), y: ChartAxis("time <ms>", isLogarithmic: true),
    series: [
      XYChart.Series("grid", [.init(x: 10, y: 1), .init(x: 55, y: 30), .init(x: 100, y: 900)], color: 0),
      XYChart.Series("pca", [.init(x: 10, y: 2), .init(x: 40, y: 0), .init(x: 90, y: 20)], color: 1),
      XYChart.Series(nil, [.init(x: 50, y: 5), .init(x: 60, y: .nan)], as: .faintDots, color: 2),
      XYChart.Series.distribution("all", of: [30, 20, 20, 90], color: 3),
    ])

  @Test("a chart is drawn as it was looked at")
  func snapshot() throws { #expect(try Snapshot.difference(of: chart.picture.svg, from: "chart.svg") == nil) }

  @Test("lines that coincide take turns where they do, and dots at one position each show a rim")
  func coincident() {
    let (a, b, c) = (XYChart.Point(x: 0, y: 0), XYChart.Point(x: 1, y: 0), XYChart.Point(x: 2, y: 4))
    let svg = XYChart(
      "", x: ChartAxis("x"), y: ChartAxis("y"),
      series: [
        XYChart.Series("low", [a, b, XYChart.Point(x: 2, y: 1)], color: 0),
        XYChart.Series("high", [a, b, c], color: 1),
        XYChart.Series("one", [c], as: .dots, color: 0), XYChart.Series("two", [c], as: .dots, color: 3),
      ]
    ).picture.svg
    // Two colours share the first stretch, a dash each; behind it each line goes on by itself.
    #expect(svg.contains("class=\"trace s0 turns\" stroke-dasharray=\"7 7\" stroke-dashoffset=\"0\""))
    #expect(svg.contains("class=\"trace s1 turns\" stroke-dasharray=\"7 7\" stroke-dashoffset=\"-7\""))
    #expect(svg.split(separator: "<path class=\"trace s").count - 1 == 4)
    #expect(svg.contains("r=\"6\"") && svg.contains("r=\"4\""))
  }

  @Test("fourteen lines have colours of their own, and no two look alike before the fiftieth")
  func looks() {
    let looks = (0..<49).map { index in
      let series = XYChart.Series("line", [.init(x: 0, y: 0), .init(x: 1, y: 1)], color: index)
      let svg = XYChart("", x: ChartAxis("x"), y: ChartAxis("y"), series: [series]).picture.svg
      let path = svg.split(separator: "<path ").dropFirst().first.map { $0.prefix { $0 != ">" } } ?? ""
      return String(path.split(separator: " d=")[0])
    }
    #expect(Set(looks).count == looks.count)
    #expect(Set(looks.prefix(14).map { $0.split(separator: "\"")[1] }).count == 14)
  }

  @Test("a critical-difference diagram is drawn as it was looked at")
  func criticalDifference() throws {
    let diagram = CriticalDifferenceDiagram(
      "Neighbour split rate over 12 data sets",
      ranks: [
        .init("grid", 2.25), .init("quadtree", 2.5), .init("pca", 2.33), .init("kmeans", 3.25),
        .init("radius", 4.67),
      ], criticalDifference: 1.76, cliques: [[0, 1, 2, 3], [3, 4]])
    #expect(try Snapshot.difference(of: diagram.picture.svg, from: "critical-difference.svg") == nil)
  }

  @Test("a heat matrix is drawn as it was looked at")
  func heatMatrix() throws {
    let matrix = HeatMatrix(
      "Overlap share", columns: ["grid", "quadtree", "pca"],
      rows: [
        .init("world-cities", [.init("0.31", merit: 0), .init("0.22", merit: 0.6), .init("0.1", merit: 1)]),
        .init("nyc <uber>", [.init("0.4", merit: 0.5), .init("–", merit: nil), .init("0.39", merit: 0.52)]),
      ])
    #expect(try Snapshot.difference(of: matrix.picture.svg, from: "heat-matrix.svg") == nil)
  }

  @Test("an interval plot is drawn as it was looked at")
  func intervalPlot() throws {
    let plot = IntervalPlot(
      "Less than pca", axis: ChartAxis("median difference"),
      rows: [
        .init("grid <40>", 0.12, interval: 0.05...0.2, note: "0/1/9"),
        .init("kmeans", -0.01, interval: -0.03...0.02, note: "5/0/5"), .init("radius", 0.3, interval: nil),
      ], reference: 0)
    #expect(try Snapshot.difference(of: plot.picture.svg, from: "intervals.svg") == nil)
  }

  @Test(
    "values as far apart, as near or as large as numbers can be have an axis with marks",
    arguments: [
      [-1.7e308, 1.7e308], [1e17, 1e17], [0, .leastNonzeroMagnitude], [-1e300, -1e300], [1.7e308, 1.7e308],
      [1e17, 1e17 + 16],
    ], [false, true])
  func extremes(values: [Double], isLogarithmic: Bool) {
    let points = values.map { XYChart.Point(x: 1, y: $0) }
    let chart = XYChart(
      "Extremes", x: ChartAxis("x"), y: ChartAxis("y", isLogarithmic: isLogarithmic),
      series: [XYChart.Series("values", points, color: 0)])
    #expect(chart.picture.svg.split(separator: "<line").count > 3)
  }

  @Test("an embedded picture brings no style of its own, and a label for those who do not see it")
  func embedded() {
    let embedded = chart.picture.embedded(label: "a \"chart\"")
    #expect(
      embedded.hasPrefix("<svg width=\"460\"") && embedded.contains("aria-label=\"a &quot;chart&quot;\""))
    #expect(!embedded.contains("<style>") && embedded.contains(">Quality &amp; count<"))
    #expect(Picture.embeddedStyleSheet.contains("@media screen and (prefers-color-scheme: dark)"))
  }

  @Test("pictures side by side keep their sizes")
  func grid() {
    let picture = chart.picture
    let grid = Picture.grid([picture, picture, picture], columns: 2, gap: 10)
    #expect(grid.width == 2 * 460 + 30 && grid.height == 2 * 320 + 30)
    #expect(Picture.grid([], columns: 3).svg.contains("<svg"))
  }

  @Test("a chart without values has axes all the same")
  func empty() {
    let empty = XYChart("Nothing", x: ChartAxis("x"), y: ChartAxis("y", isLogarithmic: true), series: [])
    #expect(!empty.picture.svg.contains("nan"))
  }
}
