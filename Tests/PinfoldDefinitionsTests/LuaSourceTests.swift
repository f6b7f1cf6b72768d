import Pinfold
import PinfoldDefinitions
import Testing

@Suite("Definitions as Lua")
struct LuaSourceTests {
  @Test("values are written as Lua reads them")
  func values() {
    let node = Node(
      .table([
        ("name", Node(.text("a \"b\"\\\n1é"), place: "")), ("end", Node(.flag(true), place: "")),
        ("two words", Node(.list([Node(.integer(1), place: ""), Node(.number(0.5), place: "")]), place: "")),
        ("none", Node(.table([]), place: "")),
      ]), place: "")
    #expect(
      node.lua
        == #"{ name = "a \"b\"\\\0101é", ["end"] = true, ["two words"] = { 1, 0.5 }, none = {} }"#)
  }

  @Test("data are written with the options that read them")
  func datasets() throws {
    func lua(_ members: [(name: String, value: Node)]) throws -> String? {
      try DatasetDefinition.one(Node(.table(members), place: "test"), in: registry).lua
    }
    func word(_ text: String) -> Node { Node(.word(text), place: "test") }
    #expect(
      try lua([
        ("path", word("a b.csv")), ("name", word("a b.csv")), ("lon", word("2")), ("planar", word("true")),
        ("maxUnpacked", word("7")), ("attributes", word("kind,size")),
        ("where", word("size > 1 and kind ~ 'a, b'")),
      ])
        == #"dataset("a b.csv", { lon = "2", planar = true, maxUnpacked = 7, "#
        + #"attributes = { "kind", "size" }, where = "size > 1 and kind ~ 'a, b'" })"#
    )
    #expect(try lua([("path", word("a.csv"))]) == #"dataset("a.csv")"#)
    #expect(
      try lua([("generate", word("cities,count=50,seed=3"))])
        == #"generate("cities", { count = 50, seed = 3 })"#)
  }
}
