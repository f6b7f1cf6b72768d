import Ground
import Pinfold
import PinfoldData
import Testing

extension DatasetGenerator {
  fileprivate func columns(count: Int, seed: UInt64) throws -> PointColumns {
    try columns(count: count, seed: seed, context: RunContext())
  }
}

@Suite("Generators")
struct GeneratorTests {
  private static let all: [any ConfigurableGenerator] = [
    UniformGenerator(), CitiesGenerator(), RailwayGenerator(), StreetsGenerator(), LatticeGenerator(),
    CoincidentGenerator(), CollinearGenerator(), DatelineGenerator(), PolesGenerator(),
  ]

  private static let names = all.map { type(of: $0).name }

  private func generator(_ name: String) throws -> any DatasetGenerator {
    var registry = Registry()
    registry.registerGenerators()
    return try registry.find(name, kind: .generator)()
  }

  @Test("are all registered")
  func registered() {
    var registry = Registry()
    registry.registerGenerators()
    #expect(registry.all(.generator).map(\.name) == Self.names.sorted())
  }

  @Test("make usable points of any count, the same for the same seed", arguments: names)
  func basics(_ name: String) throws {
    let generator = try generator(name)
    for count in [-1, 0, 1, 2, 1000] {
      let columns = try generator.columns(count: count, seed: 7)
      #expect(columns.count == max(0, count))
      #expect(columns.latitude.count == columns.count)
      #expect(columns.longitude.allSatisfy { $0.isFinite && $0.magnitude <= 180 })
      #expect(columns.latitude.allSatisfy { $0.isFinite && $0.magnitude <= 90 })
      let again = try generator.columns(count: count, seed: 7)
      #expect(columns.longitude == again.longitude && columns.latitude == again.latitude)
    }
    let other = try generator.columns(count: 1000, seed: 8)
    let first = try generator.columns(count: 1000, seed: 7)
    #expect((other.longitude == first.longitude) == (name == "lattice"))
  }

  @Test("bear their parameters at the ends of their ranges", arguments: names)
  func extremes(_ name: String) throws {
    var registry = Registry()
    registry.registerGenerators()
    let registration = try registry.find(name, kind: .generator)
    for parameter in registration.parameters {
      var ends: [ParameterValue] = []
      if case .number(let range) = parameter.kind {
        ends = [.number(range.lowerBound), .number(range.upperBound)]
      }
      if case .integer(let range) = parameter.kind {
        ends = [.integer(range.lowerBound), .integer(range.upperBound)]
      }
      for end in ends {
        let columns = try registration([parameter.name: end]).columns(count: 300, seed: 1)
        #expect(columns.longitude.allSatisfy { $0.magnitude <= 180 }, "\(parameter.name) \(end)")
        #expect(columns.latitude.allSatisfy { $0.magnitude <= 90 }, "\(parameter.name) \(end)")
      }
    }
  }

  @Test("cities lie on land, whatever their number and size", arguments: [(1, 0.6), (60, 0.6), (300, 20)])
  func cities(_ cities: Int, _ spread: Double) {
    var generator = CitiesGenerator()
    (generator.cities, generator.spread) = (cities, spread)
    let columns = generator.columns(count: 2000, seed: 7) {}
    for (longitude, latitude) in zip(columns.longitude, columns.latitude) {
      #expect(LandMask.world.contains(longitude: longitude, latitude: latitude), "\(longitude), \(latitude)")
    }
  }

  @Test("have the same bits everywhere", arguments: goldens)
  func bits(_ name: String, _ expected: UInt64) throws {
    let columns = try generator(name).columns(count: 100, seed: 42)
    var hash: UInt64 = 0
    for value in columns.longitude + columns.latitude { hash = SplitMix64.mix(hash ^ value.bitPattern) }
    #expect(hash == expected, "\(name): \(hash)")
  }

  private static let goldens: [(String, UInt64)] = [
    ("cities", 0xec7f_6eb3_d41f_775a),
    ("coincident", 0x0c75_a66d_d5d5_b799),
    ("collinear", 0x0f42_13fd_d64e_57f1),
    ("dateline", 0x46a3_692e_4c54_6cfd),
    ("lattice", 0x59f0_be43_0905_0c68),
    ("poles", 0xb214_0b40_1bb1_1db1),
    ("railway", 0xf080_46ff_0cc8_d07b),
    ("streets", 0x114e_0cc4_3779_523d),
    ("uniform", 0x9b2c_427f_0d3b_e92a),
  ]

  @Test("have the structure that they promise")
  func structure() {
    let cities = CitiesGenerator().columns(count: 20_000, seed: 1)
    var cells: [Int: Int] = [:]
    for index in 0..<cities.count {
      cells[Int(cities.longitude[index] + 180) * 200 + Int(cities.latitude[index] + 90), default: 0] += 1
    }
    #expect(cells.values.max() ?? 0 > 400)

    var stacks = CoincidentGenerator()
    stacks.stacks = 3
    #expect(Set(stacks.columns(count: 500, seed: 1).longitude).count == 3)

    let line = CollinearGenerator().columns(count: 500, seed: 1)
    #expect((0..<500).allSatisfy { abs(line.latitude[$0] * 10 - line.longitude[$0] * 3) < 1e-12 })

    let date = DatelineGenerator().columns(count: 500, seed: 1)
    #expect(date.longitude.contains(180) && date.longitude.contains(-180))
    #expect(
      date.longitude.contains { $0 > 170 && $0 < 180 } && date.longitude.contains { $0 < -170 && $0 > -180 })

    let poles = PolesGenerator().columns(count: 500, seed: 1)
    #expect(poles.latitude.contains(90) && poles.latitude.contains(-90))
    #expect(
      poles.latitude.contains { $0 < -85.06 && $0 > -90 } && poles.latitude.contains { $0 < 85 && $0 > 0 })

    let lattice = LatticeGenerator().columns(count: 100, seed: 1)
    #expect(Set(lattice.longitude).count == 10 && Set(lattice.latitude).count == 10)
  }
}
