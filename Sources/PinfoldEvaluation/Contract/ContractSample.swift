public import Pinfold

/// Points with views of them: one case on which rules are tried.
public struct ContractSample: Sendable, CustomStringConvertible {
  /// The difficulty, in a word.
  public var name: String

  /// The points.
  public var columns: PointColumns

  /// The map from coordinates to world positions.
  public var projection: Projection

  /// The views, in the order in which they are queried.
  public var viewports: [Viewport]

  /// The rules that are tried on it.
  package var purpose = Purpose.everyRule

  /// Makes a sample.
  public init(
    _ name: String, _ columns: PointColumns, projection: Projection = .mercator, viewports: [Viewport]
  ) {
    self.name = name
    self.columns = columns
    self.projection = projection
    self.viewports = viewports
  }

  /// Makes a sample with views that are hard, and others around the points.
  ///
  /// - Parameter views: the number of views around points.
  public init(
    _ name: String, _ columns: PointColumns, projection: Projection = .mercator, views: Int, seed: UInt64
  ) {
    self.init(name, columns, projection: projection, viewports: [])
    viewports = Viewport.hard(over: points, random: views, seed: seed)
  }

  /// Whether there is a point, and a view.
  var hasPoints: Bool { columns.count > 0 && !viewports.isEmpty }

  /// The sample with north up in all views.
  var upright: ContractSample {
    var sample = self
    for index in sample.viewports.indices { sample.viewports[index].bearing = 0 }
    return sample
  }

  public var description: String { "\(name), \(counted(columns.count, "point"))" }

  var points: PointSet { points(of: columns) }

  func points(of columns: PointColumns) -> PointSet {
    do {
      return try PointSet(columns, projection: projection)
    } catch {
      preconditionFailure("a sample's points are no set: \(error)")
    }
  }
}

extension ContractSample {
  /// The standard samples of contracts: every kind of ``HardPoints`` with
  /// groups, weights and points that never merge, some without, planes of several sizes, some fifty in which
  /// any two traits of points and views meet, views at every zoom and place for
  /// promises, crowds in one pixel.
  ///
  /// - Parameters:
  ///   - seed: the seed of all random numbers.
  ///   - thorough: whether to use more points and views, and a million of them in one pixel.
  public static func standard(seed: UInt64 = 1, thorough: Bool = false) -> [ContractSample] {
    let count = thorough ? 300 : 80
    let views = thorough ? 8 : 3
    var samples: [ContractSample] = []
    for shape in HardPoints.allCases {
      let columns = shape.columns(count: count, seed: seed)
      let decorated = HardPoints.decorating(columns, seed: seed &+ 1)
      samples.append(Self(shape.rawValue, decorated, views: views, seed: seed))
      if thorough || [.clusters, .lattice, .dateLine, .seam].contains(shape) {
        samples.append(Self("\(shape.rawValue), plain", columns, views: views, seed: seed))
      }
    }
    for size in [1e-6, 1, 1e9] { samples.append(plane(size: size, count: count, views: views, seed: seed)) }
    samples.append(neighbours)
    samples.append(heavy(count: count, seed: seed))
    samples += pairs(seed: seed) + (0..<3).map(everyZoom) + [everyPlace]
    let crowd = HardPoints.onePixel.columns(count: largestCount(thorough: thorough), seed: seed)
    let whole = Viewport(center: Coordinate(longitude: 13, latitude: 52), zoom: 3)
    let near = Viewport(
      center: Coordinate(longitude: 13.4, latitude: 52.5), zoom: 20, width: 300, height: 200)
    samples.append(Self("crowd", crowd, viewports: [whole, near]))
    return samples
  }

  /// The most points that a standard sample has.
  public static func largestCount(thorough: Bool) -> Int { thorough ? 1_000_000 : 500 }

  /// Weights up to a million and negative ids, seen at zooms from the whole world to the deepest.
  private static func heavy(count: Int, seed: UInt64) -> ContractSample {
    var columns = HardPoints.clusters.columns(count: count, seed: seed)
    columns.weight = (0..<count).map { Double($0 * 7919 % 1000) * 1000 }
    columns.ids = .integers((0..<Int64(count)).map { -1 - $0 * 7919 % 1000 })
    let middle = columns.coordinate(0)
    return ContractSample(
      "heavy", columns,
      viewports: [0, 4.5, 9, 13.4, 15.7, 18, 20.6, 24].map { Viewport(center: middle, zoom: $0) })
  }

  private static func plane(size: Double, count: Int, views: Int, seed: UInt64) -> ContractSample {
    var columns = HardPoints.decorating(
      HardPoints.clusters.columns(count: count, seed: seed), seed: seed &+ 3)
    columns.longitude = columns.longitude.map { $0 * size }
    columns.latitude = columns.latitude.map { $0 * size }
    let extent = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    return ContractSample(
      "plane of \(ParameterValue.number(size))", columns, projection: .planar(extent), views: views + 4,
      seed: seed)
  }

  /// The same sample with made-up values of the attributes that it lacks: numbers of either sign and any
  /// size, few different strings, and some missing.
  package func having(_ needs: [AttributeNeed]) -> ContractSample {
    var sample = self
    for need in needs where !sample.columns.attributes.contains(where: { $0.name == need.name }) {
      var random = SplitMix64(seed: UInt64(sample.columns.attributes.count) &+ 977)
      sample.columns.attributes.append(
        Attribute(name: need.name, values: .made(need.kind, count: columns.count, &random)))
    }
    return sample
  }

  /// The most points of a data set that are tried.
  package static func largestReal(thorough: Bool) -> Int { thorough ? 20_000 : 1000 }

  /// A sample of a data set: all points, or `most` of them, drawn with a seed.
  package static func real(
    _ name: String, _ points: PointSet, most: Int, seed: UInt64
  ) -> ContractSample {
    var random = SplitMix64(seed: seed)
    let chosen = random.shuffled(0..<points.count).prefix(most)
    return ContractSample(
      name, points.columns(in: Array(chosen)), projection: points.projection, views: 6, seed: seed)
  }

  // MARK: - Samples for what others wrote; what ships has tests of its own that are harder

  /// Few points, a very wide view, and the sample that the rule `history` queries repeatedly.
  static var askedOften: ContractSample {
    ContractSample(
      askedOftenName, HardPoints.clusters.columns(count: 15, seed: 3),
      viewports: [
        Viewport(center: Coordinate(longitude: 0, latitude: 20), zoom: 3, width: 3840, height: 2160)
      ])
  }

  private static let askedOftenName = "asked often"

  var isAskedOften: Bool { name == Self.askedOftenName }

  /// A chain of points with falling weights, each near enough to the next one to be taken by it: a greedy
  /// choice travels along it farther than any cluster is large.
  static var chain: ContractSample {
    let count = 300
    var columns = PointColumns(
      longitude: (0..<count).map { Double($0) * 0.6 - 90 }, latitude: [Double](repeating: 5, count: count),
      ids: .integers((0..<Int64(count)).map { $0 * 7919 % 1009 }))
    columns.weight = (0..<count).map { Double(count - $0) }
    columns.priority = columns.weight
    return ContractSample(
      "chain", columns,
      viewports: [3, 4.5, 6, 7].map {
        Viewport(center: Coordinate(longitude: 11 * $0 - 40, latitude: 5), zoom: $0, width: 500, height: 300)
      })
  }

  /// Enough points to reveal defects in blocks of a thousand, and quadratic work.
  static var many: ContractSample {
    ContractSample(
      "many", HardPoints.clusters.columns(count: 5000, seed: 5),
      viewports: [Viewport(center: Coordinate(longitude: 2.35, latitude: 48.86), zoom: 2)])
  }
}

extension Attribute.Values {
  fileprivate static func made(_ kind: AttributeKind, count: Int, _ random: inout SplitMix64) -> Self {
    switch kind {
    case .number:
      return .numbers(
        (0..<count).map { _ in
          switch random.below(10) {
          case 0: .nan
          case 1: 0
          case 2: -1e9 * random.unit()
          case 3: 1e9 * random.unit()
          default: (random.unit() * 2000).rounded() - 500
          }
        })
    case .boolean:
      return .booleans((0..<count).map { _ in [true, false, nil][random.below(3)] })
    case .text:
      let words = ["a", "b", "été", "two words", ""]
      var texts = TextColumn()
      for _ in 0..<count {
        let number = random.below(words.count + 1)
        if number < words.count { texts.append(words[number]) } else { texts.appendMissing(1) }
      }
      return .texts(texts)
    }
  }
}

extension Clusterer {
  /// Whether turned views are an error, as boxes that the strategy keeps apart stand upright with north up.
  var refusesTurnedViews: Bool {
    (strategy as? SeparateStrategy)?.separation.collisionMode == .rectangle
  }
}
