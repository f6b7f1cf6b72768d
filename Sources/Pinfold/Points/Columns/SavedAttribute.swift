#if !hasFeature(Embedded)
  extension Attribute {
    /// An attribute in a file. Its type is the name of the section with its elements.
    struct Saved: Sendable {
      let name: String
      private let make: @Sendable () -> Values

      var attribute: Attribute { Attribute(name: name, values: make()) }

      /// Checks the sections of an attribute.
      init(_ name: String, _ number: Int, in file: SectionFile, count: Int) throws(SectionFileError) {
        self.name = name
        let prefix = "attribute \(number) "
        func column<Element>(
          _ kind: String
        ) throws(SectionFileError) -> (@Sendable () -> SparseColumn<Element>)?
        where Element: BitwiseCopyable & Sendable {
          guard file.has(prefix + kind) else { return nil }
          let elements: StoredColumn<Element> = StoredColumn(try file.column(prefix + kind))
          var rows: StoredColumn<Int>?
          if file.has(prefix + "rows") {
            let found: FrozenColumn<Int> = try file.column(prefix + "rows", count: elements.count)
            guard found.first ?? 0 >= 0, found.last ?? -1 < count,
              !file.isChecked || zip(found, found.dropFirst()).allSatisfy({ $0 < $1 })
            else { throw .damaged(prefix + "rows") }
            rows = StoredColumn(found)
          }
          guard elements.count <= count else { throw .damaged(prefix + kind) }
          return { [rows] in SparseColumn(elements: elements.array, rows: rows?.array, rowCount: count) }
        }
        if let numbers: @Sendable () -> SparseColumn<Double> = try column("numbers") {
          make = { .numbers(numbers()) }
        } else if let integers: @Sendable () -> SparseColumn<Int64> = try column("integers") {
          make = { .integers(integers()) }
        } else if let booleans: @Sendable () -> SparseColumn<SavedBoolean> = try column("booleans") {
          make = { .booleans(booleans().converted { $0.isTrue }) }
        } else if let spans: @Sendable () -> SparseColumn<TextColumn.Span> = try column("texts") {
          let bytes: StoredColumn<UInt8> = StoredColumn(try file.column(prefix + "bytes"))
          let all: FrozenColumn<TextColumn.Span> = try file.column(prefix + "texts")
          guard !file.isChecked || all.allSatisfy({ $0.isMissing || Int($0.end) <= bytes.count }) else {
            throw .damaged(prefix + "texts")
          }
          make = { .texts(TextColumn(spans(), of: bytes.array)) }
        } else {
          throw .damaged(prefix)
        }
      }
    }

    func save(_ number: Int, to file: inout SectionWriter) {
      let prefix = "attribute \(number) "
      func add<Element>(_ kind: String, _ column: SparseColumn<Element>)
      where Element: BitwiseCopyable & Sendable {
        file.add(prefix + kind, StoredColumn(column.elements))
        if let rows = column.rows { file.add(prefix + "rows", StoredColumn(rows)) }
      }
      switch values {
      case .numbers(let column): add("numbers", column)
      case .integers(let column): add("integers", column)
      case .booleans(let column): add("booleans", column.converted { SavedBoolean($0 == true) })
      case .texts(let column):
        let (spans, bytes) = column.packed
        add("texts", spans)
        file.add(prefix + "bytes", bytes)
      }
    }
  }

  /// A boolean in a file.
  struct SavedBoolean: SparseElement, BitwiseCopyable {
    private let number: UInt8

    init(_ value: Bool) { number = value ? 1 : 0 }
    init(missing: Void) { number = 2 }
    var isMissing: Bool { number > 1 }
    var isTrue: Bool { number == 1 }
  }
#endif
