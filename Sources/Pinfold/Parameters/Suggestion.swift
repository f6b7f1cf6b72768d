/// "Did you mean": the nearest of some known words to a word that is not among them.
package enum Suggestion {
  /// The most bytes of a word that is compared: the time of a comparison grows with the product of both
  /// lengths.
  private static let longestWord = 200

  /// The known word nearest to `word`, if one is near enough to be a typo.
  package static func closest(to word: String, among known: [String]) -> String? {
    guard word.utf8.count <= longestWord else { return nil }
    let wanted = Array(word.lowercased())
    var best: (word: String, distance: Int, edits: Int)?
    for candidate in known where candidate.utf8.count <= longestWord {
      let letters = Array(candidate.lowercased())
      // A word that is the start of another counts as near: 'cell' means 'cellSize'.
      let isPrefix = wanted.count >= 2 && (letters.starts(with: wanted) || wanted.starts(with: letters))
      let edits = editDistance(wanted, letters)
      let distance = isPrefix ? 1 : edits
      if best.map({ (distance, edits) < ($0.distance, $0.edits) }) ?? true {
        best = (candidate, distance, edits)
      }
    }
    guard let best, best.distance <= max(1, (wanted.count + 1) / 3) else { return nil }
    return best.word
  }

  /// The known word that a word is certainly a typo of, where any word is allowed: one in other case or in
  /// the plural, or a longer one in which a letter but the first is wrong, missing, extra or swapped.
  package static func slip(_ word: String, of known: [String]) -> String? {
    guard word.utf8.count <= longestWord else { return nil }
    let wanted = Array(word.lowercased())
    return known.first { candidate in
      let letters = Array(candidate.lowercased())
      if wanted == letters || wanted == letters + ["s"] { return true }
      return letters.count >= 5 && wanted.first == letters.first && editDistance(wanted, letters) <= 1
    }
  }

  /// The end of an error message: " (did you mean 'grid'?)", or else the list of known words.
  package static func clause(for word: String, among known: [String]) -> String {
    if let near = closest(to: word, among: known) { return " (did you mean '\(near)'?)" }
    return known.isEmpty ? "; there are none" : "; there are: \(known.joined(separator: ", "))"
  }

  /// Levenshtein distance, a swap of neighboring letters counting as one edit.
  private static func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}

/// "1 point", "2 points".
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
