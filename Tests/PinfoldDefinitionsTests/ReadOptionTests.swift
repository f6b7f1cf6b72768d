import Pinfold
import PinfoldData
import Testing

@testable import PinfoldDefinitions

@Suite("Options of reading")
struct ReadOptionTests {
  @Test("are each either refused for an index or taken by one, by their own names")
  func indexes() {
    let names = ReadOptions.options.map(\.about.name)
    let choices = ReadOptions().choices
    #expect(choices.allSatisfy { $0.given == nil })
    #expect((choices.map(\.name) + ReadOptions.selections).sorted() == names.sorted())
    var options = ReadOptions(header: false)
    (options.decimalComma, options.latitudeFirst, options.layer) = (true, true, "towns")
    #expect(
      options.choices.compactMap(\.given) == [
        "--layer towns", "--no-header", "--decimal-comma", "--latitude-first",
      ])
  }

  @Test("take names and ids with commas in double quotes, as CSV has them")
  func quotedNames() throws {
    func word(_ text: String) -> Node { Node(.word(text)) }
    for (text, names) in [
      ("a,b", ["a", "b"]), (#""a,b",c"#, ["a,b", "c"]), (#"c,"a,b""#, ["c", "a,b"]), (#""""#, [""]),
      (#""say ""hi"", you""#, [#"say "hi", you"#]), (#"5" disk,"#, [#"5" disk"#, ""]), (#""a,b"#, [#""a,b"#]),
    ] {
      let read = try ReadOptions(Node(.table([("numbers", word(text)), ("attributes", word(text))])))
      #expect(read.numbers == names, "\(text)")
      #expect(read.attributes == .named(names), "\(text)")
      let steps = try ClusteringSteps(Node(.table([("selected", word(text))])))
      #expect(steps.selected.map(\.description) == names, "\(text)")
    }
    let twice = Node(.list([word(#""a,b""#), word("c,d"), Node(.text("e,f"))]))
    #expect(try ReadOptions(Node(.table([("numbers", twice)]))).numbers == ["a,b", "c", "d", "e,f"])
  }
}
