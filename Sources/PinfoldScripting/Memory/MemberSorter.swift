import Pinfold

/// Sorts the members of clusters by id and reuses its memory. A frame has hundreds of clusters with a few
/// dozen members each, too few to pay for the setup of ``RadixSort``. The high half of an item is the rank of
/// an id, the low half is the index. Bounds are checked when assertions are on: checked arrays would add a
/// branch to every step of the inner loops.
struct MemberSorter {
  // Arrays as large as the largest cluster so far.
  private var members: [UInt64] = []
  private var spare: [UInt64] = []
  private var starts: [UInt32] = []

  /// The canonical indices of a cluster's members.
  ///
  /// - Complexity: O(*m*), where *m* is the number of members: a pass for each digit of the highest rank.
  mutating func indices(
    of cluster: ClusterMembers, context: RunContext
  ) throws(ClusteringError) -> [UInt32] {
    let count = cluster.count
    if members.count < count { members = [UInt64](repeating: 0, count: count) }
    let highest = Self.read(cluster, into: &members)
    if count <= 32 {
      Self.sortByInsertion(&members, count)
    } else {
      try sortByDigits(count, highest, context)
    }
    return members.prefix(count).map { UInt32(truncatingIfNeeded: $0) }
  }

  private static func read(_ cluster: ClusterMembers, into members: inout [UInt64]) -> UInt32 {
    let ranks = cluster.points.idRanks
    var highest: UInt32 = 0
    unsafe members.withUnsafeMutableBufferPointer { members in
      for number in 0..<cluster.count {
        let index = cluster[number]
        let rank = ranks[index]
        highest |= rank
        unsafe members[number] = UInt64(rank) << 32 | UInt64(index)
      }
    }
    return highest
  }

  private static func sortByInsertion(_ members: inout [UInt64], _ count: Int) {
    unsafe members.withUnsafeMutableBufferPointer { members in
      for i in 0..<count {
        let member = unsafe members[i]
        var j = i
        while unsafe j > 0 && members[j - 1] > member {
          unsafe members[j] = members[j - 1]
          j -= 1
        }
        unsafe members[j] = member
      }
    }
  }

  private mutating func sortByDigits(
    _ count: Int, _ highest: UInt32, _ context: RunContext
  ) throws(ClusteringError) {
    if spare.count < count { spare = [UInt64](repeating: 0, count: count) }
    // Smaller digits mean more passes but shorter tables of counts, which is faster for few members.
    let bits = UInt32.bitWidth - highest.leadingZeroBitCount
    let digits = (bits + (count < 256 ? 7 : 10)) / (count < 256 ? 8 : 11)
    let digitBits = (bits + digits - 1) / max(digits, 1)
    for digit in 0..<digits {
      try context.check()
      Self.deal(members, to: &spare, count, &starts, shift: 32 + digit * digitBits, digitBits)
      swap(&members, &spare)
    }
  }

  /// Distributes members by one digit; the sort is stable.
  private static func deal(
    _ members: [UInt64], to target: inout [UInt64], _ count: Int, _ starts: inout [UInt32], shift: Int,
    _ digitBits: Int
  ) {
    let mask = 1 << digitBits - 1
    func digit(_ member: UInt64) -> Int { Int(truncatingIfNeeded: member &>> UInt64(shift)) & mask }
    starts.removeAll(keepingCapacity: true)
    starts.append(contentsOf: repeatElement(0, count: mask + 1))
    unsafe members.withUnsafeBufferPointer { members in
      unsafe starts.withUnsafeMutableBufferPointer { starts in
        for i in 0..<count { unsafe starts[digit(members[i])] &+= 1 }
        var start: UInt32 = 0
        for digit in starts.indices {
          unsafe (starts[digit], start) = (start, start &+ starts[digit])
        }
        unsafe target.withUnsafeMutableBufferPointer { target in
          for i in 0..<count {
            let digit = unsafe digit(members[i])
            unsafe target[Int(starts[digit])] = members[i]
            unsafe starts[digit] &+= 1
          }
        }
      }
    }
  }
}
