import Pinfold

extension MarkerTransition {
  /// What would have to be for its kind to be true; nil where it is.
  ///
  /// - Parameter flows: the points that each old cluster shares with each new one.
  func lie(amid flows: [Flow], _ oldFrame: Frame, _ newFrame: Frame) -> String? {
    let own = flows.filter { flow in
      (old == nil || flow.old == old) && (new == nil || flow.new == new)
    }
    func sources(_ flow: Flow) -> Int { flows.count { $0.new == flow.new } }
    func targets(_ flow: Flow) -> Int { flows.count { $0.old == flow.old } }
    switch kind {
    case .keep: return start == end ? nil : "a marker that stays where it is"
    // A diff that does not look whether a marker really moves says nothing false.
    case .move: return nil
    case .appear: return old == nil ? nil : "a marker without an old cluster"
    case .disappear: return new == nil ? nil : "a marker without a new cluster"
    case .split:
      let isTrue = own.contains { sources($0) == 1 && $0.count < oldFrame.memberCount(of: $0.old) }
      return isTrue ? nil : "a part of one old cluster, and nothing else"
    case .merge:
      let isTrue = own.contains { targets($0) == 1 && $0.count < newFrame.memberCount(of: $0.new) }
      return isTrue ? nil : "a part of one new cluster, and nothing else"
    case .exchange:
      let isWhole = own.allSatisfy { sources($0) == 1 && targets($0) == 1 }
      return isWhole && !own.isEmpty ? "two clusters of which one has others' points too" : nil
    }
  }
}
