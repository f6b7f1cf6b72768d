extension PointSet {
  var merged: PointSet {
    guard let delta else { return self }
    return PointSet(projection: projection, base: delta.merged(onto: base, phase: projection.gridPhase))
  }

  /// The set with merged columns if they exist already.
  var mergedIfAsked: PointSet { delta?.mergedAlready == nil ? self : merged }

  func sharesBase(with other: PointSet) -> Bool { base === other.base }

  /// - Parameters:
  ///   - removed: canonical indices, ascending.
  ///   - columns: points that fit the set, with ids that are unique in the result; nil for none.
  func edited(
    removing removed: [Int], adding columns: PointColumns?, _ rows: PointStorage.Rows
  ) throws(PointSetError) -> PointSet {
    if removed.isEmpty && columns == nil { return self }
    var edit = Edit(of: self, removing: removed)
    var columns = columns ?? PointColumns()
    if base.weight == nil, let weight = columns.weight, weight.allSatisfy({ $0 == 1 }) {
      columns.weight = nil
    }
    columns.ids = columns.ids?.normalised
    let isAlike = columns.count == 0 || edit.columns.ids?.isAlike(columns.ids ?? .mixed([])) == true
    try edit.columns.append(columns)
    edit.rows.ofPoints += rows.ofPoints
    edit.rows.count = rows.count
    let keepsTypes = zip(base.attributes, edit.columns.attributes).allSatisfy { $0.values.isAlike($1.values) }
    guard isAlike, !base.ids.isMixed, keepsTypes, edit.fitsScale(of: base) else {
      return try rebuilt(removing: removed, adding: columns, rows)
    }
    let edited = PointSet(projection: projection, base: base, delta: try edit.delta(base, projection))
    // A merge costs O(n) and an edit O(d); the square root balances them.
    let limit = 4 * Int(Double(base.count).squareRoot())
    return edit.removed.count + edit.columns.count > limit ? edited.merged : edited
  }

  /// The edited set, created from scratch.
  private func rebuilt(
    removing removed: [Int], adding columns: PointColumns, _ rows: PointStorage.Rows
  ) throws(PointSetError) -> PointSet {
    var next = removed[...]
    let kept = (0..<count).filter { index in
      if next.first != index { return true }
      next.removeFirst()
      return false
    }
    var (all, indices) = try extracted(kept)
    try all.append(columns)
    indices += rows.ofPoints
    return try PointSet(
      all, projection: projection, rows: PointStorage.Rows(ofPoints: indices, count: rows.count))
  }

  /// Some points as columns, with their rows, in any order, without merging columns.
  func extracted(_ indices: [Int]) throws(PointSetError) -> (columns: PointColumns, rows: [UInt32]) {
    guard let delta else { return (columns(in: indices), indices.map { base.rows[$0] }) }
    let (kept, added) = delta.indices.divided(indices)
    let old = PointSet(projection: projection, base: base)
    let new = PointSet(projection: projection, base: delta.added)
    var columns = old.columns(in: kept)
    try columns.append(new.columns(in: added))
    return (columns, kept.map { base.rows[$0] } + added.map { delta.added.rows[$0] })
  }
}

extension SequenceDelta {
  /// Splits indices of the result into those of the base and of the added elements.
  func divided(_ indices: [Int]) -> (base: [Int], added: [Int]) {
    var (base, added): ([Int], [Int]) = ([], [])
    for index in indices {
      switch source(of: index) {
      case .base(let index): base.append(index)
      case .added(let index): added.append(index)
      }
    }
    return (base, added)
  }
}

/// The edit log of a set: earlier edits combined with new ones.
private struct Edit {
  /// The removed indices of the base, ascending.
  var removed: [Int]

  /// The added points: earlier ones without those removed since, then new ones.
  var columns: PointColumns
  var rows: PointStorage.Rows

  /// The insertion points of earlier added points.
  private let insertionPoints: [PointDelta.InsertionPoint]

  /// The earlier edits, without points that are now removed.
  init(of points: PointSet, removing indices: [Int]) {
    guard let delta = points.delta else {
      removed = indices
      columns = points.columns(in: [])
      rows = PointStorage.Rows(ofPoints: [], count: points.base.rowCount)
      insertionPoints = []
      return
    }
    let (old, gone) = delta.indices.divided(indices)
    removed = (delta.indices.removed + old).sorted()
    var isKept = [Bool](repeating: true, count: delta.added.count)
    for index in gone { isKept[index] = false }
    let kept = isKept.indices.filter { isKept[$0] }
    columns = PointSet(projection: points.projection, base: delta.added).columns(in: kept)
    rows = PointStorage.Rows(ofPoints: kept.map { delta.added.rows[$0] }, count: delta.added.rowCount)
    insertionPoints = kept.map { delta.insertionPoints[$0] }
  }

  /// Whether the weights are integers in the units of the base.
  func fitsScale(of base: PointStorage) -> Bool {
    guard let scale = base.order.scale else { return columns.weight == nil }
    return scale.fits(columns.weight ?? [], count: base.count + columns.count)
  }

  func delta(_ base: PointStorage, _ projection: Projection) throws(PointSetError) -> PointDelta {
    let ids = columns.ids ?? .mixed([])
    let order = IDOrder(ids) {}
    try order.checkUnique(ids)
    let sorter = PointSorter(columns, projection: projection, idRanks: order.ranks) {}
    let added = PointStorage(
      sorting: sorter, of: columns, ids, order.ranks, scale: base.order.scale, rows: rows
    ) {}
    let groups = JointGroups(base.groupNames, added.groupNames)
    var sorted: [PointDelta.InsertionPoint] = []
    for section in added.sections {
      let range = base.range(of: section, groups)
      for index in section.range {
        let row = Int(sorter.sorted[index].index)
        if row < insertionPoints.count {
          sorted.append(insertionPoints[row])
          continue
        }
        let (key, rank) = (added.keys[index], base.lookup.find(added.ids[index]).rank)
        let before = range.partitioningIndex {
          (base.keys[$0], Int(base.idRanks[$0])) >= (key, rank)
        }
        sorted.append(PointDelta.InsertionPoint(index: before, rank: rank))
      }
    }
    return PointDelta(
      base: base, removed: removed, added: added, groups, insertionPoints: sorted,
      projection)
  }
}

extension PointStorage {
  /// The range of a section of added points, or the empty range where it would be inserted.
  fileprivate func range(of section: PointSection, _ groups: JointGroups) -> Range<Int> {
    let section = section.renumbered(groups.ofAdded)
    func own(_ index: Int) -> PointSection { sections[index].renumbered(groups.ofBase) }
    let index = sections.indices.partitioningIndex { !own($0).precedes(section) }
    guard index < sections.count else { return count..<count }
    let start = sections[index].range.lowerBound
    return section.precedes(own(index)) ? start..<start : sections[index].range
  }
}
