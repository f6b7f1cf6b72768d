#if !hasFeature(Embedded)
  /// The points of a file of sections. Columns are used where they are; attributes are copied when they are
  /// asked for.
  final class SavedPoints: Sendable {
    let file: SectionFile
    let projection: Projection
    let count: Int
    let rowCount: Int
    private let madeAttributes = MadeOnce<[Attribute]>()
    private let readAttributes: [Attribute.Saved]

    init(_ file: SectionFile) throws(SectionFileError) {
      self.file = file
      let numbers: [Int64] = try file.array("numbers", count: 3)
      guard numbers.allSatisfy({ 0...Int64(UInt32.max) ~= $0 }) else { throw .damaged("numbers") }
      (count, rowCount) = (Int(numbers[0]), Int(numbers[1]))
      projection = try file.projection()
      readAttributes = try file.attributes(count: Int(numbers[0]))
    }

    var attributeNames: [String] { readAttributes.map { $0.name } }

    var attributes: [Attribute] { madeAttributes.value { readAttributes.map { $0.attribute } } }

    func sections() throws(SectionFileError) -> [PointSection] {
      let numbers: [Int64] = try file.array("sections")
      var (sections, end): ([PointSection], Int64) = ([], 0)
      let groups = try file.texts("groups").ends.count
      for start in stride(from: 0, to: numbers.count - 2, by: 3) {
        let (next, group) = (numbers[start], numbers[start + 1])
        guard next > end, next <= count, -1..<Int64(groups) ~= group else { throw .damaged("sections") }
        sections.append(
          PointSection(range: Int(end)..<Int(next), group: Int32(group), mergeable: numbers[start + 2] == 1))
        end = next
      }
      guard end == count else { throw .damaged("sections") }
      return sections
    }

    /// An order with its sums.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of the names of its sections.
    ///   - permutation: canonical indices; nil for the canonical order.
    func order(
      _ prefix: String, permutation: FrozenColumn<UInt32>?
    ) throws(SectionFileError) -> PointOrder {
      let count = permutation?.count ?? count
      let sums = RunningSums(
        try file.column("\(prefix)sums", count: count + 1),
        moves: permutation == nil ? nil : try file.column("\(prefix)moves", count: count))
      guard file.has("scale") else {
        return PointOrder(permutation: permutation, sums: sums, weighted: nil, scale: nil)
      }
      let scale: [Int64] = try file.array("scale", count: 2)
      return PointOrder(
        permutation: permutation, sums: sums,
        weighted: StoredColumn(try file.column("\(prefix)weighted sums", count: count + 1)),
        scale: WeightScale(unit: Int(scale[0]), highest: Int(scale[1])))
    }
  }

  extension PointSet {
    /// The points of a file.
    ///
    /// - Throws: ``SectionFileError`` for a file that holds no points, or damaged ones.
    package init(_ file: SectionFile) throws(SectionFileError) {
      let saved = try SavedPoints(file)
      self.init(projection: saved.projection, base: try PointStorage(saved))
    }

    /// The names of the attributes, of a file without their values.
    package var attributeNames: [String] { base.attributeNames }

    /// The file that the points are in; nil for points that were made or edited.
    var saved: SavedPoints? { delta == nil ? base.saved : nil }

    /// Adds the columns of a set without edits.
    func save(to file: inout SectionWriter) {
      file.add(
        "numbers", StoredColumn([Int64(count), Int64(base.rowCount), Int64(base.attributes.count)]))
      file.add(projection)
      file.add("keys", base.keys)
      file.add("x", base.x)
      file.add("y", base.y)
      file.add("longitude", base.longitude)
      file.add("latitude", base.latitude)
      file.add("id ranks", base.idRanks)
      file.add("id hashes", base.idHashes)
      file.add("rows", base.rows)
      if let weight = base.weight { file.add("weight", weight) }
      if let priority = base.priority { file.add("priority", priority) }
      file.add(base.ids)
      file.add(
        "sections",
        StoredColumn(
          sections.flatMap { [Int64($0.range.upperBound), Int64($0.group), $0.mergeable ? 1 : 0] }))
      file.add("groups", StoredTexts(groupNames))
      base.order.save("", to: &file)
      if let scale = base.order.scale {
        file.add("scale", StoredColumn([Int64(scale.unit), Int64(scale.highest)]))
      }
      file.add(base.attributes)
    }
  }

  extension PointOrder {
    /// Adds the sums, and the permutation unless the order is canonical.
    func save(_ prefix: String, to file: inout SectionWriter) {
      guard let sums else { return }
      let (columns, moves) = sums.columns
      file.add("\(prefix)sums", StoredColumn(columns))
      if let moves { file.add("\(prefix)moves", StoredColumn(moves)) }
      if let weightedSums { file.add("\(prefix)weighted sums", weightedSums) }
      if let permutation = sums.permutation(listed) {
        file.add("\(prefix)permutation", StoredColumn(permutation))
      }
    }
  }
#endif
