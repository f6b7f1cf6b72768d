package import PinfoldData

extension JSONWriter {
  /// The bytes of a document of one object, indented, as commands write it.
  package static func document(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object(members)
    json.newline()
    return json.bytes
  }

  /// Writes a member that is a list.
  package mutating func member<Element>(
    _ name: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    array { json in for element in elements { write(element, &json) } }
  }

  /// Writes results by data set: the data sets, each with its name and number of points first, then rows.
  package mutating func members<Dataset, Row>(
    datasets: [Dataset], name: KeyPath<Dataset, String>, points: KeyPath<Dataset, Int>,
    more: (Dataset, inout JSONWriter) -> Void = { _, _ in },
    rows: [Row], _ write: (Row, inout JSONWriter) -> Void
  ) {
    member("datasets", datasets) { dataset, json in
      json.object { json in
        json.member("name", dataset[keyPath: name])
        json.member("points", dataset[keyPath: points])
        more(dataset, &json)
      }
    }
    member("rows", rows, write)
  }

  /// Writes a row about a strategy on a data set.
  package mutating func row(_ dataset: String, _ strategy: String, _ members: (inout JSONWriter) -> Void) {
    object { json in
      json.member("dataset", dataset)
      json.member("strategy", strategy)
      members(&json)
    }
  }
}
