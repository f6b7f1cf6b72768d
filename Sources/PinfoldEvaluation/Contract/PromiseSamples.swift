import Pinfold

/// Samples on which promises are tried at every zoom, at places around the world, and with many points. Their
/// views are too many, or their points, for every other rule.
extension ContractSample {
  /// The rules that are tried on a sample.
  package enum Purpose: Sendable {
    /// All rules.
    case everyRule
    /// Those about zooms: each view lies inside the one before.
    case zooms
    /// Those about panning.
    case places
    /// Those about promises, in the same way as on other samples.
    case promises
  }

  /// Views around a place from the world to its points, deeper by steps that differ from place to place, so
  /// that whole zooms and any tenth of a zoom are among them.
  static func everyZoom(at place: Int) -> ContractSample {
    let fractions = [
      [0, 0.25, 0.5, 0.75], [0, 0.125, 0.375, 0.625, 0.875],
      [0, 0.06, 0.16, 0.3, 0.42, 0.56, 0.69, 0.82, 0.94],
    ][place % 3]
    let wholes = Int(Viewport.zoomRange.lowerBound)..<28
    var sample = ContractSample(
      "every zoom \(place + 1)", aroundPlaces([place], each: 272, halvings: 0.125),
      viewports: wholes.flatMap { whole in
        fractions.map { [tiles = [256, 512, 256.0][place % 3]] in
          Viewport(center: center(place), zoom: Double(whole) + $0, tileSize: tiles)
        }
      })
    sample.purpose = .zooms
    return sample
  }

  /// Views at hundreds of places, each with another zoom, size and margin.
  static var everyPlace: ContractSample {
    let sizes = [(1280, 800), (320.0, 240.0), (600, 1000), (2560, 1440)]
    let margins = [0, 0.1, 0, 0.25, 0.5, 0, 0.2, 1, 0.05, 2.5]
    // Anywhere on the globe while the zoom shows points anywhere, then around one of the places.
    let wide = (0..<400).map { number in (center(number + 7), [2, 3, 4, 5, 4.5][number % 5]) }
    let deep = (0..<160).map { number in (center(number % 16), Double(6 + number % 17)) }
    var sample = ContractSample(
      "every place", aroundPlaces(Array(0..<16), each: 80, halvings: 0.425), viewports: [])
    sample.viewports = (wide + deep).enumerated().map { number, view in
      let (width, height) = sizes[number / 5 % sizes.count]
      return Viewport(
        center: view.0, zoom: view.1, width: width, height: height,
        margin: margins[number / 3 % margins.count])
    }
    sample.purpose = .places
    return sample
  }

  /// More points than two bytes count, two at each place; from dozens to many thousands around a view.
  static var pairsOfMany: ContractSample {
    var sample = ContractSample(
      "very many", aroundPlaces(Array(0..<35_000), each: 2, halvings: 9),
      viewports: [(3, 4, 0.25), (8, 5.5, 0), (5, 7, 0.1), (12, 8.2, 0)].map { place, zoom, margin in
        Viewport(center: center(place), zoom: zoom, margin: margin)
      })
    sample.purpose = .promises
    return sample
  }

  /// Points around places, each nearer than the one before by a number of halvings: cells of any size on the
  /// screen have edges among them at any zoom.
  private static func aroundPlaces(_ places: [Int], each count: Int, halvings: Double) -> PointColumns {
    var columns = PointColumns()
    for place in places {
      let middle = middle(place)
      for number in 0..<count {
        let angle = 2.399963 * Double(number + 5 * place)
        let distance = 0.3 * Double.exp2(-Double(number + 1) * halvings)
        let south = middle.unitY + distance * .sin(angle)
        guard (0.02..<0.98).contains(south) else { continue }
        let east = (middle.unitX + distance * .cos(angle) + 1).truncatingRemainder(dividingBy: 1)
        let coordinate = Projection.mercator.unproject(unitX: east, unitY: south)
        columns.longitude.append(coordinate.longitude)
        columns.latitude.append(coordinate.latitude)
      }
    }
    columns.ids = .integers((0..<Int64(columns.count)).map { $0 * 7919 % 100_003 })
    return columns
  }

  private static func center(_ place: Int) -> Coordinate {
    let (unitX, unitY) = middle(place)
    return Projection.mercator.unproject(unitX: unitX, unitY: unitY)
  }

  /// Places that lie evenly, no two on one meridian (M. Roberts, "The unreasonable effectiveness of
  /// quasirandom sequences", 2018).
  private static func middle(_ place: Int) -> (unitX: Double, unitY: Double) {
    let number = Double(place) + 0.5
    return (
      (number * 0.754877666246693).truncatingRemainder(dividingBy: 1),
      0.1 + 0.8 * (number * 0.569840290998053).truncatingRemainder(dividingBy: 1)
    )
  }
}
