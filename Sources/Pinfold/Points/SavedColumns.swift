#if !hasFeature(Embedded)
  // Columns in a file of sections, each written and read here: those that all files of points have, and input
  // columns alone, from which a set is made again.

  extension SectionWriter {
    mutating func add(_ projection: Projection) {
      guard case .planar(let plane) = projection else { return }
      add("plane", StoredColumn([plane.minX, plane.minY, plane.side]))
    }

    mutating func add(_ name: String, _ texts: StoredTexts) {
      add("\(name) ends", texts.ends)
      add("\(name) bytes", texts.bytes)
    }

    mutating func add(_ ids: StoredIDs) {
      switch ids {
      case .integers(let ids): add("ids", ids)
      case .saved(let texts): add("id", texts)
      case .others(let ids):
        add("id", StoredTexts((0..<ids.count).lazy.map { ids[$0].description }))
        guard case .mixed(let ids) = ids else { return }
        add("id kinds", StoredColumn(ids.map { id -> UInt8 in if case .integer = id { 0 } else { 1 } }))
      }
    }

    mutating func add(_ attributes: [Attribute]) {
      add("attributes", StoredTexts(attributes.lazy.map { $0.name }))
      for (number, attribute) in attributes.enumerated() { attribute.save(number, to: &self) }
    }
  }

  extension SectionFile {
    func projection() throws(SectionFileError) -> Projection {
      guard has("plane") else { return .mercator }
      let plane: [Double] = try array("plane", count: 3)
      guard plane.allSatisfy(\.isFinite), plane[2] > 0 else { throw .damaged("plane") }
      return .planar(PlanarExtent(minX: plane[0], minY: plane[1], side: plane[2]))
    }

    /// - Parameter count: the number of texts; nil for any.
    func texts(_ name: String, count: Int? = nil) throws(SectionFileError) -> StoredTexts {
      let bytes: FrozenColumn<UInt8> = try column("\(name) bytes")
      let ends: FrozenColumn<UInt64> = try column("\(name) ends", count: count)
      let isAscending = !isChecked || zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }
      guard isAscending, ends.last ?? 0 == UInt64(bytes.count) else { throw .damaged("\(name) ends") }
      return StoredTexts(ends: StoredColumn(ends), bytes: StoredColumn(bytes))
    }

    func ids(count: Int) throws(SectionFileError) -> StoredIDs {
      if has("ids") { return .integers(StoredColumn(try column("ids", count: count))) }
      let texts = try texts("id", count: count)
      guard has("id kinds") else { return .saved(texts) }
      // Integers and strings together are rare.
      let kinds: FrozenColumn<UInt8> = try column("id kinds", count: count)
      let ids = zip(texts.all, kinds).map { text, kind in
        kind == 0 ? Int64(text).map { PointID.integer($0) } ?? .text(text) : .text(text)
      }
      return .others(.mixed(ids))
    }

    func attributes(count: Int) throws(SectionFileError) -> [Attribute.Saved] {
      try texts("attributes").all.enumerated().map { (number, name) throws(SectionFileError) in
        try Attribute.Saved(name, number, in: self, count: count)
      }
    }
  }

  extension PointSet {
    /// Adds the input columns of the points in the order of their rows; see ``init(columnsOf:)``.
    package func saveColumns(to file: inout SectionWriter) {
      let columns = columns(in: rowOrder)
      file.add(projection)
      file.add("longitude", StoredColumn(columns.longitude))
      file.add("latitude", StoredColumn(columns.latitude))
      if let weight = columns.weight { file.add("weight", StoredColumn(weight)) }
      if let priority = columns.priority { file.add("priority", StoredColumn(priority)) }
      if let group = columns.group { file.add("group", StoredColumn(group)) }
      if let mergeable = columns.mergeable {
        file.add("mergeable", StoredColumn(mergeable.map { $0 ? 1 : 0 as UInt8 }))
      }
      file.add("groups", StoredTexts(columns.groupNames))
      file.add(StoredIDs(columns.ids ?? .integers([])))
      file.add(columns.attributes)
    }

    /// Creates a set of columns in a file, which is a third as large as a file of points that are sorted.
    ///
    /// - Throws: ``SectionFileError`` and ``PointSetError`` for columns that are damaged.
    package init(columnsOf file: SectionFile) throws {
      func optional<Element: BitwiseCopyable & Sendable>(_ name: String) throws -> [Element]? {
        file.has(name) ? try file.array(name) : nil
      }
      var columns = PointColumns(
        longitude: try file.array("longitude"), latitude: try file.array("latitude"))
      columns.ids = try file.ids(count: columns.count).all
      (columns.weight, columns.priority) = (try optional("weight"), try optional("priority"))
      (columns.group, columns.groupNames) = (try optional("group"), try file.texts("groups").all)
      columns.mergeable = (try optional("mergeable") as [UInt8]?)?.map { $0 != 0 }
      columns.attributes = try file.attributes(count: columns.count).map { $0.attribute }
      try self.init(columns, projection: try file.projection())
    }
  }
#endif
