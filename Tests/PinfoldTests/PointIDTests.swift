import Pinfold
import Testing

@Suite struct PointIDTests {
  @Test("a number and its text are different ids that print alike")
  func types() {
    #expect(PointID.integer(7) != .text("7"))
    #expect(PointID.integer(7).description == PointID.text("7").description)
    #expect(PointID.integer(-3).description == "-3")
  }

  @Test("texts are equal if their bytes are, in sets too")
  func bytes() {
    // Swift's strings call the first two equal.
    let ids: [PointID] = [.text("é"), .text("e\u{301}"), .text("é"), .text("ab"), .text("a"), .integer(0)]
    #expect(Set(ids).count == 5)
    #expect(PointIDs.texts(["é"]) != .texts(["e\u{301}"]))
  }

  @Test("a column gives back its ids and is equal however they are stored")
  func columns() {
    let mixed = PointIDs.mixed([.integer(1), .integer(2)])
    #expect(mixed == .integers([1, 2]))
    #expect(mixed != .integers([1]))
    #expect(mixed != .texts(["1", "2"]))
    #expect(PointIDs.texts(["a", "b"])[1] == .text("b"))
    #expect([mixed.count, PointIDs.texts([]).count, PointIDs.integers([4]).count] == [2, 0, 1])
  }
}
