import Pinfold
import Testing

@Suite struct SuggestionTests {
  private let known = ["grid", "quadtree", "none", "cellSize", "capacity"]

  @Test(
    "finds the word that was meant",
    arguments: [
      ("gird", "grid"), ("Grid", "grid"), ("quadtre", "quadtree"), ("qaudtree", "quadtree"),
      ("cell", "cellSize"),
      ("cellsize", "cellSize"), ("nome", "none"), ("gridd", "grid"),
    ])
  func near(word: String, expected: String) {
    #expect(Suggestion.closest(to: word, among: known) == expected)
  }

  @Test("of words that begin alike the one that is spelled nearer is meant")
  func nearest() {
    #expect(Suggestion.closest(to: "panInvariants", among: ["pan", "panInvariant"]) == "panInvariant")
    #expect(Suggestion.closest(to: "cells", among: ["cellSizes", "cell"]) == "cell")
  }

  @Test("suggests nothing for a word that is near to none", arguments: ["hexagon", "x", "kmeans", ""])
  func far(word: String) {
    #expect(Suggestion.closest(to: word, among: known) == nil)
  }

  @Test("suggests nothing for words and from words that are too long to compare")
  func long() {
    let long = "grid" + String(repeating: "x", count: 100_000)
    #expect(Suggestion.closest(to: long, among: known) == nil)
    #expect(Suggestion.closest(to: long, among: [long + "y"]) == nil)
  }

  @Test(
    "where any word may be meant, only what is surely a slip is one",
    arguments: [
      ("wieght", "weight"), ("wight", "weight"), ("weigth", "weight"), ("Weight", "weight"), ("IDs", "id"),
      ("Name", "name"), ("prioritys", "priority"), ("height", nil), ("game", nil), ("group_size", nil),
      ("index", nil), ("", nil), ("weight" + String(repeating: "t", count: 100_000), nil),
    ] as [(String, String?)])
  func slips(word: String, expected: String?) {
    #expect(Suggestion.slip(word, of: ["id", "weight", "group", "priority", "name"]) == expected)
  }

  @Test("the nearest wins, the first of equals")
  func best() {
    #expect(Suggestion.closest(to: "bat", among: ["cart", "bath", "bats"]) == "bath")
    #expect(Suggestion.closest(to: "mat", among: ["cat", "bat"]) == "cat")
  }

  @Test("ends a message with the suggestion, or else with what there is")
  func clause() {
    #expect(Suggestion.clause(for: "gird", among: known) == " (did you mean 'grid'?)")
    #expect(Suggestion.clause(for: "zzz", among: ["a", "b"]) == "; there are: a, b")
    #expect(Suggestion.clause(for: "zzz", among: []) == "; there are none")
  }
}
