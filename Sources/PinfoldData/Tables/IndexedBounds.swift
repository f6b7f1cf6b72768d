import Pinfold
import Platform

extension CoordinateBounds {
  /// Whether a location is in the box, edges included. On the globe longitudes that differ by whole turns are
  /// one, −180 and 180 among them.
  func contains(_ x: Double, _ y: Double, planar isPlanar: Bool) -> Bool {
    guard y >= south && y <= north else { return false }
    func holds(_ x: Double) -> Bool { west <= east ? x >= west && x <= east : x >= west || x <= east }
    if isPlanar { return holds(x) }
    let x = x.magnitude > 180 ? x.remainder(dividingBy: 360) : x
    return holds(x) || x.magnitude == 180 && holds(-x)
  }
}

/// A query for an index of a file's points, chosen so that filtering its result equals filtering all points.
struct IndexedBounds {
  /// Boxes in the coordinates of the file that hold what is wanted, and hardly more.
  let boxes: [CoordinateBounds]

  /// The box of usable locations in the coordinates of the file: past it some longitudes might wrap, or rows
  /// be unusable, which only reading them all shows.
  let usable: CoordinateBounds

  /// Fails where all has to be read: no box is asked for, coordinates are in columns, or unusable rows
  /// matter.
  init?(_ options: ReadOptions, _ system: CoordinateSystem) {
    guard let bounds = options.bounds, !options.strict, options.longitude == nil, options.latitude == nil
    else { return nil }
    if options.planar {
      let end = Double.greatestFiniteMagnitude
      boxes = [bounds]
      usable = CoordinateBounds(west: -end, south: -end, east: end, north: end)
      return
    }
    var parts = [bounds]
    if bounds.west > bounds.east {
      parts = [bounds, bounds]
      (parts[0].east, parts[1].west) = (180, -180)
    } else if bounds.east == 180, bounds.west > -180 {
      parts.append(CoordinateBounds(west: -180, south: bounds.south, east: -180, north: bounds.north))
    } else if bounds.west == -180, bounds.east < 180 {
      parts.append(CoordinateBounds(west: 180, south: bounds.south, east: 180, north: bounds.north))
    }
    switch system {
    case .degrees:
      boxes = parts
      usable = CoordinateBounds(west: -180, south: -90, east: 180, north: 90)
    case .webMercator:
      boxes = parts.map(Self.metres)
      let edge = 20_037_508.342_789
      usable = CoordinateBounds(
        west: -edge, south: -.greatestFiniteMagnitude, east: edge, north: .greatestFiniteMagnitude)
    // The box is none in coordinates of another system.
    default: return nil
    }
  }

  /// A box of degrees in meters of Web Mercator, a little larger, for neither way is exact.
  private static func metres(_ box: CoordinateBounds) -> CoordinateBounds {
    let radius = 6_378_137.0
    let slack = 0.001
    func y(_ latitude: Double) -> Double {
      // Past the poles lies no row.
      abs(latitude) >= 90 ? latitude * .infinity : asinh(tan(latitude / 180 * .pi)) * radius
    }
    return CoordinateBounds(
      west: box.west / 180 * .pi * radius - slack, south: y(box.south) - slack,
      east: box.east / 180 * .pi * radius + slack, north: y(box.north) + slack)
  }
}

extension ReadOptions {
  /// Throws for a box that holds nothing, or is past the globe.
  func checkBounds() throws(DataError) {
    guard let bounds else { return }
    func mistake(_ reason: String) -> DataError {
      .badOption("--within \(bounds.edges.map(Numeral.text).joined(separator: ","))", reason: reason)
    }
    guard bounds.edges.allSatisfy(\.isFinite) else { throw mistake("its edges are not all numbers") }
    if bounds.south > bounds.north {
      throw mistake("its south is greater than its north; the order is west, south, east, north")
    }
    if planar {
      if bounds.west > bounds.east {
        throw mistake("its west is greater than its east, on a plane that has ends")
      }
    } else if abs(bounds.west) > 180 || abs(bounds.east) > 180 {
      throw mistake("longitudes are from -180 to 180; a west greater than the east crosses ±180°")
    }
  }
}
