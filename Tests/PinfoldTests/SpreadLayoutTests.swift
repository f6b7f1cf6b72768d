import Foundation
import TestSupport
import Testing

@testable import Pinfold

@Suite struct SpreadLayoutTests {
  /// The frame of points on one place, whose first cluster is their stack.
  private func stack(
    _ count: Int, at place: Coordinate = Coordinate(longitude: 2.3522, latitude: 48.8566),
    view center: Coordinate? = nil, zoom: Double = 16, width: Double = 1280, height: Double = 800,
    projection: Projection = .mercator
  ) throws -> Frame {
    let columns = PointColumns(
      longitude: [Double](repeating: place.longitude, count: count),
      latitude: [Double](repeating: place.latitude, count: count))
    let latitude = projection.wraps ? max(-85.05, min(place.latitude, 85.05)) : place.latitude
    let shown = center ?? Coordinate(longitude: place.longitude, latitude: latitude)
    return try Clusterer(.grid()).build(PointSet(columns, projection: projection))
      .frame(for: Viewport(center: shown, zoom: zoom, width: width, height: height))
  }

  /// Metres between two places, by the chord between their unit vectors.
  private func metres(_ a: Coordinate, _ b: Coordinate) -> Double {
    func vector(_ place: Coordinate) -> (Double, Double, Double) {
      let (lambda, phi) = (place.longitude * .pi / 180, place.latitude * .pi / 180)
      return (cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi))
    }
    let (p, q) = (vector(a), vector(b))
    let chord = ((p.0 - q.0) * (p.0 - q.0) + (p.1 - q.1) * (p.1 - q.1) + (p.2 - q.2) * (p.2 - q.2))
      .squareRoot()
    return 2 * asin(chord / 2) * 6_378_100
  }

  @Test("a circle has n pins at bearings i·360°/n, 1.5·n metres away", arguments: 2...8)
  func circle(count: Int) throws {
    let frame = try stack(count)
    let place = frame.coordinate(of: 0)
    let pins = try SpreadLayout().coordinates(of: 0, in: frame)
    #expect(pins.count == count)
    for (index, pin) in pins.enumerated() {
      #expect(abs(metres(place, pin) - 1.5 * Double(count)) < 1e-6)
      // On so short a way the globe is flat.
      let east = (pin.longitude - place.longitude) * cos(place.latitude * .pi / 180)
      let bearing = atan2(east, pin.latitude - place.latitude) * 180 / .pi
      let wanted = Double(index) * 360 / Double(count)
      #expect(abs((bearing - wanted).remainder(dividingBy: 360)) < 1e-3, "pin \(index)")
    }
  }

  @Test("the destination is that of the spherical formula, worked by hand")
  func destination() throws {
    // Four pins at 0° 0°: 6 metres are 6 / 6378100 rad = 5.38992…e-5 degrees.
    let pins = try SpreadLayout().coordinates(of: 0, in: stack(4, at: Coordinate(longitude: 0, latitude: 0)))
    let step = 6 / 6_378_100 * 180 / Double.pi
    let wanted = [(0, step), (step, 0), (0, -step), (-step, 0)]
    for (pin, wanted) in zip(pins, wanted) {
      #expect(abs(pin.longitude - wanted.0) < 1e-12 && abs(pin.latitude - wanted.1) < 1e-12)
    }
  }

  @Test("above eight it is a spiral whose legs grow, and no two pins come near", arguments: [9, 40, 500])
  func spiral(count: Int) throws {
    let frame = try stack(count)
    let place = frame.coordinate(of: 0)
    let legs = try SpreadLayout().coordinates(of: 0, in: frame).map { metres(place, $0) }
    #expect(zip(legs, legs.dropFirst()).allSatisfy { $0 < $1 })
    let pins = SpreadLayout().screenPositions(of: 0, in: frame)
    let unit = hypot(pins[0].x - pins[count - 1].x, pins[0].y - pins[count - 1].y)
    #expect(unit > 0)
    let separation = min(24, 400 / ((Double(count) / .pi).squareRoot() + 0.5))
    for i in 0..<count {
      for j in 0..<i {
        #expect(hypot(pins[i].x - pins[j].x, pins[i].y - pins[j].y) > 0.9 * separation, "\(i) and \(j)")
      }
    }
  }

  @Test("all pins stay inside the view, wherever the marker is", arguments: [2, 8, 9, 1000])
  func onScreen(count: Int) throws {
    for (east, south) in [(0.0, 0.0), (639, 0), (-639, 398), (0, -398)] {
      // The stack away from the middle by so many screen points, at a zoom where a degree is 256·2¹⁰/360 of
      // them.
      let center = Coordinate(longitude: 10 - east * 360 / 0x1p18, latitude: 0 + south * 360 / 0x1p18)
      let frame = try stack(count, at: Coordinate(longitude: 10, latitude: 0), view: center, zoom: 10)
      try #require(frame.count == 1)
      for shape in SpreadLayout.Shape.allCases {
        let pins = SpreadLayout(shape: shape).screenPositions(of: 0, in: frame)
        #expect(pins.count == count)
        #expect(pins.allSatisfy { (0...1280).contains($0.x) && (0...800).contains($0.y) }, "\(shape)")
      }
    }
  }

  @Test("a view too small for the pins shrinks the layout, down to a point")
  func tiny() throws {
    let pins = SpreadLayout().screenPositions(of: 0, in: try stack(1000, width: 1, height: 1))
    #expect(pins.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
  }

  @Test("on a circle neighbours stand a separation apart on the screen", arguments: 2...8)
  func chord(count: Int) throws {
    let frame = try stack(count)
    let pins = SpreadLayout(separation: 30).screenPositions(of: 0, in: frame)
    for i in 0..<count {
      let next = pins[(i + 1) % count]
      #expect(abs(hypot(pins[i].x - next.x, pins[i].y - next.y) - 30) < 1e-9)
    }
    // The first stands north of the marker.
    #expect(abs(pins[0].x - 640) < 1e-3 && pins[0].y < 400)
  }

  @Test("a member alone stays where it is")
  func alone() throws {
    for shape in SpreadLayout.Shape.allCases {
      let frame = try stack(1)
      #expect(try SpreadLayout(shape: shape).coordinates(of: 0, in: frame) == [frame.points.coordinate(0)])
      let pin = SpreadLayout(shape: shape).screenPositions(of: 0, in: frame)[0]
      let marker = frame.view.screenPosition(of: frame.positions[0])
      #expect(pin.x == marker.x && pin.y == marker.y)
    }
  }

  @Test("across ±180° pins go on at the other side", arguments: [180, -180, 179.999_99, 540])
  func dateLine(longitude: Double) throws {
    let place = Coordinate(longitude: longitude, latitude: 20)
    let pins = try SpreadLayout().coordinates(of: 0, in: stack(8, at: place))
    #expect(pins.contains { $0.longitude > 179 } && pins.contains { $0.longitude < -179 })
    #expect(pins.allSatisfy { $0.longitude.magnitude <= 180 && abs(metres(place, $0) - 12) < 1e-6 })
  }

  @Test(
    "past the map's edge pins stand just inside it, side by side",
    arguments: [90.0, -90, 89.999_999, -87, 85.051_12])
  func poles(latitude: Double) throws {
    let place = Coordinate(longitude: 30, latitude: latitude)
    let frame = try stack(8, at: place, zoom: 3)
    let pins = try SpreadLayout().coordinates(of: 0, in: frame)
    for (index, pin) in pins.enumerated() {
      #expect(pin.latitude.magnitude <= Projection.mercatorLimit && pin.latitude * latitude > 85 * 85)
      #expect(abs(pin.longitude - 30) < 0.002)
      // Neighbours on a circle of 12 metres: the chord of 45°, 2 · 12 · sin 22.5°.
      #expect(abs(metres(pin, pins[(index + 1) % 8]) - 9.184_402_4) < 1e-5)
    }
    let spread = try SpreadLayout().spreading(frame)
    #expect(Set(spread.positions).count == 8)
  }

  @Test("single points and stacks on one location are spread together, whatever holds them apart")
  func together() throws {
    var columns = PointColumns(
      longitude: [2, 2, 2, 2, 5], latitude: [48, 48, 48, 48, 48], ids: .texts(["d", "b", "c", "a", "e"]))
    let view = Viewport(center: Coordinate(longitude: 2, latitude: 48), zoom: 6)
    var grouped = columns
    (grouped.group, grouped.groupNames) = ([0, 1, 1, -1, 0], ["x", "y"])
    columns.mergeable = [false, true, true, false, true]
    var selecting = Clusterer(.grid())
    selecting.selected = [.text("a")]
    let frames = [
      try Clusterer(.none).build(PointSet(grouped)).frame(for: view),
      try Clusterer(.grid()).build(PointSet(grouped)).frame(for: view),
      try Clusterer(.grid()).build(PointSet(columns)).frame(for: view),
      try selecting.build(PointSet(grouped)).frame(for: view),
    ]
    for frame in frames {
      let spread = try SpreadLayout().spreading(frame)
      #expect(spread.count == 5 && Set(spread.positions).count == 5)
      // Four on a circle in the order of their ids, each given by its own cluster; the other stays.
      var pins: [PointID: Coordinate] = [:]
      for cluster in 0..<frame.count {
        for (member, pin) in zip(
          frame.members(of: cluster), try SpreadLayout().coordinates(of: cluster, in: frame))
        {
          pins[frame.points.id(member)] = pin
        }
      }
      let center = Coordinate(longitude: 2, latitude: 48)
      let letters = ["a", "b", "c", "d"].map { pins[.text($0)] ?? center }
      #expect(letters.allSatisfy { abs(metres(center, $0) - 6) < 1e-6 })
      #expect(letters[0].latitude > 48 && letters[1].longitude > 2 && letters[2].latitude < 48)
      #expect(pins[.text("e")] == Coordinate(longitude: 5, latitude: 48))
    }
  }

  @Test("a pin that would stand on another takes the nearest free position")
  func neighbors() throws {
    // Two stacks, the pins of which would meet halfway: three metres from each.
    let first = Coordinate(longitude: 0, latitude: 0)
    let second = first.moved(metres: 6, bearing: 0)
    let columns = PointColumns(
      longitude: [0, 0, second.longitude, second.longitude, 0],
      latitude: [0, 0, second.latitude, second.latitude, first.moved(metres: 3, bearing: 0).latitude])
    let frame = try Clusterer(.none).build(PointSet(columns)).frame(for: Viewport(center: first, zoom: 18))
    let spread = try SpreadLayout().spreading(frame)
    #expect(spread.count == 5 && Set(spread.positions).count == 5)
    for onScreen in [false, true] {
      // At the deepest zoom a separation is less than a position.
      let deep = try Clusterer(.none).build(PointSet(columns)).frame(for: Viewport(center: first, zoom: 32))
      #expect(try Set(SpreadLayout().spreading(deep, onScreen: onScreen).positions).count == deep.count)
    }
  }

  @Test("planar data spread on the screen alone")
  func planar() throws {
    let plane = Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 1024))
    let frame = try stack(5, at: Coordinate(longitude: 512, latitude: 512), zoom: 2, projection: plane)
    #expect(throws: SpreadError.planar) { try SpreadLayout().coordinates(of: 0, in: frame) }
    let pins = SpreadLayout().screenPositions(of: 0, in: frame)
    let middle = pins.reduce((0, 0)) { ($0.0 + $1.x / 5, $0.1 + $1.y / 5) }
    #expect(abs(middle.0 - 640) < 1e-9 && abs(middle.1 - 400) < 1e-9)
  }

  @Test("places belong to the members in the order of their ids, whatever the order of the input")
  func order() throws {
    let columns = PointColumns(
      longitude: [5, 5, 5, 5, 5], latitude: [50, 50, 50, 50, 50], ids: .texts(["d", "b", "e", "a", "c"]))
    let view = Viewport(center: Coordinate(longitude: 5, latitude: 50), zoom: 10)
    let frames = try [columns, columns.shuffled(seed: 3)].map {
      try Clusterer(.grid()).build(PointSet($0)).frame(for: view)
    }
    let pins = try frames.map { try SpreadLayout().coordinates(of: 0, in: $0) }
    #expect(pins[0] == pins[1] && Set(pins[0]).count == 5)
    let first = frames[0].members(of: 0)[0]
    #expect(frames[0].points.ids[first] == .text("a"))
    #expect(pins[0][0].latitude > 50 && pins[0][0].longitude == 5)
  }

  @Test("points past the map's edge on one meridian are a stack, and laid out together")
  func pastTheEdge() throws {
    let columns = PointColumns(longitude: [20, 20, 20], latitude: [89, 87, 87])
    let view = Viewport(center: Coordinate(longitude: 20, latitude: 85.05), zoom: 12)
    for name in Registry.builtIn.all(.strategy).map(\.name) {
      let frame = try Clusterer(Registry.builtIn.find(name, kind: .strategy)()).build(PointSet(columns))
        .frame(for: view)
      try #require(frame.count == (name == "none" ? 3 : 1) && frame.isStack(0), "\(name)")
      let spread = try SpreadLayout().spreading(frame)
      #expect(spread.count == 3 && Set(spread.positions).count == 3)
      #expect((0..<3).allSatisfy { abs(spread.coordinate(of: $0).longitude - 20) < 0.001 })
    }
    // Another meridian is another spot, which zooming separates.
    let apart = PointColumns(longitude: [20, 20.01], latitude: [89, 89])
    let frame = try Clusterer(.grid()).build(PointSet(apart))
      .frame(for: Viewport(center: Coordinate(longitude: 20, latitude: 85), zoom: 2))
    #expect(frame.count == 1 && !frame.isStack(0))
  }

  @Test("a hundred thousand points on one spot are laid out, each on a place of its own")
  func many() throws {
    let frame = try stack(100_000)
    #expect(try Set(SpreadLayout().coordinates(of: 0, in: frame)).count == 100_000)
    #expect(SpreadLayout().screenPositions(of: 0, in: frame).count == 100_000)
  }
}
