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
}
