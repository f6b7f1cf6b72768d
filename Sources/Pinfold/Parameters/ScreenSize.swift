/// A length on the screen in screen points: the same at all zooms, or stated at some and interpolated between
/// them.
///
/// ```swift
/// var grid = GridStrategy()
/// grid.cellSize = [0: 80, 12: 40]  // 80 up to zoom 0, 60 at zoom 6, 40 from zoom 12 on
/// ```
///
/// Between two zooms the length changes linearly; before the first and after the last it stays. It may grow
/// with the zoom, but no faster than the map does, which doubles: so on the ground it never grows, and
/// clusters made with it nest as those of one length do.
public struct ScreenSize: Hashable, Sendable {
  /// A length at a zoom.
  public struct Stop: Hashable, Sendable {
    /// The zoom.
    public var zoom: Double

    /// The length in screen points.
    public var size: Double

    /// States a length at a zoom.
    public init(zoom: Double, size: Double) {
      self.zoom = zoom
      self.size = size
    }
  }

  /// The lengths stated, by ascending zooms; at least one.
  public let stops: [Stop]

  /// A length that is the same at all zooms.
  public init(_ size: Double) { stops = [Stop(zoom: 0, size: size)] }

  /// A length stated at some zooms.
  ///
  /// - Precondition: at least one, and no zoom twice.
  public init(stops: some Sequence<Stop>) {
    let stops = stops.sorted { $0.zoom < $1.zoom }
    precondition(!stops.isEmpty, "a size needs a stop")
    precondition(zip(stops, stops.dropFirst()).allSatisfy { $0.zoom < $1.zoom }, "a zoom has one size")
    self.stops = stops
  }

  /// Whether the length is the same at all zooms.
  public var isConstant: Bool { stops.allSatisfy { $0.size == stops[0].size } }

  /// The greatest length at any zoom.
  public var greatest: Double { stops.reduce(0) { max($0, $1.size) } }

  /// The length at a zoom.
  public func at(zoom: Double) -> Double {
    guard let next = stops.firstIndex(where: { $0.zoom > zoom }) else { return stops[stops.count - 1].size }
    guard next > 0 else { return stops[0].size }
    let (low, high) = (stops[next - 1], stops[next])
    return low.size + (high.size - low.size) * (zoom - low.zoom) / (high.zoom - low.zoom)
  }

  /// Whether the length grows nowhere faster than the map.
  var growsNoFasterThanMap: Bool {
    // A linear segment grows fastest, relatively, at its start.
    zip(stops, stops.dropFirst()).allSatisfy { low, high in
      high.size - low.size <= low.size * .log(2) * (high.zoom - low.zoom)
    }
  }
}

extension ScreenSize: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral size: Double) { self.init(size) }

  public init(integerLiteral size: Int) { self.init(Double(size)) }
}

extension ScreenSize: ExpressibleByDictionaryLiteral {
  /// Lengths by zoom.
  ///
  /// - Precondition: at least one, and no zoom twice.
  public init(dictionaryLiteral sizes: (Double, Double)...) {
    self.init(stops: sizes.map { Stop(zoom: $0.0, size: $0.1) })
  }
}

extension ScreenSize: CustomStringConvertible {
  /// The length, or the stops, as a user would type them: "0:80,12:40".
  public var description: String {
    if isConstant { return ParameterValue.number(stops[0].size).description }
    return stops.map { "\(ParameterValue.number($0.zoom)):\(ParameterValue.number($0.size))" }
      .joined(separator: ",")
  }

  /// The length that a text states: a number, or stops as in "0:80,12:40"; nil for any other text.
  init?(parsing text: String) {
    if let size = Double(text) {
      self.init(size)
      return
    }
    var stops: [Stop] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
      guard sides.count == 2, let zoom = sides[0], let size = sides[1] else { return nil }
      stops.append(Stop(zoom: zoom, size: size))
    }
    guard Set(stops.map(\.zoom)).count == stops.count, stops.allSatisfy(\.zoom.isFinite) else { return nil }
    self.init(stops: stops)
  }
}
