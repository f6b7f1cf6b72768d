/// The ids of points in memory, or in a file that is mapped: strings of a file are made when they are asked
/// for.
enum StoredIDs: Sendable {
  case integers(StoredColumn<Int64>)

  /// Strings, or integers and strings.
  case others(PointIDs)

  #if !hasFeature(Embedded)
    /// Strings of a file.
    case saved(StoredTexts)
  #endif

  init(_ ids: PointIDs) {
    if case .integers(let values) = ids {
      self = .integers(StoredColumn(values))
    } else {
      self = .others(ids)
    }
  }

  var isMixed: Bool { if case .others(let ids) = self { ids.isMixed } else { false } }

  /// The ids as a column.
  ///
  /// - Complexity: O(1); O(*n*) for the first call on a mapped file.
  var all: PointIDs {
    switch self {
    case .integers(let values): .integers(values.array)
    case .others(let ids): ids
    #if !hasFeature(Embedded)
      case .saved(let texts): .texts(texts.all)
    #endif
    }
  }

  subscript(index: Int) -> PointID {
    switch self {
    case .integers(let values): .integer(values[index])
    case .others(let ids): ids[index]
    #if !hasFeature(Embedded)
      case .saved(let texts): .text(texts[index])
    #endif
    }
  }
}

/// Strings as their UTF-8 bytes, one behind the other, and where each ends.
final class StoredTexts: Sendable {
  let ends: StoredColumn<UInt64>
  let bytes: StoredColumn<UInt8>
  private let made = MadeOnce<[String]>()

  /// - Parameters:
  ///   - ends: ascending, none beyond the bytes.
  init(ends: StoredColumn<UInt64>, bytes: StoredColumn<UInt8>) { (self.ends, self.bytes) = (ends, bytes) }

  convenience init(_ texts: some Sequence<String>) {
    var (ends, bytes): ([UInt64], [UInt8]) = ([], [])
    for text in texts {
      bytes.append(contentsOf: text.utf8)
      ends.append(UInt64(bytes.count))
    }
    self.init(ends: StoredColumn(ends), bytes: StoredColumn(bytes))
  }

  subscript(index: Int) -> String {
    bytes.text(Int(index == 0 ? 0 : ends[index - 1])..<Int(ends[index]))
  }

  /// The strings, which the first call makes.
  var all: [String] { made.value { ends.indices.map { self[$0] } } }
}
