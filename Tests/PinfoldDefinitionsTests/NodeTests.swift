import Pinfold
import PinfoldData
import PinfoldEvaluation
import Testing

@testable import PinfoldDefinitions

/// The names of the library and its laboratory.
let registry: Registry = {
  var registry = Registry.builtIn
  registry.registerMetrics()
  registry.registerCameras()
  registry.registerGenerators()
  return registry
}()

/// A JSON text as a node.
func node(_ json: String) throws -> Node {
  try Node(json: Array(json.utf8), source: "test.json")
}

@Suite("Values with their places")
struct NodeTests {
  @Test(
    "names with settings are read with and without parentheses",
    arguments: [
      ("grid", ["grid"]),
      ("grid,pca", ["grid", "pca"]),
      ("grid(cellSize=80),pca", ["grid(cellSize=80)", "pca"]),
      ("grid,cellSize=80,pca", ["grid(cellSize=80)", "pca"]),
      (
        "grid(cellSize=80,anchor=viewport),grid(cellSize=90)",
        ["grid(cellSize=80,anchor=viewport)", "grid(cellSize=90)"]
      ),
      (" grid ( cellSize = 80 ) , pca", ["grid(cellSize=80)", "pca"]),
    ])
  func forms(text: String, labels: [String]) throws {
    for value in [Node.Value.text(text), .word(text)] {
      let choices = try Choice.all(Node(value, place: "--x"), kind: .strategy, in: registry)
      #expect(choices.map(\.label) == labels)
    }
  }

  @Test(
    "nonsense is refused",
    arguments: [
      "", ",", "grid,", "grid(", "grid()", "grid(b)", "grid(cellSize=1", "a)b", "grid(cellSize=1)c", "=1",
      "b=1", "grid(cellSize=1)(c=2)", "grid,cellSize=1,cellSize=2",
    ])
  func nonsense(text: String) {
    #expect(throws: DefinitionError.self) {
      try Choice.all(Node(.word(text), place: "--x"), kind: .strategy, in: registry)
    }
  }

  @Test("a word is read as what is asked for, a text of JSON is not")
  func words() throws {
    #expect(try Double(Node(.word("8"), place: ""), of: "a", kind: .number(.finite)) == 8)
    #expect(try String(Node(.word("8"), place: ""), of: "a", kind: .text) == "8")
    #expect(try [String](Node(.word("a,b"), place: ""), of: "a", kind: .list(of: .text)) == ["a", "b"])
    #expect(throws: DefinitionError(place: "x", message: "'a' is '8'; it takes a number")) {
      try Double(Node(.text("8"), place: "x"), of: "a", kind: .number(.finite))
    }
    #expect(throws: DefinitionError(place: "--a 'x'", message: "expected a number in 1…2")) {
      try Double(Node(.word("x"), place: "--a"), of: "a", kind: .number(1...2))
    }
  }
}

@Suite("Definitions")
struct DefinitionTests {
  @Test("a name that is not known, or is given twice, is refused with its line")
  func names() throws {
    #expect(
      throws: DefinitionError(
        place: "test.json:2", message: "a style has no 'larges' (did you mean 'largest'?)")
    ) {
      try StyleDefinition(try node("{\n\"larges\": 3 }"))
    }
    #expect(throws: DefinitionError(place: "test.json:1", message: "'largest' is given twice")) {
      try StyleDefinition(try node(#"{ "largest": 30, "largest": 31 }"#))
    }
    #expect(throws: DefinitionError(place: "test.json:1", message: "a style is a list; it takes a table")) {
      try StyleDefinition(try node("[1]"))
    }
  }

  @Test("a strategy takes its steps in every form, and its label can be read again")
  func steps() throws {
    let texts = [
      #"{ "a": "grid(cellSize=80,separate=true,representative=central)" }"#,
      #"{ "a": { "name": "grid(cellSize=80)", "separate": true, "representative": { "name": "central" } } }"#,
      #"{ "a": { "name": "grid", "cellSize": 80, "separate": true, "representative": "central" } }"#,
    ]
    let definitions = try texts.map { text in
      try ClustererDefinition.one(try #require(try node(text).members?.first?.value), in: registry)
    }
    let label = "grid(cellSize=80,representative=central,separate=true)"
    #expect(definitions.map(\.label) == [label, label, label])
    #expect(definitions[0] == definitions[1] && definitions[1] == definitions[2])
    #expect(try ClustererDefinition.one(Node(.word(label), place: ""), in: registry) == definitions[0])
  }

  @Test("steps for all hold for strategies that do not say otherwise, and are not in their labels")
  func stepsForAll() throws {
    let definition = try StrategiesDefinition(
      try node(#"{ "strategies": ["grid", "grid(separate=false)"], "separate": { "padding": 3 } }"#),
      registry: registry)
    #expect(definition.strategies.map(\.steps.separation?.padding) == [3, nil])
    #expect(definition.strategies.map(\.label) == ["grid", "grid(separate=false)"])
  }

  @Test("attributes are all, none or a list of names")
  func attributes() throws {
    func read(_ json: String) throws -> AttributeChoice { try ReadOptions(try node(json)).attributes }
    #expect(try read("{}") == .none)
    #expect(try read(#"{ "attributes": "all" }"#) == .all)
    #expect(try read(#"{ "attributes": "none" }"#) == .none)
    #expect(try read(#"{ "attributes": ["all", "b"] }"#) == .named(["all", "b"]))
    #expect(throws: DefinitionError.self) { try read(#"{ "attributes": true }"#) }
  }

  @Test("zooms are numbers and ranges")
  func zooms() throws {
    let views = try ViewsDefinition(try node(#"{ "zooms": [1, "3-5", "-2--1"] }"#))
    #expect(views.zooms == [1, 3, 4, 5, -2, -1])
    #expect(throws: DefinitionError.self) { try ViewsDefinition(try node(#"{ "zooms": "5-3" }"#)) }
  }
}
