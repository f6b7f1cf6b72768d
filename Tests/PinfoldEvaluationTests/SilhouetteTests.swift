import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Silhouettes and scatter")
struct SilhouetteTests {
  /// Golden values H03 to H06: two pairs on a line, with markers in their middles.
  private let pairs = makePicture(
    [(0, 0), (2, 0), (10, 0), (14, 0)], [0, 0, 1, 1], markers: [(1, 0), (12, 0)])

  @Test("two pairs on a line")
  func reference() throws {
    #expect(isClose(try SimplifiedSilhouette(of: pairs)?.mean, 8051.0 / 9360))
    #expect(isClose(try Silhouette(of: pairs)?.mean, 3371.0 / 4680))
    #expect(isClose(try SquaredSilhouette(of: pairs)?.mean, 12_221_029.0 / 13_410_280))
    let scatter = try Scatter(of: pairs)
    #expect(isClose(scatter.calinskiHarabasz, 24.2))
    #expect(isClose(scatter.daviesBouldin, 3.0 / 11))
  }

  @Test("60 points in four blobs")
  func fourBlobs() throws {
    // Golden values R1.
    let picture = ReferenceCase.fourBlobs.picture()
    #expect(isClose(try Silhouette(of: picture)?.mean, 0.34306582771739014))
    #expect(isClose(try SquaredSilhouette(of: picture)?.mean, 0.4846158454471288))
    #expect(isClose(try SimplifiedSilhouette(of: picture)?.mean, 0.47687080533415815))
    let scatter = try Scatter(of: picture)
    #expect(isClose(scatter.calinskiHarabasz, 50.528105657511986))
    #expect(isClose(scatter.daviesBouldin, 0.8621154565144535))
  }

  @Test("500 points in eight blobs, all of them and a sample")
  func eightBlobs() throws {
    // Golden values R2.
    let picture = ReferenceCase.eightBlobs.picture()
    #expect(isClose(try Silhouette(of: picture)?.mean, 0.3870179165417813))
    #expect(isClose(try SquaredSilhouette(of: picture)?.mean, 0.547831831609427))
    let scatter = try Scatter(of: picture)
    #expect(isClose(scatter.calinskiHarabasz, 897.2656682243023))
    #expect(isClose(scatter.daviesBouldin, 0.8497712838864908))
    let sampled = try #require(try Silhouette(of: picture, sample: 100, seed: 1021))
    #expect(isClose(sampled.mean, 0.36897700139825107))
    #expect(isClose(sampled.standardError, 0.023229821067440416))
  }

  @Test("2000 points in square cells")
  func cells() throws {
    // Golden values R3.
    let picture = ReferenceCase.cells2000.picture()
    #expect(isClose(try SimplifiedSilhouette(of: picture)?.mean, 0.4303281189261243))
    #expect(isClose(try SquaredSilhouette(of: picture)?.mean, 0.3969897828202054))
    let scatter = try Scatter(of: picture)
    #expect(isClose(scatter.calinskiHarabasz, 1666.5850592676975))
    #expect(isClose(scatter.daviesBouldin, 0.8246342916311079))
    let sampled = try #require(try Silhouette(of: picture, sample: 300, seed: 5))
    let error = try #require(sampled.standardError)
    #expect(abs(sampled.mean - 0.26638171084871975) < 4 * error)
    #expect((0.005..<0.03).contains(error))
  }

  @Test(
    "is bit for bit what a loop over each point's distances adds up, also around a small world",
    arguments: [nil, 300, 1000])
  func plainLoop(period: Double?) throws {
    var random = SplitMix64(seed: 8)
    let x = (0..<1300).map { _ in Double.random(in: 0..<400, using: &random) }
    let y = (0..<1300).map { _ in Double.random(in: 0..<200, using: &random) }
    // Of a cluster without points nothing is near, and a point alone scores 0.
    let labels = x.indices.map { $0 == 77 ? Int32(9) : Int32($0 * $0 % 7) }
    let markers = Discs([Disc](repeating: Disc(x: 0, y: 0, radius: 0), count: 10), period: period)
    let picture = FramePicture(x: x, y: y, labels: labels, markers: markers, width: 400, height: 200)
    func distance(_ first: Int, _ second: Int) -> Double {
      var east = abs(x[first] - x[second])
      if let period, east > period / 2 { east -= period * (east / period).rounded() }
      let south = y[first] - y[second]
      return (east * east + south * south).squareRoot()
    }
    let clusters = Dictionary(grouping: x.indices) { labels[$0] }.sorted { $0.key < $1.key }
    let scores = x.indices.map { point in
      let own = labels[point]
      var inner = 0.0
      var outer = Double.infinity
      for (cluster, members) in clusters {
        if cluster == own, members.count == 1 { return 0.0 }
        let sum = members.reduce(0) { $0 + distance($1, point) }
        if cluster == own {
          inner = sum / Double(members.count - 1)
        } else {
          outer = min(outer, sum / Double(members.count))
        }
      }
      return (outer - inner) / max(inner, outer)
    }
    #expect(try Silhouette(of: picture)?.mean == scores.reduce(0, +) / Double(scores.count))
    #expect(
      try Silhouette(of: picture, sample: 600, seed: 3)
        == Silhouette(of: picture, sample: 600, seed: 3, known: scores))
  }

  @Test("the standard error is that of draws without repetition from so many points")
  func finitePopulation() throws {
    // Over 400 samples of 100 from 500, the means spread by as much as each says it errs.
    let picture = ReferenceCase.eightBlobs.picture()
    let samples = try (1...400).map { try #require(try Silhouette(of: picture, sample: 100, seed: $0)) }
    let means = samples.map(\.mean)
    let middle = means.reduce(0, +) / 400
    let spread = (means.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / 399).squareRoot()
    let stated = samples.compactMap(\.standardError).reduce(0, +) / 400
    #expect((0.9..<1.1).contains(spread / stated))
  }

  @Test("a sample of all points is exact")
  func wholeSample() throws {
    let picture = ReferenceCase.fourBlobs.picture()
    let sampled = try Silhouette(of: picture, sample: 1000, seed: 3)
    #expect(isClose(sampled?.mean, 0.34306582771739014))
  }

  @Test("one cluster, and no point, have none")
  func oneCluster() throws {
    for picture in [
      makePicture([(1, 1), (2, 2)], [0, 0], markers: [(1, 1)]), makePicture([], [], markers: []),
    ] {
      #expect(try SimplifiedSilhouette(of: picture) == nil)
      #expect(try Silhouette(of: picture) == nil)
      #expect(try Silhouette(of: picture, sample: 9, seed: 1) == nil)
      #expect(try SquaredSilhouette(of: picture) == nil)
      #expect(try Scatter(of: picture).calinskiHarabasz == nil)
      #expect(try Scatter(of: picture).daviesBouldin == nil)
    }
  }

  @Test("points alone in their clusters score 0")
  func singles() throws {
    let picture = makePicture([(1, 1), (5, 2), (9, 7)], [0, 1, 2], markers: [(1, 1), (5, 2), (9, 7)])
    #expect(try SimplifiedSilhouette(of: picture)?.mean == 0)
    #expect(try Silhouette(of: picture)?.mean == 0)
    #expect(try SquaredSilhouette(of: picture)?.mean == 0)
    #expect(try Scatter(of: picture).calinskiHarabasz == nil)
    #expect(try Scatter(of: picture).daviesBouldin == nil)
  }

  @Test("points on one spot in two clusters score 0", arguments: [0.0, 0.1, 1e9 + 0.1])
  func oneSpot(place: Double) throws {
    let spot = (place, place)
    let picture = makePicture(
      Array(repeating: spot, count: 6), [0, 0, 0, 1, 1, 1], markers: [spot, spot])
    #expect(try SimplifiedSilhouette(of: picture)?.mean == 0)
    #expect(try Silhouette(of: picture)?.mean == 0)
    #expect(try SquaredSilhouette(of: picture)?.mean == 0)
    #expect(try Scatter(of: picture).calinskiHarabasz == nil)
    #expect(try Scatter(of: picture).daviesBouldin == 0)
  }

  @Test("Davies and Bouldin's index stops at its limit")
  func limit() throws {
    let picture = ReferenceCase.cells2000.picture()
    let scatter = try Scatter(of: picture, mostClusters: 191)
    #expect(scatter.daviesBouldin == nil)
    #expect(scatter.calinskiHarabasz != nil)
    #expect(try Scatter(of: picture, mostClusters: 192).daviesBouldin != nil)
  }

  @Test("agree with a look at every pair", arguments: 1...3 as ClosedRange<UInt64>, [nil, 90] as [Double?])
  func oracle(seed: UInt64, period: Double?) throws {
    var random = SplitMix64(seed: seed)
    var points = ReferenceCase()
    // On whole numbers, so that there are points on one spot and markers equally far.
    for _ in 0..<90 {
      points.x.append(Double(random.below(40)))
      points.y.append(Double(random.below(12)))
      points.labels.append(Int32(random.below(30)))
    }
    points.labels += (0..<30).map { Int32($0) }
    points.x += (0..<30).map { Double($0) }
    points.y += Array(repeating: 5, count: 30)
    let markers = (0..<30).map { _ in (x: Double(random.below(40)), y: Double(random.below(12))) }
    let picture = points.picture(markers: markers, period: period)
    func distance(_ a: (Double, Double), _ b: (Double, Double)) -> Double {
      [0, period ?? 0, -(period ?? 0)].map { turn in
        let (east, south) = (a.0 - b.0 + turn, a.1 - b.1)
        return (east * east + south * south).squareRoot()
      }.min() ?? 0
    }
    let places = zip(points.x, points.y).map { ($0, $1) }
    func score(_ inner: Double, _ outer: Double) -> Double {
      max(inner, outer) > 0 ? (outer - inner) / max(inner, outer) : 0
    }
    var (simplified, exact, squared) = (0.0, 0.0, 0.0)
    for (point, label) in points.labels.enumerated() where points.sizes[Int(label)] > 1 {
      func mean(_ cluster: Int32, power: Int) -> Double {
        let members = places.indices.filter { points.labels[$0] == cluster && $0 != point }
        let sum = members.reduce(0) {
          let distance = distance(places[point], places[$1])
          return $0 + (power == 2 ? distance * distance : distance)
        }
        return sum / Double(members.count)
      }
      let others = (0..<Int32(30)).filter { $0 != label }
      simplified += score(
        distance(places[point], markers[Int(label)]),
        others.map { distance(places[point], markers[Int($0)]) }.min() ?? 0)
      exact += score(mean(label, power: 1), others.map { mean($0, power: 1) }.min() ?? 0)
      squared += score(mean(label, power: 2), others.map { mean($0, power: 2) }.min() ?? 0)
    }
    #expect(isClose(try SimplifiedSilhouette(of: picture)?.mean, simplified / 120))
    #expect(isClose(try Silhouette(of: picture)?.mean, exact / 120))
    #expect(isClose(try SquaredSilhouette(of: picture)?.mean, squared / 120))
  }
}
