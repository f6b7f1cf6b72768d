extension PointSet {
  /// The set with its columns in one piece.
  var merged: PointSet {
    guard let delta else { return self }
    return PointSet(projection: projection, base: delta.merged(onto: base, phase: projection.gridPhase))
  }

  /// The set with its columns in one piece if somebody asked for them.
  var mergedIfAsked: PointSet { delta?.mergedAlready == nil ? self : merged }

  /// Whether two sets are edits of the same columns, or those columns themselves.
  func sharesBase(with other: PointSet) -> Bool { base === other.base }

  /// The set without some points and with others.
  ///
  /// - Parameters:
  ///   - removed: canonical indices, ascending.
  ///   - columns: points that fit the set, with ids that no other point of the result has; nil for none.
  ///   - rows: where they come from.
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
    // A merge costs O(n) and an edit O(d): the root balances them.
    let limit = 4 * Int(Double(base.count).squareRoot())
    return edit.removed.count + edit.columns.count > limit ? edited.merged : edited
  }

  /// The same by a fresh build.
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

  /// Some points as columns with the rows they came from, in any order; no column is put together.
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
  /// Splits indices of the result into indices of the base and of the added elements.
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

/// The edit log that a set's delta is made from: earlier edits with new ones.
private struct Edit {
  /// The indices of the base that are taken out, ascending.
  var removed: [Int]

  /// The points added: those before, less those taken out again, then new ones.
  var columns: PointColumns

  /// Where they come from.
  var rows: PointStorage.Rows

  /// Where those added before go.
  private let insertionPoints: [PointDelta.InsertionPoint]

  /// The edits before, less points of the set that are now taken out.
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

  /// Whether weights are whole numbers in the units of the base.
  func fitsScale(of base: PointStorage) -> Bool {
    guard let scale = base.order.scale else { return columns.weight == nil }
    return scale.fits(columns.weight ?? [], count: base.count + columns.count)
  }

  /// The edits, sorted.
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
      phase: projection.gridPhase)
  }
}

extension PointStorage {
  /// The points of a section, or an empty range where the section would be.
  ///
  /// - Parameters:
  ///   - section: a section of points that are added.
  ///   - groups: the groups of this set and of these points.
  fileprivate func range(of section: PointSection, _ groups: JointGroups) -> Range<Int> {
    let section = section.renumbered(groups.ofAdded)
    func own(_ index: Int) -> PointSection { sections[index].renumbered(groups.ofBase) }
    let index = sections.indices.partitioningIndex { !own($0).precedes(section) }
    guard index < sections.count else { return count..<count }
    let start = sections[index].range.lowerBound
    return section.precedes(own(index)) ? start..<start : sections[index].range
  }
}
