import Pinfold

/// The markers of a map but for hidden ones, the names of single points, and the legend.
struct MarkerLayer {
  private let sheet: MapSheet
  private let label: CountLabel

  /// The name of the values that markers show instead of counts.
  private let valueName: String?

  private let scale: MarkerScale
  private let categories: MarkerCategories?

  /// From the bottom up: the smallest first, of equal numbers in the order of their ids.
  private var markers: [MarkerSymbol] = []

  /// - Parameter names: the names of single points, one for each cluster; empty for none. A cluster without
  ///   one has that of its strategy.
  init(
    _ frame: Frame, _ sheet: MapSheet, label: CountLabel, values: MarkerValues? = nil,
    categories: MarkerCategories? = nil, names: [String?] = []
  ) {
    self.sheet = sheet
    self.categories = categories
    self.label = label
    let scale = MarkerScale(frame.markerStyle, values: values?.values)
    self.scale = scale
    valueName = values?.name
    let order = (0..<frame.count).filter { !frame.isHidden($0) }.map { cluster in
      (value: values.map { $0.values[cluster] } ?? Double(frame.pointCount(of: cluster)), cluster: cluster)
    }.sorted {
      ($0.value ?? -.infinity, frame.ids[$0.cluster].bits) < (
        $1.value ?? -.infinity, frame.ids[$1.cluster].bits
      )
    }
    var seen = Set<Look>()
    let (ownNames, colors) = (frame.names, frame.colors)
    for (value, cluster) in order {
      let isPin = values == nil && value == 1
      let radius = scale.radius(value)
      let name = (names.isEmpty ? nil : names[cluster]) ?? (ownNames.isEmpty ? nil : ownNames[cluster])
      let fill =
        categories.map { MarkerFill.category($0.color(of: cluster)) }
        ?? (colors.isEmpty ? nil : colors[cluster]).map(MarkerFill.own)
        ?? (value.map(\.isFinite) == true ? .number : .category(nil))
      sheet.forEachPlace(of: frame.positions[cluster], reach: radius) { place in
        guard seen.insert(Look(value: value, fill: fill, spot: place.spot)).inserted else { return }
        markers.append(
          MarkerSymbol(isPin: isPin, value: value, scale: scale, at: place, name: name, fill: fill))
      }
    }
  }

  /// Markers of one number and color within two screen points look like one.
  private struct Look: Hashable {
    let value: Double?
    let fill: MarkerFill
    let spot: Spot
  }

  func draw(to svg: inout SVGWriter) {
    for marker in markers { marker.draw(label, to: &svg) }
    drawNames(to: &svg)
  }

  /// Whether a marker touches a box, from its middle and half its width and height.
  func touches(_ middle: ScreenPosition, _ halfWidth: Double, _ halfHeight: Double) -> Bool {
    markers.contains {
      abs($0.place.x - middle.x) < $0.radius + halfWidth
        && abs($0.place.y - middle.y) < $0.radius + halfHeight
    }
  }

  /// Writes names east of their markers; one that would cover a marker or another name, or be cut by the
  /// edge, is left out.
  private func drawNames(to svg: inout SVGWriter) {
    guard markers.contains(where: { $0.name != nil }) else { return }
    var taken = Occupancy(side: 2 * (markers.map(\.radius).max() ?? 0))
    for marker in markers { taken.insert(marker.box) }
    for marker in markers {
      guard let name = marker.name?.shortened(to: Self.mostLetters), !name.isEmpty else { continue }
      let west = marker.place.x + marker.radius + 3
      let box = Occupancy.Box(
        west: west, north: marker.place.y - 7, east: west + Theme.width(of: name, size: 11),
        south: marker.place.y + 7)
      guard box.west >= 0, box.east <= sheet.width, box.north >= 0, box.south <= sheet.height,
        taken.isFree(box)
      else {
        continue
      }
      taken.insert(box)
      svg.label(name, "name", x: west, y: marker.place.y + 4)
    }
  }

  private static let mostLetters = 40

  /// Draws the classes of the numbers in sight in a corner; nothing where all markers look alike or there is
  /// no room.
  func drawLegend(to svg: inout SVGWriter) {
    LegendBox(of: markers, in: scale, valueName: valueName, categories: categories)
      .draw(on: sheet, to: &svg, hiding: hidden(in:))
  }

  /// The number of markers that a box covers at least in part.
  func hidden(in box: Occupancy.Box) -> Int { markers.count { $0.box.overlaps(box) } }
}

extension String {
  func shortened(to limit: Int) -> String {
    count > limit ? prefix(limit - 1) + "…" : self
  }
}

/// The boxes of the screen that are taken, so that names find free room.
struct Occupancy {
  struct Box {
    let west, north, east, south: Double

    /// Whether two boxes share more than an edge.
    func overlaps(_ other: Box) -> Bool {
      west < other.east && other.west < east && north < other.south && other.north < south
    }
  }

  /// By the squares of the screen that they touch.
  private var boxes: [Spot: [Box]] = [:]
  private let side: Double

  /// - Parameter side: the largest width and height of most boxes, so that each touches a few squares.
  init(side: Double) { self.side = max(32, side) }

  mutating func insert(_ box: Box) {
    for spot in spots(of: box) { boxes[spot, default: []].append(box) }
  }

  func isFree(_ box: Box) -> Bool {
    !spots(of: box).contains { boxes[$0]?.contains { $0.overlaps(box) } == true }
  }

  private func spots(of box: Box) -> [Spot] {
    func square(_ value: Double) -> Int32 { Int32(clamping: Int((value / side).rounded(.down))) }
    return (square(box.west)...square(box.east)).flatMap { column in
      (square(box.north)...square(box.south)).map { Spot(column: column, row: $0) }
    }
  }
}
