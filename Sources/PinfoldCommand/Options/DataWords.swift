import ArgumentParser
import PinfoldDefinitions

/// The words of a command line that say which data to read, and how: for the line that makes a view again.
enum DataWords {
  /// The words behind the subcommand, but for the flags of some definitions and their values.
  ///
  /// - Parameter others: flags with a value that no definition declares.
  static func all(of arguments: [String], without flags: [DefinedFlag], others: [String]) -> [String] {
    var words: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let declared = flags.first { $0.flag == name || "--no-" + $0.flag.dropFirst(2) == name }
      guard declared != nil || others.contains(name) else {
        words.append(word)
        continue
      }
      let takesValue = declared.map { $0.form == .value || $0.form == .values } ?? true
      if takesValue, parts.count == 1 { rest = rest.dropFirst() }
    }
    return words
  }
}
