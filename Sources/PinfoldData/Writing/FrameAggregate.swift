public import Pinfold

/// An aggregation of an attribute and its value for each cluster of a frame.
public struct FrameAggregate: Sendable {
  /// The attribute's name.
  public var attribute: String

  /// The name of the aggregation: `sum`, `quantile(0.9)`, `top(3)`.
  public var label: String

  /// The name of its column: `population_sum`.
  public var name: String

  /// A value for each cluster.
  public var values: Values

  /// The values of clusters, by type.
  public enum Values: Sendable {
    /// Numbers; nil where no member has a value.
    case numbers([Double?])

    /// Whole numbers of which some are beyond 2⁵³, and sums even beyond 64 bits; nil where no member has a
    /// value.
    case integers([Int128?])

    /// Texts; nil where no member has a value.
    case texts([String?])

    /// Values of the attribute with how many members have each, the most frequent first.
    case categories([[CategoryCount]])
  }

  /// Computes an aggregation.
  ///
  /// - Throws: ``ClusteringError/attribute(_:)`` for an attribute that is missing or of the wrong type, and
  ///   if the context stops the call.
  public init(
    _ aggregation: Aggregation, of frame: Frame, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    attribute = aggregation.attribute
    let share = aggregation.kind == .quantile ? "(\(Numeral.text(aggregation.share)))" : ""
    label = aggregation.kind.rawValue + share
    name = aggregation.name
    if let whole = try frame.wholeValues(of: aggregation, context: context) {
      values = .integers(whole)
    } else {
      values = .numbers(try frame.values(of: aggregation, context: context))
    }
  }

  /// Counts an attribute's values, `histogram`, or the most frequent of them, `top(3)`.
  ///
  /// - Throws: as ``init(_:of:context:)``.
  public init(
    categoriesOf attribute: String, most limit: Int? = nil, of frame: Frame,
    context: RunContext = RunContext()
  ) throws(ClusteringError) {
    self.attribute = attribute
    label = limit.map { "top(\($0))" } ?? "histogram"
    name = "\(attribute)_" + (limit.map { "top_\($0)" } ?? "histogram")
    values = .categories(try frame.categories(of: attribute, most: limit, context: context))
  }

  /// Joins an attribute's values, `concat`.
  ///
  /// - Throws: as ``init(_:of:context:)``.
  public init(
    concatenationOf attribute: String, of frame: Frame, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    self.attribute = attribute
    label = "concat"
    name = "\(attribute)_concat"
    values = .texts(try frame.concatenation(of: attribute, context: context))
  }

  /// The numbers, rounded where a `Double` cannot hold them: for sizes and colors. nil for other values.
  package var numbers: [Double?]? {
    switch values {
    case .numbers(let numbers): numbers
    case .integers(let numbers): numbers.map { $0.map { Double($0) } }
    case .texts, .categories: nil
    }
  }

  /// The value of a cluster as the field of a table; categories are JSON. Nil for none.
  func text(of cluster: Int) -> String? {
    switch values {
    case .numbers(let numbers): return numbers[cluster].map(Numeral.text)
    case .integers(let numbers): return numbers[cluster].map { String($0) }
    case .texts(let texts): return texts[cluster]
    case .categories(let categories): return JSONWriter.text { $0.value(categories[cluster]) }
    }
  }

  /// The value of a cluster for people to read; nil for none.
  func shortText(of cluster: Int) -> String? {
    switch values {
    case .numbers(let numbers): numbers[cluster].map { Numeral.short($0) }
    case .integers(let numbers): numbers[cluster].map { String($0) }
    case .texts(let texts): texts[cluster]?.onOneLine(limit: 32)
    case .categories(let categories):
      categories[cluster].isEmpty
        ? nil
        : categories[cluster].map { "\($0.value) \($0.count)" }.joined(separator: ", ").onOneLine(limit: 48)
    }
  }

  /// Writes the value of a cluster: a number, a text, or an object of counts; none for no value.
  func write(of cluster: Int, as name: String, to sink: inout some PropertySink) {
    switch values {
    case .numbers(let numbers): sink.member(name, numbers[cluster])
    case .integers(let numbers): sink.member(name, numbers[cluster].map(PropertyValue.init))
    case .texts(let texts): sink.member(name, texts[cluster])
    case .categories(let categories): sink.member(name) { json in json.value(categories[cluster]) }
    }
  }
}

extension JSONWriter {
  /// Writes an object of counts by value.
  fileprivate mutating func value(_ categories: [CategoryCount]) {
    object { json in for category in categories { json.member(category.value, category.count) } }
  }
}
