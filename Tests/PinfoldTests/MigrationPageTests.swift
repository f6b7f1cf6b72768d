import Foundation
import Pinfold
import TestSupport
import Testing

@Suite("The page for those who come from another library") struct MigrationPageTests {
  private let points: PointSet
  private let box = CoordinateBounds(west: -5, south: 41, east: 10, north: 51)
  private let viewport = Viewport(center: Coordinate(longitude: 3, latitude: 47), zoom: 5)

  init() throws {
    points = try PointSet(
      PointColumns(
        longitude: [2.3553, 2.3590, 2.3743, 4.8594, 5.3806],
        latitude: [48.8809, 48.8768, 48.8443, 45.7606, 43.3027]))
  }

  @Test("shows code that is compiled and run here, word for word")
  func snippets() throws {
    let page = try String(
      contentsOf: Folders.package.appending(path: "Documentation/Migration.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    func lines(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }
    let snippets = page.matches(of: /(?s)```swift\n(.*?)```/).map { String($0.output.1) }
    #expect(snippets.count == 3)
    for snippet in snippets { #expect(lines(source).contains(lines(snippet)), "\(snippet)") }
  }

  @Test("has supercluster's clusters")
  func supercluster() throws {
    let map = try Clusterer(.radius(40, extent: 512, maxZoom: 16, order: .input)).build(points)
    let frame = try map.frame(for: Viewport(bounds: box, zoom: 5))
    #expect((0..<frame.count).map(frame.memberCount).sorted() == [1, 1, 3])
  }

  @Test("has boxes that do not collide, as MapKit's")
  func boxes() throws {
    var boxes = SeparateStrategy(.rectangle, padding: 4)
    boxes.separation.width = 40
    boxes.separation.height = 50
    boxes.separation.anchor = .bottom
    let frame = try Clusterer(boxes).build(points).frame(for: viewport)
    #expect(try boxes.separation.collisions(in: frame) == 0)
  }

  @Test("adds and removes points, as Cluster's manager")
  func manager() throws {
    let clusterer = Clusterer(
      .grid(cellSize: 88), representative: NearestToCenterRepresentative(),
      limits: MergeLimits(minPoints: 3, maxZoom: 18))
    var shops = try clusterer.build(points)
    try shops.insert(PointColumns(longitude: [2.35], latitude: [48.85], ids: .integers([7])))
    try shops.remove([.integer(7)])
    #expect(shops.points.count == points.count)
  }
}
