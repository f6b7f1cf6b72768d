import Pinfold
import PinfoldData

extension ClusterCommand.ResultOptions {
  /// The aggregations of `--aggregate population:sum,mean`, in the order given and without repetitions.
  func aggregations() throws(Failure) -> [Aggregation] {
    var list: [Aggregation] = []
    for text in aggregates {
      // Names of columns may have colons; kinds have none.
      guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else {
        throw .usage("--aggregate '\(text)': expected column:kinds, as in --aggregate population:sum,mean")
      }
      for word in text[text.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false) {
        guard let kind = Aggregation.Kind(rawValue: String(word)) else {
          let known = Aggregation.Kind.allCases.map(\.rawValue)
          throw .usage(
            "--aggregate '\(text)': unknown kind '\(word)'"
              + Suggestion.clause(for: String(word), among: known))
        }
        let aggregation = Aggregation(kind, of: String(text[..<colon]))
        if !list.contains(aggregation) { list.append(aggregation) }
      }
    }
    return list
  }
}

extension Aggregation {
  /// The same aggregation with the column's name in the data, however the user wrote it.
  func named(as report: DataReport) -> Aggregation {
    Aggregation(kind, of: report.column(named: attribute) ?? attribute)
  }
}
