extension EditedDendrogram.Spot {
  /// That of a node whose points are all over the world.
  static let none = Self(group: nil, key: 0)
}

extension PointSet {
  /// The points of a leaf, by canonical index; an empty range where there are none.
  func stack(at spot: EditedDendrogram.Spot) -> Range<Int> {
    guard let section = sections.first(where: { $0.mergeable && name(of: $0) == spot.group }) else {
      return 0..<0
    }
    return withCells(of: section.range) { $0.points(at: spot.key) }
  }

  /// The name of a section's group.
  func name(of section: PointSection) -> String? {
    section.group < 0 ? nil : groupNames[Int(section.group)]
  }

  /// Where mergeable points came, went or changed since an earlier state of the set; nil where the two were
  /// edited from different columns.
  ///
  /// - Complexity: O(*d*), where *d* is the number of edits since then and before.
  func spots(changedSince old: PointSet) -> [EditedDendrogram.Spot]? {
    guard sharesBase(with: old) else { return nil }
    var spots: Set<EditedDendrogram.Spot> = []
    let columns = PointSet(projection: projection, base: base)
    let (before, after) = (old.delta?.indices.removed ?? [], delta?.indices.removed ?? [])
    for index in before.differences(from: after) {
      let section = columns.section(of: index)
      if section.mergeable {
        spots.insert(EditedDendrogram.Spot(group: columns.name(of: section), key: base.keys[index]))
      }
    }
    for added in old.addedPoints.differences(from: addedPoints) { spots.insert(added.spot) }
    return Array(spots)
  }

  /// The mergeable points that were added.
  private var addedPoints: [AddedPoint] {
    guard let added = delta?.added else { return [] }
    let columns = PointSet(projection: projection, base: added)
    return added.sections.lazy.filter(\.mergeable).flatMap { section in
      section.range.map { index in
        AddedPoint(
          spot: EditedDendrogram.Spot(group: columns.name(of: section), key: added.keys[index]),
          idHash: added.idHashes[index], weight: added.weight?[index] ?? 1)
      }
    }.sorted()
  }
}

/// A point, as far as clusters depend on it.
private struct AddedPoint: Comparable {
  let spot: EditedDendrogram.Spot
  let idHash: UInt64
  let weight: Double

  static func < (a: Self, b: Self) -> Bool {
    (a.spot.key, a.idHash, a.weight, a.spot.group ?? "", a.spot.group == nil ? 0 : 1)
      < (b.spot.key, b.idHash, b.weight, b.spot.group ?? "", b.spot.group == nil ? 0 : 1)
  }
}

extension Array where Element: Comparable {
  /// The elements that only one of two ascending lists has.
  fileprivate func differences(from other: [Element]) -> [Element] {
    var differences: [Element] = []
    var (i, j) = (0, 0)
    while i < count || j < other.count {
      if j == other.count || i < count && self[i] < other[j] {
        differences.append(self[i])
        i += 1
      } else if i == count || other[j] < self[i] {
        differences.append(other[j])
        j += 1
      } else {
        (i, j) = (i + 1, j + 1)
      }
    }
    return differences
  }
}
