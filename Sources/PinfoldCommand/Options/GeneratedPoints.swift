import Pinfold
import PinfoldData
import PinfoldStudies

/// Points that a generator will make up, checked before any is made.
struct GeneratedPoints {
  private let name: String
  private let generator: any DatasetGenerator
  private let count: Int
  private let seed: UInt64

  init(_ name: String, _ generator: any DatasetGenerator, count: Int, seed: UInt64 = 1) {
    self.name = name
    self.generator = generator
    self.count = count
    self.seed = seed
  }

  /// Makes the points.
  func points() throws(Failure) -> NamedPoints {
    let columns = generator.columns(count: count, seed: seed)
    return NamedPoints(name, try PointSet(columns, planar: false, source: name))
  }
}

extension Registry {
  /// What `cities,count=20000,seed=7` asks for: `count` and `seed` are known to every generator.
  func generated(_ text: String, option: String, count ordinary: Int = 10_000) throws -> GeneratedPoints {
    var specification = try Specification.one(text, option: option)
    let label = specification.label
    let count = specification.take("count")
    let seed = specification.take("seed")
    guard let points = count.map({ Int($0) }) ?? ordinary, (1...100_000_000).contains(points) else {
      throw Failure.usage("\(option) '\(text)': count takes a whole number in 1…100000000")
    }
    guard let start = seed.map({ UInt64($0) }) ?? 1 else {
      throw Failure.usage("\(option) '\(text)': seed takes a whole number from 0")
    }
    let generator = try make(specification, kind: .generator).product
    return GeneratedPoints(label, generator, count: points, seed: start)
  }
}
