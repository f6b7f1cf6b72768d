import Pinfold
import PinfoldEvaluation
import Testing

/// Places on a screen and the cluster of each, made from a seed: the same in any language.
struct ReferenceCase {
  var x: [Double] = []
  var y: [Double] = []
  var labels: [Int32] = []

  static let width = 1024.0
  static let height = 768.0

  /// 60 points in four blobs; the labels are the blobs.
  static let fourBlobs: ReferenceCase = {
    let centers = [(200.0, 150.0), (600.0, 200.0), (350.0, 500.0), (800.0, 600.0)]
    var random = SplitMix64(seed: 101)
    var points = ReferenceCase()
    for _ in 0..<60 {
      let blob = random.below(4)
      points.labels.append(Int32(blob))
      points.x.append(centers[blob].0 + 120 * random.bell())
      points.y.append(centers[blob].1 + 120 * random.bell())
    }
    return points
  }()

  /// 500 points in eight blobs, the first ones the fullest; the labels are the blobs.
  static let eightBlobs: ReferenceCase = {
    var random = SplitMix64(seed: 102)
    var points = ReferenceCase()
    for _ in 0..<500 {
      let share = random.unit()
      let blob = Int(8 * share * share)
      points.labels.append(Int32(blob))
      points.x.append(120 + 110 * Double(blob % 4) + 35 * random.bell())
      points.y.append(140 + 260 * Double(blob / 4) + 35 * random.bell())
    }
    return points
  }()

  /// Half of the points anywhere, half of them in six blobs; the labels are square cells of 64.
  static func mixture(_ count: Int, seed: UInt64) -> ReferenceCase {
    var random = SplitMix64(seed: seed)
    let blobs = (0..<6).map { _ in
      (
        x: width * (0.1 + 0.8 * random.unit()), y: height * (0.1 + 0.8 * random.unit()),
        size: 10 + 50 * random.unit()
      )
    }
    var points = ReferenceCase()
    for _ in 0..<count {
      if random.unit() < 0.5 {
        points.x.append(random.unit() * width)
        points.y.append(random.unit() * height)
      } else {
        let blob = blobs[random.below(6)]
        points.x.append(blob.x + blob.size * random.bell())
        points.y.append(blob.y + blob.size * random.bell())
      }
    }
    points.labels = points.cells(of: 64)
    return points
  }

  /// 2000 points of a mixture.
  static let cells2000 = mixture(2000, seed: 103)

  /// 192 places, 64 apart, row by row.
  static let lattice: [(x: Double, y: Double)] = (0..<192).map { place in
    let (column, row) = (Double(place % 16), Double(place / 16))
    return (32 + 64 * column, 32 + 64 * row)
  }

  /// 200 places anywhere.
  static let scattered = randomLattices.scattered

  /// The lattice, every place moved by up to 8 along each axis.
  static let jitteredLattice = randomLattices.jittered

  private static let randomLattices:
    (scattered: [(x: Double, y: Double)], jittered: [(x: Double, y: Double)]) = {
      var random = SplitMix64(seed: 104)
      let scattered = (0..<200).map { _ in (x: random.unit() * width, y: random.unit() * height) }
      return (scattered, lattice.map { ($0.x + (16 * random.unit() - 8), $0.y + (16 * random.unit() - 8)) })
    }()

  /// The lattice, turned by 30° around the middle.
  static let rotatedLattice: [(x: Double, y: Double)] = lattice.map {
    let (cosine, sine) = (3.0.squareRoot() / 2, 0.5)
    let (east, south) = ($0.x - 512, $0.y - 384)
    return (east * cosine - south * sine + 512, east * sine + south * cosine + 384)
  }

  /// 60 ways from anywhere to anywhere.
  static let motion: [Segment] = {
    var random = SplitMix64(seed: 107)
    func place() -> SIMD2<Double> {
      let x = random.unit() * width
      return SIMD2(x, random.unit() * height)
    }
    return (0..<60).map { _ in
      let start = place()
      return Segment(from: start, to: place())
    }
  }()

  /// Square cells as labels, numbered row by row; those without points are passed over.
  func cells(of side: Double) -> [Int32] {
    let keys = x.indices.map { point in
      let (column, row) = (Int(x[point] / side), Int(y[point] / side))
      return row * 100_000 + column
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: Set(keys).sorted().enumerated().map { ($1, Int32($0)) })
    return keys.compactMap { numbers[$0] }
  }

  var sizes: [Int] {
    var sizes = [Int](repeating: 0, count: Int(labels.max() ?? -1) + 1)
    for label in labels { sizes[Int(label)] += 1 }
    return sizes
  }

  /// The means of the clusters.
  var centroids: [(x: Double, y: Double)] {
    var sums = sizes.map { _ in (x: 0.0, y: 0.0) }
    for (point, label) in labels.enumerated() {
      sums[Int(label)].x += x[point]
      sums[Int(label)].y += y[point]
    }
    return zip(sums, sizes).map { ($0.x / Double($1), $0.y / Double($1)) }
  }

  /// The middles of the clusters' cells.
  var cellCenters: [(x: Double, y: Double)] {
    var centers = sizes.map { _ in (x: 0.0, y: 0.0) }
    for (point, label) in labels.enumerated() {
      func middle(_ place: Double) -> Double { (place / 64).rounded(.down) * 64 + 32 }
      centers[Int(label)] = (middle(x[point]), middle(y[point]))
    }
    return centers
  }

  /// A picture with markers at given places, of radius 20 + 2√count.
  func picture(markers: [(x: Double, y: Double)]? = nil, period: Double? = nil) -> FramePicture {
    let discs = zip(markers ?? centroids, sizes).map {
      Disc(x: $0.x, y: $0.y, radius: 20 + 2 * Double($1).squareRoot())
    }
    return FramePicture(
      x: x, y: y, labels: labels, markers: Discs(discs, period: period), width: Self.width,
      height: Self.height)
  }

  /// SHA-256 of the coordinates, x then y of each point, in little-endian doubles.
  var digest: String {
    var bytes: [UInt8] = []
    for (x, y) in zip(x, y) {
      for value in [x, y] {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
    return Digest(of: bytes).description
  }
}

/// A picture of points, clusters and markers without extent.
func makePicture(
  _ points: [(Double, Double)], _ labels: [Int32], markers: [(Double, Double)]
) -> FramePicture {
  FramePicture(
    x: points.map(\.0), y: points.map(\.1), labels: labels,
    markers: Discs(markers.map { Disc(x: $0.0, y: $0.1, radius: 0) }), width: 100, height: 100)
}

/// Whether a number is the expected one but for rounding.
func isClose(_ value: Double?, _ expected: Double, within tolerance: Double = 1e-9) -> Bool {
  guard let value else { return false }
  return abs(value - expected) <= tolerance * max(1, abs(expected))
}

@Suite("Reference points")
struct ReferenceCasesTests {
  @Test("have the bytes that other languages give them")
  func digests() {
    #expect(
      ReferenceCase.fourBlobs.digest == "c1492dd3f56a54634782aebbc917630a07784971fe50cc2d2fbdfd4bf456cc33")
    #expect(
      ReferenceCase.eightBlobs.digest == "ed33d1a9f7a91587855d9d545880ca819bd6d5f2dfcaf961ca807ad8c0f0e79b")
    #expect(
      ReferenceCase.cells2000.digest == "47de50a6040f5518b99473c0f94efb8f1fb2645d7c850a533e575848a8cca058")
    #expect(ReferenceCase.cells2000.sizes.count == 192)
  }
}
