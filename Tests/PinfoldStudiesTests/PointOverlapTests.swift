import Pinfold
import PinfoldData
import PinfoldDefinitions
import Synchronization
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Points that data sets have in common")
struct PointOverlapTests {
  private typealias Place = (longitude: Double, latitude: Double)

  private static func places(_ count: Int, seed: UInt64) -> [Place] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in (random.unit() * 359 - 180, random.unit() * 160 - 80) }
  }

  private static func points(_ places: [Place], isPlanar: Bool = false) throws -> PointSet {
    var columns = PointColumns()
    columns.longitude = places.map(\.longitude)
    columns.latitude = places.map(\.latitude)
    return try PointSet(columns, isPlanar: isPlanar)
  }

  private static func overlaps(_ sets: [[Place]]) throws -> [StudyManifest.Overlap] {
    PointOverlap.found(in: try sets.enumerated().map { ("set \($0.offset)", try points($0.element)) })
  }

  @Test("the share is of the smaller set's positions, whatever ids, order and repetition are")
  func shares() throws {
    let (large, others) = (Self.places(500, seed: 1), Self.places(40, seed: 2))
    let small = large[..<60].reversed() + others
    let found = try Self.overlaps([large, small])
    #expect(found.map(\.share) == [0.6] && found.map(\.isOneSource) == [true])
    #expect(try Self.overlaps([small, large]).map(\.share) == [0.6])
    // A hundred points on one shared place are one position of 41.
    #expect(try Self.overlaps([large, others + [Place](repeating: large[0], count: 100)]).isEmpty)
    #expect(try Self.overlaps([large, large]).map(\.share) == [1])
  }

  @Test("a copy that was moved by a millionth of a degree, or jittered by as much, is a copy")
  func nearCopies() throws {
    let places = Self.places(500, seed: 12)
    var random = SplitMix64(seed: 13)
    for moved in [
      places.map { ($0.longitude + 1e-6, $0.latitude - 1e-6) },
      places.map {
        ($0.longitude + (random.unit() - 0.5) * 3e-6, $0.latitude + (random.unit() - 0.5) * 3e-6)
      },
    ] {
      #expect(try Self.overlaps([places, moved.reversed()]).map(\.share) == [1])
    }
    #expect(try Self.overlaps([places, places.map { ($0.longitude + 1e-3, $0.latitude) }]).isEmpty)
  }

  @Test("sets without common positions, empty ones and planar ones beside others share nothing")
  func none() throws {
    let one = Self.places(300, seed: 3)
    #expect(try Self.overlaps([one, Self.places(300, seed: 4), []]).isEmpty)
    let (globe, plane) = (try Self.points(one), try Self.points(one, isPlanar: true))
    #expect(PointOverlap.found(in: [("globe", globe), ("plane", plane)]).isEmpty)
  }

  @Test("of large sets a sample tells the share, near the one that all positions give")
  func sampled() throws {
    let large = Self.places(40_000, seed: 5)
    let half = large[..<10_000] + Self.places(10_000, seed: 6)
    let share = try #require(try Self.overlaps([large, Array(half)]).first?.share)
    // Four standard errors of a sample of 4,096.
    #expect(abs(share - 0.5) < 4 * 0.5 / 64)
    #expect(try Self.overlaps([large.reversed(), half.reversed()]).first?.share == share)
  }

  @Test(
    "a study of two files with common points counts one source, says so, and does not tune on one of them")
  func study() throws {
    let folder = TemporaryFolder()
    func file(_ name: String, _ places: some Sequence<Place>) -> String {
      folder.write(name, "lon,lat\n" + places.map { "\($0.longitude),\($0.latitude)\n" }.joined())
    }
    let places = Self.places(300, seed: 7)
    let paths = [
      file("all.csv", places), file("most.csv", places[50...].reversed()),
      file("other.csv", Self.places(200, seed: 8)),
      file("little.csv", places[..<30] + Self.places(170, seed: 9)),
    ]
    func plan(_ extra: String = "") throws -> StudyDefinition {
      let sets = paths.map { "\"\($0)\"" }.joined(separator: ", ")
      return try makeStudy(
        "{ \"datasets\": [\(sets)], \"strategies\": [\"grid\"], \"metrics\": [\"overlap\"]\(extra) }")
    }
    let notes = Mutex<[String]>([])
    var runner = StudyRunner(try plan(), in: folder.path + "/found")
    runner.note = { line in notes.withLock { $0.append(line) } }
    let results = try runner.run().results()
    #expect(results.sources == [[0, 1], [2], [3]])
    let lines = notes.withLock { $0 }
    #expect(lines.contains { $0.contains("'all' and 'most' share 100 %") && $0.hasSuffix("as one source") })
    #expect(lines.contains { $0.contains("'all' and 'little' share 15 %") && $0.hasSuffix("two sources") })
    #expect(throws: StudyError.self) {
      try StudyRunner(
        try plan(#", "primary": ["overlap.share"], "tuning": ["most"]"#), in: folder.path + "/tuned"
      ).run()
    }
  }
}
