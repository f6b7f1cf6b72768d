import Pinfold
import TestSupport
import Testing

@Suite struct AncestryDiffTests {
  private func markers(_ old: [[Int64]], _ new: [[Int64]]) throws -> [MarkerTransition] {
    try AncestryDiff().transition(from: DealtStrategy.frame(old), to: DealtStrategy.frame(new)).markers
  }

  @Test("an ancestor of which one descendant is in view divides, where membership sees a move")
  func oneDescendant() throws {
    let (old, new) = (try DealtStrategy.frame([[0, 1, 2, 3]]), try DealtStrategy.frame([[0, 1]]))
    let ancestry = try AncestryDiff().transition(from: old, to: new)
    #expect(ancestry.markers.map(\.kind) == [.split, .disappear, .split])
    #expect(ancestry.markers.map(\.count) == [4, 2, 2])
    let membership = try MembershipDiff().transition(from: old, to: new)
    #expect(membership.markers.map(\.kind) == [.move, .disappear, .move])
    #expect(
      try AncestryDiff().transition(from: new, to: old).markers.map(\.kind) == [.merge, .appear, .merge])
  }

  @Test("divides and converges at once, each part of the tree by itself")
  func both() throws {
    let kinds = try markers([[0, 1], [2], [3, 4], [5]], [[0], [1], [2, 3, 4], [5]])
      .filter { $0.old != nil && $0.new != nil }.map(\.kind)
    #expect(kinds == [.split, .split, .merge, .merge, .keep])
  }

  @Test("clusters that overlap without nesting are an error that names them")
  func tangle() throws {
    let (old, new) = (
      try DealtStrategy.frame([[9], [0, 1, 2]]), try DealtStrategy.frame([[9], [1, 2, 3]])
    )
    #expect {
      try AncestryDiff().transition(from: old, to: new)
    } throws: { error in
      guard case .notNested(let first, let second) = error as? ClusteringError else { return false }
      return first == old.ids[1] && second == new.ids[1] && "\(error)".contains(first.description)
    }
  }

  @Test("the length is a parameter, 0.5 s unless given")
  func duration() throws {
    let frame = try DealtStrategy.frame([[0]])
    #expect(try AncestryDiff().transition(from: frame, to: frame).duration == 0.5)
    let diff = try Registry.builtIn.find("ancestry", kind: .diff)(["duration": .number(2)])
    #expect(try diff.transition(from: frame, to: frame).duration == 2)
  }
}
