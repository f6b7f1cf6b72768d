extension StudyManifest {
  /// The manifest of the study that has what any of several has: every dataset, strategy, camera and seed, in
  /// the order in which they come, under the first one's name. Metrics and whatever else decides results must
  /// be the same in all.
  ///
  /// - Parameter parts: studies with their names in messages, at least one.
  /// - Throws: ``StudyError/notMergeable(differences:)`` for what is not the same, or has one name and is
  ///   another thing.
  package static func union(of parts: [(name: String, manifest: Self)]) throws(StudyError) -> Self {
    guard var union = parts.first?.manifest else {
      throw .notMergeable(differences: ["there is none to merge"])
    }
    let first = parts[0].name
    var differences: [String] = []
    for (name, part) in parts.dropFirst() {
      differences += union.add(part).map { "\($0) \(name) than in \(first)" }
    }
    if !differences.isEmpty { throw .notMergeable(differences: differences) }
    union.frames = nil
    union.scores = nil
    return union
  }

  /// Adds what another study has.
  ///
  /// - Returns: what contradicts this one, each as the beginning of a sentence that ends with the other
  ///   one's name.
  private mutating func add(_ part: Self) -> [String] {
    guard case .table(var mine) = definition, case .table(let theirs) = part.definition else {
      return ["the definition is not a table in"]
    }
    var differences: [String] = []
    let axes = ["datasets", "strategies", "anchors", "cameras", "starts", "seeds"]
    for key in Set(mine.keys).union(theirs.keys).sorted()
    where !(axes + ["name"]).contains(key) && mine[key] != theirs[key] {
      differences.append("'\(key)' is another in")
    }
    differences += add(
      "datasets", &mine, theirs, to: \.datasets, part.datasets, \.name,
      isSame: { $0.sha256 == $1.sha256 }, "dataset '%' has other points in")
    // Datasets of different parts were not compared.
    let known = overlaps ?? []
    let added = known + (part.overlaps ?? []).filter { !known.contains($0) }
    overlaps = overlaps == nil && part.overlaps == nil ? nil : added
    let before = (competitors: Set(competitors.map(\.label)), anchors: Set(anchors.map(\.label)))
    for (axis, items) in [("strategies", part.competitors), ("anchors", part.anchors)] {
      differences += add(
        axis, &mine, theirs, to: \.strategies, Array(items), \.label, isSame: { $0 == $1 },
        "strategy '%' has another version or other parameters in")
    }
    // Anchors come last. What one study compares and the other has as an anchor stays what it was here.
    let compared = before.competitors.union(part.competitors.map(\.label)).subtracting(before.anchors)
    strategies =
      strategies.filter { compared.contains($0.label) } + strategies.filter { !compared.contains($0.label) }
    for axis in ["cameras", "starts", "seeds"] {
      let known = mine[axis]?.elements ?? []
      mine[axis] = .list(known + (theirs[axis]?.elements ?? []).filter { !known.contains($0) })
    }
    for plugin in part.plugins where !plugins.contains(plugin) {
      if plugins.contains(where: { $0.name == plugin.name }) {
        differences.append("plugin '\(plugin.name)' has another text in")
      }
      plugins.append(plugin)
    }
    definition = .table(mine)
    return differences
  }

  /// Adds the elements of an axis whose names are new.
  private mutating func add<Item>(
    _ axis: String, _ mine: inout [String: JSONValue], _ theirs: [String: JSONValue],
    to known: WritableKeyPath<Self, [Item]>, _ items: [Item], _ name: (Item) -> String,
    isSame: (Item, Item) -> Bool, _ difference: String
  ) -> [String] {
    var differences: [String] = []
    var elements = mine[axis]?.elements ?? []
    for (item, element) in zip(items, theirs[axis]?.elements ?? []) {
      if let same = self[keyPath: known].first(where: { name($0) == name(item) }) {
        if !isSame(same, item) { differences.append(difference.replacing("%", with: name(item))) }
      } else {
        self[keyPath: known].append(item)
        elements.append(element)
      }
    }
    mine[axis] = .list(elements)
    return differences
  }
}

extension JSONValue {
  /// The elements of a list; nil for anything else.
  var elements: [JSONValue]? {
    if case .list(let elements) = self { elements } else { nil }
  }
}
