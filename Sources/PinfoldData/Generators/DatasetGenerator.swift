public import Pinfold

/// Makes points out of nothing but a count and a seed, within ±180° and ±90°.
public protocol DatasetGenerator: Sendable {
  /// Makes points.
  ///
  /// - Parameters:
  ///   - count: the number of points; 0 or fewer gives none.
  ///   - seed: equal seeds give equal points.
  ///   - context: says when to stop.
  /// - Throws: ``ClusteringError`` if the context stops the call, and where a plugin fails.
  func columns(count: Int, seed: UInt64, context: RunContext) throws(ClusteringError) -> PointColumns
}

/// A generator in Swift, which has a name and parameters of its own.
///
/// Those of this module use ``SplitMix64`` and the four operations with square roots alone, so a seed gives
/// the same bits on every machine. Ids are the rows' numbers.
///
/// - Complexity: of ``columns(count:seed:checking:)``, O(*n* log *k*) at most, for *n* points at *k*
///   locations.
public protocol ConfigurableGenerator: DatasetGenerator, Configurable {
  /// The name that users type.
  static var name: String { get }

  /// A one-line description.
  static var summary: String { get }

  /// Makes points.
  ///
  /// - Parameters:
  ///   - count: the number of points; 0 or fewer gives none.
  ///   - seed: equal seeds give equal points.
  ///   - check: is called every few thousand points; what it throws ends the work.
  func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns
}

extension ConfigurableGenerator {
  /// Makes points until the context stops the call.
  public func columns(
    count: Int, seed: UInt64, context: RunContext
  ) throws(ClusteringError) -> PointColumns {
    try columns(count: count, seed: seed, checking: context.check)
  }

  /// Makes points, however long it takes.
  ///
  /// - Parameters:
  ///   - count: the number of points; 0 or fewer gives none.
  ///   - seed: equal seeds give equal points.
  public func columns(count: Int, seed: UInt64) -> PointColumns {
    columns(count: count, seed: seed) { () throws(Never) in }
  }
}

/// A generator of this module, which draws one point after another.
protocol PointDrawing: ConfigurableGenerator {
  /// Prepares for a number of points; returns the function that draws one, wrapped to the globe.
  func drawing(_ count: Int, seed: UInt64) -> Drawing
}

/// Draws the point of an index.
typealias Drawing = (_ index: Int, inout SplitMix64) -> (longitude: Double, latitude: Double)

extension PointDrawing {
  /// Makes points; see ``ConfigurableGenerator``.
  public func columns<Failure: Error>(
    count: Int, seed: UInt64, checking check: () throws(Failure) -> Void
  ) throws(Failure) -> PointColumns {
    let next = drawing(count, seed: seed)
    var random = SplitMix64(seed: seed)
    var columns = PointColumns()
    columns.longitude.reserveCapacity(max(0, count))
    columns.latitude.reserveCapacity(max(0, count))
    for index in 0..<max(0, count) {
      if index & 0xFFF == 0 { try check() }
      let point = next(index, &random)
      columns.longitude.append(Globe.wrapped(point.longitude))
      columns.latitude.append(max(-90, min(point.latitude, 90)))
    }
    return columns
  }

  /// A generator of random numbers that draws the same for any count, as `seed` does for points.
  static func random(_ seed: UInt64, _ salt: UInt64) -> SplitMix64 {
    SplitMix64(seed: SplitMix64.mix(seed ^ salt))
  }
}

/// Degrees without trigonometry, whose last bits differ between machines.
enum Globe {
  /// A longitude within −180…180; the remainder is exact.
  static func wrapped(_ longitude: Double) -> Double {
    longitude.magnitude > 180 ? longitude.remainder(dividingBy: 360) : longitude
  }

  /// About the cosine of a latitude, at least a twentieth: the length of a degree of longitude there.
  static func shrinkage(at latitude: Double) -> Double {
    let x = latitude / 57.295_779_513_082_32
    let square = x * x
    return max(0.05, 1 - square / 2 * (1 - square / 12 * (1 - square / 30)))
  }
}

extension RegistryKind<any DatasetGenerator> {
  /// The kind of thing that makes data sets.
  public static var generator: Self { Self(name: "generator", plural: "generators") }
}

extension Registry {
  /// Registers a generator type.
  public mutating func register<Type: ConfigurableGenerator>(_ type: Type.Type) {
    register(Registration(kind: .generator, name: type.name, summary: type.summary, type: type) { $0 })
  }

  /// Registers the generators of this module.
  public mutating func registerGenerators() {
    registerLater(.generator) { registry in
      registry.register(UniformGenerator.self)
      registry.register(CitiesGenerator.self)
      registry.register(RailwayGenerator.self)
      registry.register(StreetsGenerator.self)
      registry.register(LatticeGenerator.self)
      registry.register(CoincidentGenerator.self)
      registry.register(CollinearGenerator.self)
      registry.register(DatelineGenerator.self)
      registry.register(PolesGenerator.self)
    }
  }
}
