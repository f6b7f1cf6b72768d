import Pinfold
import PinfoldDrawing
import Testing

@Suite("Pictures of what a strategy says of its clusters")
struct PictureDetailsTests {
  private static let view = Viewport(
    center: Coordinate(longitude: 0, latitude: 0), zoom: 4, width: 400, height: 300)

  private func picture(_ fields: [Attribute], outlines: [[WorldPoint]]? = nil) throws -> String {
    let points = try PointSet(PointColumns(longitude: [-4, -4, 4], latitude: [0, 0, 0]))
    let strategy = Described(details: ClusterDetails(fields: fields, outlines: outlines))
    let frame = try Clusterer(strategy).build(points).frame(for: Self.view)
    return MapDrawing().picture(of: frame).svg
  }

  /// A grid that says something of its clusters, of which it has two.
  private struct Described: ClusteringStrategy {
    var details: ClusterDetails
    var capabilities: Capabilities { [] }

    func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
      Index(inner: GridStrategy.grid().makeIndex(over: points, context: context), details: details)
    }

    struct Index: ClusterIndex {
      var inner: any ClusterIndex
      var details: ClusterDetails
      var byteCount: Int { 0 }

      func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
        var grouping = try inner.grouping(in: view, context: context)
        grouping.details = details
        return grouping
      }
    }
  }

  private func texts(_ values: [String?]) -> Attribute.Values {
    var column = TextColumn()
    for value in values { if let value { column.append(value) } else { column.appendMissing() } }
    return .texts(column)
  }

  @Test("markers have the colors and names of their clusters, with labels that can be read")
  func colors() throws {
    let svg = try picture([
      Attribute(name: "color", values: texts(["#112233", "#ffee00"])),
      Attribute(name: "name", values: texts(["dark & deep", nil])),
    ])
    #expect(svg.contains(##"style="fill: #112233""##) && svg.contains(##"style="fill: #ffee00""##), "\(svg)")
    #expect(svg.contains("fill: #ffffff") && svg.contains(">dark &amp; deep</text>"), "\(svg)")
  }

  @Test("what is no color is not drawn as one")
  func nonsense() throws {
    let svg = try picture([Attribute(name: "color", values: texts([#"red"/><script>"#, nil]))])
    #expect(!svg.contains("script") && !svg.contains("style=\"fill"), "\(svg)")
  }

  @Test("outlines are drawn in the colors of their clusters, as far as they are seen")
  func outlines() throws {
    let corners = [(-8.0, -2.0), (-2, -2), (-2, 2), (-8, 2)].map { longitude, latitude in
      Projection.mercator.project(Coordinate(longitude: longitude, latitude: latitude))
    }
    let svg = try picture(
      [Attribute(name: "color", values: texts(["#112233", "#ffee00"]))], outlines: [corners, []])
    let paths = svg.matches(of: /<path class="cell" style="stroke: (#[0-9a-f]+)" d="([^"]+)"/)
    #expect(paths.map { String($0.output.1) } == ["#112233"], "\(svg)")
  }
}
