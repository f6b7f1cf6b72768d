import Pinfold
import PinfoldData

/// A frame's clusters as bytes: their members, and the positions of their markers.
///
/// Eight bytes hold the length of what follows, which zlib packed: a list of whole numbers, seven bits a
/// byte, the least first, the eighth bit set where more follow. The first is the number of clusters. Each
/// cluster is its number of runs, its runs, x and y of its marker in fixed point, and 0 or 1 more than the
/// member it speaks for. A run is a stretch of canonical indices: how far it begins after the end of the run
/// before, as 2*d* for a distance *d* of 0 or more and −2*d* − 1 for one below, and one less than its length.
/// Members keep the order in which the strategy had them. After the clusters come the hidden ones, each as
/// the number of clusters since the one before.
enum FrameContent {
  /// The bytes of a frame; nil if memory is out.
  static func bytes(of frame: Frame) -> [UInt8]? {
    var numbers: [UInt8] = []
    numbers.append(varint: UInt64(frame.count))
    var runs: [(start: Int, count: Int)] = []
    var end = 0
    for cluster in 0..<frame.count {
      runs.removeAll(keepingCapacity: true)
      frame.forEachMember(of: cluster) { member in
        if let last = runs.last, last.start + last.count == member {
          runs[runs.count - 1].count += 1
        } else {
          runs.append((member, 1))
        }
      }
      numbers.append(varint: UInt64(runs.count))
      for run in runs {
        numbers.append(varint: UInt64(zigzag: run.start - end))
        numbers.append(varint: UInt64(run.count - 1))
        end = run.start + run.count
      }
      numbers.append(varint: UInt64(frame.positions[cluster].x))
      numbers.append(varint: UInt64(frame.positions[cluster].y))
      numbers.append(varint: UInt64(frame.representatives[cluster] + 1))
    }
    var next = 0
    for cluster in frame.hidden {
      numbers.append(varint: UInt64(cluster - next))
      next = cluster + 1
    }
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt64(numbers.count))
    return Deflate.packed(numbers).map { bytes + $0 }
  }

  /// The most members that a frame of some bytes may have in all clusters: a few damaged bytes can claim any
  /// number of them, and this many take a gigabyte.
  private static let mostMembers = 1 << 28

  /// The frame of some bytes; nil for bytes that are no frame of these points.
  static func frame(of bytes: some RandomAccessCollection<UInt8>, points: PointSet, view: ProjectedView)
    -> Frame?
  {
    guard bytes.count >= 8 else { return nil }
    let length = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let count = Int(exactly: length), let plain = Deflate.unpacked(bytes.dropFirst(8), count: count)
    else {
      return nil
    }
    var numbers = NumberReader(bytes: plain)
    var clusters: [[UInt32]] = []
    var positions: [WorldPoint] = []
    var representatives: [Int32] = []
    var end = 0
    var total = 0
    for _ in 0..<(numbers.next() ?? 0) {
      var members: [UInt32] = []
      for _ in 0..<(numbers.next() ?? 0) {
        guard let gap = numbers.nextSigned(), let rest = numbers.next() else { return nil }
        let (start, overflow) = end.addingReportingOverflow(gap)
        guard !overflow, start >= 0, start < points.count, rest < UInt64(points.count - start) else {
          return nil
        }
        end = start + Int(rest) + 1
        total += end - start
        guard total <= mostMembers else { return nil }
        members.append(contentsOf: UInt32(start)..<UInt32(end))
      }
      guard !members.isEmpty, let x = numbers.next().flatMap(UInt32.init(exactly:)),
        let y = numbers.next().flatMap(UInt32.init(exactly:)), let speaker = numbers.next(),
        speaker <= points.count
      else { return nil }
      clusters.append(members)
      positions.append(WorldPoint(x: x, y: y))
      representatives.append(Int32(speaker) - 1)
    }
    var hidden: [Int] = []
    while !numbers.isAtEnd {
      let next = (hidden.last ?? -1) + 1
      guard let gap = numbers.next(), gap < UInt64(clusters.count - next) else { return nil }
      hidden.append(next + Int(gap))
    }
    var frame = Frame(
      listing: clusters, positions: positions, representatives: representatives, of: points, in: view)
    frame.hidden = hidden
    return frame
  }
}

/// Reads integers in the written format; nil past the end.
private struct NumberReader {
  private let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func next() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard place < bytes.count else { return nil }
      number |= UInt64(bytes[place] & 127) << shift
      place += 1
      if bytes[place - 1] < 128 { return number }
    }
    return nil
  }

  mutating func nextSigned() -> Int? {
    next().map { Int(truncatingIfNeeded: Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1)) }
  }
}
