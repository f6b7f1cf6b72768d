import Pinfold
import TestSupport
import Testing

@Suite struct AggregationTests {
  private let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)

  private func texts(_ values: [String?]) -> Attribute.Values {
    var column = TextColumn()
    for value in values { if let value { column.append(value) } else { column.appendMissing() } }
    return .texts(column)
  }

  /// The frame of points that all share a cluster, with one attribute "a".
  private func frame(_ values: Attribute.Values, ids: [Int64]? = nil) throws -> Frame {
    let count = values.count
    var columns = PointColumns(
      longitude: (0..<count).map { 10 + Double($0) * 0.001 }, latitude: [Double](repeating: 5, count: count),
      ids: ids.map { .integers($0) })
    columns.attributes = [Attribute(name: "a", values: values)]
    let frame = try Clusterer(.grid()).build(PointSet(columns)).frame(for: view)
    try #require(frame.count == 1)
    return frame
  }

  private func value(_ kind: Aggregation.Kind, _ values: Attribute.Values) throws -> Double? {
    try frame(values).values(of: Aggregation(kind, of: "a"))[0]
  }

  @Test(
    "numbers, by hand; missing ones are passed over",
    arguments: [
      (.count, 4), (.sum, 6.5), (.mean, 1.625), (.min, -2), (.max, 5.5), (.distinct, 3),
      (.product, -24.75), (.median, 1.5), (.quantile, 1.5),
    ] as [(Aggregation.Kind, Double)])
  func numbers(kind: Aggregation.Kind, expected: Double) throws {
    #expect(try value(kind, .numbers([1.5, .nan, -2, 5.5, 1.5])) == expected)
  }

  @Test(
    "truth values count as 1 and 0",
    arguments: [
      (.count, 3), (.sum, 2), (.mean, 2.0 / 3), (.min, 0), (.max, 1), (.distinct, 2),
      (.product, 0), (.median, 1),
    ] as [(Aggregation.Kind, Double)])
  func booleans(kind: Aggregation.Kind, expected: Double) throws {
    #expect(try value(kind, .booleans([true, nil, false, true])) == expected)
  }

  @Test(
    "quantiles lie between values in proportion, as numpy's do",
    arguments: [(0, -2.0), (0.1, -0.95), (0.25, 0.625), (0.5, 1.5), (0.9, 4.3), (1, 5.5), (7, 5.5)])
  func quantiles(share: Double, expected: Double) throws {
    let frame = try frame(.numbers([1.5, .nan, -2, 5.5, 1.5]))
    let value = try #require(try frame.values(of: Aggregation(quantile: share, of: "a"))[0])
    #expect(abs(value - expected) < 1e-12)
  }

  @Test("quantiles and products of what is not finite are no nonsense")
  func infinite() throws {
    #expect(try value(.median, .numbers([.infinity, -.infinity, 3])) == 3)
    #expect(try value(.median, .numbers([1e308, 1.5e308])) == 1.25e308)
    #expect(try value(.product, .numbers([0, .infinity])) == nil)
    #expect(try value(.product, .numbers([-2, 0])).map(\.sign) == .plus)
  }

  @Test("categories are counted, the most frequent first, of equals the lower bytes")
  func categories() throws {
    func list(_ values: Attribute.Values, _ limit: Int? = nil) throws -> [String] {
      try frame(values).categories(of: "a", most: limit)[0].map { "\($0.value) \($0.count)" }
    }
    #expect(
      try list(texts(["b", nil, "a", "c", "b", "e\u{301}", "\u{E9}"])) == [
        "b 2", "a 1", "c 1", "e\u{301} 1", "\u{E9} 1",
      ])
    #expect(try list(texts(["b", "a", "c", "b", "a"]), 2) == ["a 2", "b 2"])
    #expect(try list(.numbers([2, 2, 0.5, .nan])) == ["2 2", "0.5 1"])
    #expect(try list(.booleans([true, nil, false, true])) == ["true 2", "false 1"])
    #expect(try list(texts([nil])) == [])
  }

  @Test("values are joined in the order of the ids")
  func concatenation() throws {
    let frame = try frame(texts(["x", nil, "y", "z"]), ids: [9, 1, 3, 5])
    #expect(try frame.concatenation(of: "a") == ["y,z,x"])
    #expect(try self.frame(texts([nil])).concatenation(of: "a") == [nil])
    #expect(throws: ClusteringError.self) { try frame.concatenation(of: "b") }
    #expect(throws: ClusteringError.self) { try frame.categories(of: "b") }
  }

  @Test("texts are counted, by their bytes")
  func textValues() throws {
    let values = texts(["a", nil, "b", "a", "", "e\u{301}", "\u{E9}"])
    #expect(try value(.count, values) == 6)
    #expect(try value(.distinct, values) == 5)
  }

  @Test(
    "of texts there is no sum, mean, minimum or maximum",
    arguments: [.sum, .mean, .min, .max, .product, .median, .quantile] as [Aggregation.Kind])
  func textNumbers(kind: Aggregation.Kind) throws {
    let frame = try frame(texts(["a", "b"]))
    let error = #expect(throws: ClusteringError.self) { try frame.values(of: Aggregation(kind, of: "a")) }
    #expect(error?.description.hasPrefix("attribute 'a' holds texts, which have no \(kind.rawValue)") == true)
  }

  @Test("without a value there is nothing but a count of 0", arguments: Aggregation.Kind.allCases)
  func empty(kind: Aggregation.Kind) throws {
    let isCount = kind == .count || kind == .distinct
    #expect(try value(kind, .numbers([.nan, .nan])) == (isCount ? 0 : nil))
    #expect(try value(kind, .booleans([nil])) == (isCount ? 0 : nil))
  }

  @Test("a missing attribute is named, with the nearest there is")
  func missing() throws {
    let frame = try frame(.numbers([1]))
    let error = #expect(throws: ClusteringError.self) { try frame.values(of: Aggregation(.sum, of: "aa")) }
    #expect(error?.description == "unknown attribute 'aa' (did you mean 'a'?)")
  }

  @Test("small numbers are not lost beside large ones")
  func compensated() throws {
    #expect(try value(.sum, .numbers([1e16, 1, 1, 1, 1, -1e16])) == 4)
    #expect(try value(.sum, .numbers([Double](repeating: 0.1, count: 1000))) == 100)
  }

  @Test("whole numbers that doubles round are added before they are rounded")
  func exact() throws {
    let values = Attribute.Values.integers([(1 << 60) + 1, -(1 << 60), .missing])
    for (kind, expected) in [(Aggregation.Kind.sum, 1), (.mean, 0.5), (.max, 0x1p60)] {
      #expect(try value(kind, values) == expected, "\(kind)")
    }
  }

  @Test("numbers are added in the order of ids, wherever their points are")
  func order() throws {
    // Once 10¹⁷ is carried along, a 1 is lost beside it; sixteen of them before it are not.
    let lost: [Double] = [1e40, 1e17] + [Double](repeating: 1, count: 16) + [-1e40, -1e17]
    let kept: [Double] = [1e40] + [Double](repeating: 1, count: 16) + [1e17, -1e40, -1e17]
    for (values, sum) in [(lost, 0), (kept, 16)] as [([Double], Double)] {
      let count = values.count
      for stride in [1, 3, 7, 19] {
        // The point with the id i is at the place i · stride.
        let ids = (0..<count).map { place in (0..<count).first { $0 * stride % count == place } ?? 0 }
        let frame = try frame(.numbers(ids.map { values[$0] }), ids: ids.map { Int64($0) })
        #expect(try frame.values(of: Aggregation(.sum, of: "a")) == [sum])
      }
    }
  }

  @Test("stops when asked to")
  func cancelled() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let frame = try frame(.numbers([1]))
    let error = #expect(throws: ClusteringError.self) {
      try frame.values(of: Aggregation(.sum, of: "a"), context: RunContext(cancellation: cancellation))
    }
    #expect(error?.description == "cancelled")
  }

  @Test("no result is not a number, and there is one zero")
  func extremes() throws {
    #expect(try value(.sum, .numbers([.greatestFiniteMagnitude, .greatestFiniteMagnitude])) == .infinity)
    #expect(try value(.sum, .numbers([.infinity, -.infinity])) == nil)
    #expect(try value(.mean, .numbers([.infinity, 1])) == .infinity)
    #expect(try value(.distinct, .numbers([0, -0.0])) == 1)
    for kind in [.sum, .min, .max] as [Aggregation.Kind] {
      for numbers in [[0, -0.0], [-0.0, 0], [-0.0]] {
        #expect(try value(kind, .numbers(numbers))?.sign == .plus, "\(kind) of \(numbers)")
      }
    }
  }

  /// Points with an attribute whose sums round differently in every order.
  private func columns(_ sample: SamplePoints, seed: UInt64) -> PointColumns {
    var columns = sample.columns(count: 200)
    var random = SplitMix64(seed: seed)
    let numbers = (0..<columns.count).map { _ in
      random.below(9) == 0 ? .nan : (random.unit() - 0.5) * [1e-3, 1, 1e17][random.below(3)]
    }
    columns.attributes = [
      Attribute(name: "a", values: .numbers(numbers)),
      Attribute(name: "t", values: texts((0..<columns.count).map { $0 % 5 == 0 ? nil : "t\($0 % 7)" })),
    ]
    return columns
  }

  private func bits(_ values: [Double?]) -> [UInt64?] { values.map { $0?.bitPattern } }

  @Test(
    "shuffled input and another strategy with the same clusters give the same bits",
    arguments: Aggregation.Kind.allCases)
  func sameBits(kind: Aggregation.Kind) throws {
    let columns = columns(.clusters, seed: 31)
    var shuffled = columns
    var random = SplitMix64(seed: 32)
    let order = random.shuffled(0..<columns.count)
    shuffled = columns.reordered(order)
    guard case .numbers(let numbers) = columns.attributes[0].values else { return }
    shuffled.attributes = [Attribute(name: "a", values: .numbers(order.map { numbers[$0] }))]
    var byCluster: [ClusterID: UInt64?] = [:]
    for strategy in Registry.builtIn.all(.strategy) {
      let maps = try [columns, shuffled].map { try Clusterer(strategy()).build(PointSet($0)) }
      for zoom in [1.0, 4, 9] {
        let view = Viewport(center: Coordinate(longitude: 2.35, latitude: 48.86), zoom: zoom)
        let frames = try maps.map { try $0.frame(for: view) }
        let values = try frames.map { bits(try $0.values(of: Aggregation(kind, of: "a"))) }
        #expect(values[0] == values[1], "\(strategy.name)")
        for (id, value) in zip(frames[0].ids, values[0]) {
          #expect(byCluster.updateValue(value, forKey: id).map { $0 == value } ?? true, "\(strategy.name)")
        }
      }
    }
  }

  @Test("every kind is what a plain loop over the members finds", arguments: SamplePoints.allCases)
  func bruteForce(sample: SamplePoints) throws {
    let points = try PointSet(columns(sample, seed: 33))
    guard points.count > 0, case .numbers(let numbers) = points.attributes[0].values,
      case .texts(let texts) = points.attributes[1].values
    else { return }
    let map = try Clusterer(.grid()).build(points)
    for viewport in Viewport.samples(of: points, random: 2) {
      let frame = try map.frame(for: viewport)
      func all(_ kind: Aggregation.Kind, _ name: String = "a") throws -> [Double?] {
        try frame.values(of: Aggregation(kind, of: name))
      }
      let (counts, sums, means) = (try all(.count), try all(.sum), try all(.mean))
      let (minima, maxima, distinct) = (try all(.min), try all(.max), try all(.distinct, "t"))
      for (cluster, members) in frame.memberLists.enumerated() {
        let values = members.map { numbers[$0] }.filter { !$0.isNaN }
        #expect(counts[cluster] == Double(values.count))
        #expect(minima[cluster] == values.min() && maxima[cluster] == values.max())
        #expect(distinct[cluster] == Double(Set(members.compactMap { texts[$0] }).count))
        let size = values.reduce(0) { $0 + $1.magnitude }
        #expect((sums[cluster] == nil) == values.isEmpty)
        #expect(abs((sums[cluster] ?? 0) - values.reduce(0, +)) <= size * 1e-13)
        #expect(means[cluster] == sums[cluster].map { $0 / Double(values.count) })
      }
    }
  }
}
