extension Sequence {
  /// The elements that are the first with their key, in their order.
  package func uniqued(by key: (Element) -> some Hashable) -> [Element] {
    var seen: Set<AnyHashable> = []
    return filter { seen.insert(AnyHashable(key($0))).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// The elements, each once, in the order in which they come first.
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
