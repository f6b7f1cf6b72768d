import Foundation
import Pinfold
import TestSupport
import Testing

@testable import PinfoldDrawing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Drawings that move")
struct MovingDrawingTests {
  private struct Scene {
    let old: Frame
    let new: Frame
    let transition: MarkerTransitions
    let svg: String
  }

  private static func scene(
    from: Viewport, to: Viewport, by diff: any AnimationDiff = MembershipDiff()
  ) throws -> Scene {
    // On both sides of the date line, with a few on one spot.
    let longitude = (0..<240).map { (index: Int) -> Double in
      let east: Double = index % 3 == 0 ? 140 : -40
      return east + Double(index * 37 % 101) * 0.8
    }
    let latitude = (0..<240).map { (index: Int) -> Double in Double(index / 4 * 53 % 97) * 0.6 - 30 }
    let columns = PointColumns(longitude: longitude, latitude: latitude)
    let points = try PointSet(columns, projection: .mercator)
    let map = try Clusterer(QuadtreeStrategy(cellSize: 120)).build(points)
    let (old, new) = (try map.frame(for: from), try map.frame(for: to))
    let transition = try diff.transition(from: old, to: new)
    let picture = try #require(
      TransitionDrawing(title: "Moves").movingPicture(of: transition, from: old, to: new))
    return Scene(old: old, new: new, transition: transition, svg: picture.svg)
  }

  private static func view(_ longitude: Double, _ latitude: Double, _ zoom: Double, _ width: Double = 500)
    -> Viewport
  {
    Viewport(
      center: Coordinate(longitude: longitude, latitude: latitude), zoom: zoom, width: width, height: 400)
  }

  /// A marker as the document has it: its count, and when it is there.
  private struct Shown {
    let count: Int
    let start: Double
    let end: Double
  }

  private static func shown(_ svg: String) -> [Shown] {
    svg.matches(
      of:
        /<g( class="[^"]*")?( style="[^"]*")? transform="[^"]*"( opacity="0")?>\s*<g class="size[^>]*>\s*<circle [^>]*>\s*(<text [^>]*>([^<]*)<)?/
    ).map { match in
      let name = match.1.map(String.init) ?? ""
      let window = name.firstMatch(of: /there-([0-9x_]+)-([0-9x_]+)/)
      func time(_ text: Substring?, _ missing: Double) -> Double {
        text.flatMap { Double($0.replacing("_", with: ".")) }.map { $0 / 100 } ?? missing
      }
      return Shown(
        count: match.5.flatMap { Int($0) } ?? 1, start: time(window?.1, -.infinity),
        end: time(window?.2, .infinity))
    }
  }

  @Test("the counts in sight add up at every instant", arguments: [0.0, 0.25, 0.5, 0.99, 1, -1])
  func counts(time: Double) throws {
    for (from, to) in [(3.0, 5.0), (5, 3), (4, 4)] {
      let scene = try Self.scene(from: Self.view(0, 0, from, 1000), to: Self.view(0, 0, to, 1000))
      let shown = Self.shown(scene.svg)
      #expect(shown.count > 20)
      // All markers that are seen at any moment are in the document.
      let camera = CameraMove(from: scene.old.view, to: scene.new.view, easing: scene.transition.easing)
      let expected = scene.transition.markers.filter {
        !camera.way(of: $0, in: scene.transition, radius: MarkerStyle().radius(count: $0.count)).shifts
          .isEmpty
          && $0.isShown(at: time)
      }.reduce(0) { $0 + $1.count }
      #expect(shown.filter { $0.start <= time && time < $0.end }.reduce(0) { $0 + $1.count } == expected)
    }
  }

  @Test("the camera shows what the views show, at both ends, and keeps what both show where it is")
  func camera() throws {
    let (from, to) = (Self.view(170, 10, 3), Self.view(-175, 20, 6))
    let scene = try Self.scene(from: from, to: to)
    let camera = CameraMove(from: scene.old.view, to: scene.new.view, easing: .smooth)
    for (time, view) in [(0.0, scene.old.view), (1, scene.new.view)] {
      let moment = camera.moment(at: time)
      #expect(abs(moment.zoom - view.viewport.standardZoom) < 1e-9)
      let place = view.screenPosition(of: view.center)
      let middle = camera.square.position(of: view.viewport.center)
      // The short way leads over the date line.
      let shift = (place.x - moment.x) / moment.scale - middle.x
      #expect(abs(shift.remainder(dividingBy: camera.square.side)) < 0.01)
      #expect(abs(moment.y + moment.scale * middle.y - place.y) < 0.01)
    }
    #expect(abs(camera.moment(at: 0).x - camera.moment(at: 1).x) < camera.square.side / 4)
    let still = CameraMove(from: scene.old.view, to: scene.old.view, easing: .smooth)
    #expect(still.moment(at: 0.3).x == still.moment(at: 0).x && still.moment(at: 0.3).scale == 1)
    // Zooming about the middle leaves it in the middle.
    let closer = try Self.scene(from: Self.view(5, 5, 3), to: Self.view(5, 5, 7))
    let zoom = CameraMove(from: closer.old.view, to: closer.new.view, easing: .linear)
    #expect(CameraMove.times.allSatisfy { abs(zoom.moment(at: $0).x - 250) < 1e-6 })
  }

  @Test("the picture rests for those who want no motion, and shows the new frame then")
  func rest() throws {
    let scene = try Self.scene(from: Self.view(0, 0, 3), to: Self.view(0, 0, 4))
    #expect(XMLParser(data: Data(scene.svg.utf8)).parse())
    let animations = scene.svg.matches(of: /\{ animation: [^}]*infinite alternate/).count
    #expect(animations > 3)
    #expect(scene.svg.matches(of: /prefers-reduced-motion: reduce/).count == animations)
    let visible = Self.shown(scene.svg).filter { $0.end == .infinity }.reduce(0) { $0 + $1.count }
    let hidden = scene.svg.matches(of: /\sopacity="0">/).count
    #expect(hidden == Self.shown(scene.svg).count { $0.end < .infinity })
    let camera = CameraMove(from: scene.old.view, to: scene.new.view, easing: .smooth)
    let all = scene.transition.markers(at: 1).filter {
      !camera.way(of: $0, in: scene.transition, radius: MarkerStyle().radius(count: $0.count)).shifts.isEmpty
    }
    #expect(visible == all.reduce(0) { $0 + $1.count })
  }

  @Test("a turned view does not move")
  func turned() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 50), projection: .mercator)
    let map = try Clusterer(GridStrategy()).build(points)
    var viewport = Self.view(0, 0, 3)
    viewport.bearing = 10
    let frame = try map.frame(for: viewport)
    let transition = try MembershipDiff().transition(from: frame, to: frame)
    #expect(TransitionDrawing().movingPicture(of: transition, from: frame, to: frame) == nil)
  }

  @Test("nothing moves where nothing is", arguments: SamplePoints.allCases)
  func all(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 60), projection: .mercator)
    let map = try Clusterer(GridStrategy()).build(points)
    for viewport in Viewport.samples(of: points) where viewport.bearing == 0 {
      var other = viewport
      other.zoom -= 1
      let (old, new) = (try map.frame(for: other), try map.frame(for: viewport))
      let transition = try MembershipDiff().transition(from: old, to: new)
      let svg = try #require(TransitionDrawing().movingPicture(of: transition, from: old, to: new)).svg
      #expect(XMLParser(data: Data(svg.utf8)).parse() && !svg.contains("nan") && !svg.contains("inf "))
    }
  }
}
