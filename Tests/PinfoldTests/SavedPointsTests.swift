import TestSupport
import Testing

@testable import Pinfold

/// Points and maps that are saved, and opened again.
@Suite struct SavedPointsTests {
  private static let strategies = Registry.builtIn.all(.strategy).map(\.name)

  private func clusterer(_ name: String) throws -> Clusterer {
    Clusterer(try Registry.builtIn.find(name, kind: .strategy)())
  }

  private func bytes(_ maps: [ClusterMap], over points: PointSet) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try ClusterMap.sections(of: maps, over: points, context: RunContext()).write(threads: 2) { bytes += $0 }
    return bytes
  }

  private func opened(_ bytes: [UInt8]) throws -> PointSet { try PointSet(SectionFile(bytes, threads: 1)) }

  private func expectEqual(_ map: ClusterMap, _ fresh: ClusterMap, seed: UInt64, _ comment: Comment) throws {
    for viewport in Viewport.samples(of: fresh.points, random: 4, seed: seed) {
      let (frame, expected) = (try map.frame(for: viewport), try fresh.frame(for: viewport))
      #expect(frame.bytes == expected.bytes, "\(comment), \(viewport)")
      for cluster in 0..<frame.count where viewport.zoom < 3 {
        #expect(frame.members(of: cluster) == expected.members(of: cluster))
        #expect(frame[cluster] == expected[cluster])
      }
    }
  }

  @Test(
    "an opened map gives the frames of the one that was saved, and its edits those of a fresh build",
    arguments: strategies, [SamplePoints.clusters, .spots, .dateLine, .seam, .coincident])
  func frames(name: String, sample: SamplePoints) throws {
    for (isPlain, textIDs) in [(false, false), (true, true)] {
      var list = EditedPoints(sample, count: 70, isPlain: isPlain, textIDs: textIDs, seed: 81)
      let fresh = try clusterer(name).build(PointSet(list.columns()))
      var map = try fresh.clusterer.build(try opened(try bytes([fresh], over: fresh.points)))
      #expect(map.points.saved != nil && map.points.rows == fresh.points.rows)
      try expectEqual(map, fresh, seed: 1, "opened")
      for step in 0..<5 {
        try map.apply(list.edit())
        try expectEqual(map, try map.clusterer.build(PointSet(list.columns())), seed: 2, "edit \(step)")
      }
      // The index of an edited map is built anew.
      let again = try map.clusterer.build(try opened(try bytes([map], over: map.points)))
      try expectEqual(again, try map.clusterer.build(PointSet(list.columns())), seed: 3, "saved again")
    }
  }

  @Test("the dendrogram of radius and separate is used, and that of other parameters is not")
  func dendrograms() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 300))
    let maps = try [
      Clusterer(RadiusStrategy(radius: 60)), Clusterer(RadiusStrategy(radius: 50, order: .input)),
      Clusterer(SeparateStrategy()), Clusterer(GridStrategy()),
    ].map { try $0.build(points) }
    let saved = try opened(try bytes(maps, over: points))
    #expect(saved.savedDendrogram(of: RadiusStrategy(radius: 60)) != nil)
    #expect(saved.savedDendrogram(of: RadiusStrategy(radius: 50, order: .input)) != nil)
    #expect(saved.savedDendrogram(of: SeparateStrategy()) != nil)
    #expect(saved.savedDendrogram(of: RadiusStrategy(radius: 50)) == nil)
    #expect(saved.savedDendrogram(of: RadiusStrategy(radius: 60, minPoints: 3)) == nil)
    for map in maps { try expectEqual(try map.clusterer.build(saved), map, seed: 4, "several") }
    // What is not in the file is built as over any other points.
    let other = Clusterer(RadiusStrategy(radius: 50))
    try expectEqual(try other.build(saved), try other.build(points), seed: 5, "other parameters")
  }

  @Test("columns of all types come back, on a plane too, and no points at all")
  func columns() throws {
    var columns = PointColumns(
      longitude: [10, 10, 300, -7], latitude: [1, 1, 2000, 0.5],
      ids: PointIDs([.integer(7), .text("7"), .text("é\u{0}"), .integer(-1)]))
    columns.priority = [0, 2, 1, 1]
    var texts = TextColumn()
    for text in ["a", "", "ü"] { texts.append(text) }
    texts.appendMissing()
    columns.attributes = [
      Attribute(name: "n", values: .numbers([.nan, 1, 0.1, -0.0])),
      Attribute(name: "i", values: .integers([.min, 1 << 60, 2, 3])),
      Attribute(name: "b", values: .booleans([nil, true, false, true])),
      Attribute(name: "t", values: .texts(texts)),
    ]
    let plane = PlanarExtent(enclosing: columns.longitude, columns.latitude)
    let points = try PointSet(columns, projection: .planar(plane))
    let saved = try opened(try bytes([], over: points))
    #expect(saved.projection == points.projection && saved.ids == points.ids && saved.rows == points.rows)
    #expect(saved.attributeNames == ["n", "i", "b", "t"])
    #expect(saved.priority == points.priority && saved.weight == nil && saved.idRanks == points.idRanks)
    for (own, expected) in zip(saved.attributes, points.attributes) {
      #expect("\(own.values.kind)" == "\(expected.values.kind)")
      switch (own.values, expected.values) {
      case (.numbers(let own), .numbers(let expected)):
        #expect(own.map(\.bitPattern) == expected.map(\.bitPattern))
      case (.integers(let own), .integers(let expected)): #expect(own == expected)
      case (.booleans(let own), .booleans(let expected)): #expect(own == expected)
      case (.texts(let own), .texts(let expected)):
        #expect((0..<4).allSatisfy { own[$0] == expected[$0] })
      default: Issue.record("another type")
      }
    }
    for index in 0..<4 {
      #expect(saved.id(index) == points.id(index) && saved.index(of: points.id(index)) == index)
    }
    let empty = try PointSet(PointColumns())
    let none = try opened(try bytes([], over: empty))
    #expect(none.count == 0 && none.bounds == empty.bounds)
  }

  @Test("the input columns alone make an equal set, with groups, weights and points that never merge")
  func inputColumns() throws {
    for textIDs in [false, true] {
      var list = EditedPoints(.spots, count: 60, isPlain: false, textIDs: textIDs, seed: 9)
      var points = try PointSet(list.columns())
      for _ in 0..<3 {
        var bytes: [UInt8] = []
        var file = SectionWriter()
        points.saveColumns(to: &file)
        file.write(threads: 1) { bytes += $0 }
        let again = try PointSet(columnsOf: SectionFile(bytes, threads: 1))
        #expect(again.keys == points.keys && again.ids == points.ids && again.weight == points.weight)
        #expect(again.sections == points.sections && again.groupNames == points.groupNames)
        #expect(again.rowOrder == points.rowOrder && again.projection == points.projection)
        #expect(again.attributes.map { $0.name } == points.attributes.map { $0.name })
        let place = Int(bytes.count / 2)
        bytes[place] ^= 4
        #expect(throws: (any Error).self) { try PointSet(columnsOf: SectionFile(bytes, threads: 1)) }
        var map = try Clusterer(GridStrategy()).build(points)
        for _ in 0..<4 { try map.apply(list.edit()) }
        points = map.points
      }
    }
  }

  private func small() throws -> [UInt8] {
    var columns = PointColumns(longitude: [1, 1, 2], latitude: [3, 3, 4])
    columns.weight = [1, 2, 0.5]
    let map = try Clusterer(RadiusStrategy()).build(PointSet(columns))
    return try bytes([map], over: map.points)
  }

  @Test("a file that is cut short anywhere is refused, and so is one with more behind it")
  func truncated() throws {
    let whole = try small()
    for count in 0..<whole.count {
      #expect(throws: SectionFileError.self, "\(count) bytes") { try opened(Array(whole[..<count])) }
    }
    #expect(throws: SectionFileError.self) { try opened(whole + [0]) }
    #expect(throws: SectionFileError.self) { try opened(whole + [UInt8](repeating: 0, count: 64)) }
    #expect(try opened(whole).count == 3)
  }

  @Test("a file with a bit flipped in any byte is refused")
  func flipped() throws {
    var file = try small()
    var random = SplitMix64(seed: 6)
    for byte in file.indices {
      let bit = UInt8(1) << UInt8(random.below(8))
      file[byte] ^= bit
      #expect(throws: SectionFileError.self, "byte \(byte)") { try opened(file) }
      file[byte] ^= bit
    }
  }

  @Test("files of other versions and of machines with another byte order are told apart")
  func others() throws {
    var newer = try small()
    newer[12] = 2
    #expect { try opened(newer) } throws: { if case SectionFileError.version(2) = $0 { true } else { false } }
    var other = try small()
    other[16..<20].reverse()
    #expect { try opened(other) } throws: { if case SectionFileError.byteOrder = $0 { true } else { false } }
    #expect { try opened(Array("lon,lat\n1,2\n".utf8) + [UInt8](repeating: 32, count: 64)) } throws: {
      if case SectionFileError.foreign = $0 { true } else { false }
    }
  }

  @Test("the bytes of a file do not depend on the order of the points or the number of threads")
  func deterministic() throws {
    func file(_ order: [Int], threads: Int) throws -> [UInt8] {
      var columns = SamplePoints.clusters.columns(count: 500)
      columns.ids = .integers((0..<500).map { Int64($0) })
      let points = try PointSet(columns.reordered(order))
      let map = try Clusterer(RadiusStrategy()).build(points, context: RunContext(threads: threads))
      var bytes: [UInt8] = []
      var file = try ClusterMap.sections(of: [map], over: points, context: RunContext())
      file.add("other", [1])
      file.write(threads: threads) { bytes += $0 }
      return bytes
    }
    let first = try file(Array(0..<500), threads: 1)
    #expect(try file(Array(0..<500), threads: 3) == first)
    // All but the rows, which are those of the input.
    let second = try file((0..<500).reversed(), threads: 1)
    #expect(second.count == first.count)
    let (one, two) = (try SectionFile(first, threads: 1), try SectionFile(second, threads: 1))
    for name in ["keys", "id hashes"] {
      let (own, other): (FrozenColumn<UInt64>, FrozenColumn<UInt64>) = (
        try one.column(name), try two.column(name)
      )
      #expect(own.elementsEqual(other), "\(name)")
    }
    for name in ["x", "y", "id ranks", "index 0 permutation"] {
      let (own, other): (FrozenColumn<UInt32>, FrozenColumn<UInt32>) = (
        try one.column(name), try two.column(name)
      )
      #expect(own.elementsEqual(other), "\(name)")
    }
  }

  @Test("digests stay what they are, as files outlive a version")
  func digests() {
    // As a second implementation in another language has it.
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 7) }
    bytes.withColumn { #expect(Digest.of($0, threads: 1) == 0x6F7E_0DDB_907B_35B3) }
    let large = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 >> 3) }
    large.withColumn { #expect(Digest.of($0, threads: 1) == Digest.of($0, threads: 2)) }
  }
}
