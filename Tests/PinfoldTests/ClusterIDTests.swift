import TestSupport
import Testing

@testable import Pinfold

@Suite struct ClusterIDTests {
  private func id(_ members: [PointID]) throws -> String {
    var columns = PointColumns(
      longitude: members.map { _ in 0 }, latitude: members.map { _ in 0 }, ids: .mixed(members))
    columns.longitude = members.indices.map { Double($0 % 7) }
    let points = try PointSet(columns)
    return points.order.clusterID(of: 0..<points.count).description
  }

  // Computed apart from the library. Saved views and scripts may hold ids: they must never change.
  @Test(
    "is a fact that never changes",
    arguments: [
      ([.integer(0)], "48294f70ccf5e4fc"),
      ([.integer(7)], "c7fbcb5514808aa6"),
      ([.text("7")], "7cd73fcc0f1b9599"),
      ([.integer(-1)], "92f4ba1716f694f1"),
      ([.integer(1), .integer(2), .integer(3)], "92a645e1756da65f"),
      ([.text("Zürich")], "3af8538b55f36676"),
      ([.text("")], "1e389c5fb4f01f69"),
      ([.text("a"), .integer(1)], "0d965dae407790f6"),
    ] as [([PointID], String)])
  func golden(members: [PointID], expected: String) throws {
    #expect(try id(members) == expected)
    #expect(try id(members.reversed()) == expected)
  }

  @Test("always has 16 digits")
  func digits() {
    #expect(ClusterID(hashSum: 0, count: 1).description.count == 16)
    // 0 is the one number that scrambling leaves alone.
    #expect(ClusterID(hashSum: SplitMix64.mix(5), count: 5).description == "0000000000000000")
  }

  @Test("differs for different sets")
  func distinct() throws {
    var seen: Set<String> = []
    var sets = 0
    for low in 0..<40 as Range<Int64> {
      for high in low..<40 {
        seen.insert(try id((low...high).map { .integer($0) }))
        sets += 1
      }
    }
    #expect(seen.count == sets)
  }

  @Test("an id is read back from its text, and from no other")
  func texts() {
    for bits in [0, 1, 0xFEDC_BA98_7654_3210] as [UInt64] {
      let id = ClusterID(hashSum: bits, count: 3)
      #expect(ClusterID(id.description) == id)
    }
    for text in ["", "12", "00000000000000ff ", "+0000000000000ff", "-000000000000000", "00000000000000FF"] {
      #expect(ClusterID(text) == nil, "\(text)")
    }
    #expect(ClusterID("00000000000000ff") != nil)
  }
}
