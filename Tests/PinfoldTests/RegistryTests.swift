import Pinfold
import Synchronization
import TestSupport
import Testing

@Suite struct RegistryTests {
  @Test("holds the library's own things by name")
  func builtIns() throws {
    let registry = Registry.builtIn
    #expect(Set(registry.all(.strategy).map(\.name)).isSuperset(of: ["grid", "none", "quadtree"]))
    #expect(
      Set(registry.all(.representative).map(\.name))
        .isSuperset(of: ["cell-center", "centroid", "nearest-to-center"]))
    #expect(registry.all(.diff).map(\.name).contains("identity"))
  }

  @Test("lists by name, all with a line of help that is a sentence")
  func listing() {
    let strategies = Registry.builtIn.all(.strategy)
    #expect(strategies.map(\.name) == strategies.map(\.name).sorted())
    for strategy in strategies {
      #expect(strategy.summary.hasSuffix("."))
      #expect(strategy.origin == .builtIn)
      for parameter in strategy.parameters {
        #expect(parameter.help.hasSuffix("."))
        #expect(parameter.kind.accepted(parameter.defaultValue) == parameter.defaultValue)
      }
    }
  }

  @Test("makes things with the parameters given")
  func make() throws {
    let grid = try Registry.builtIn.find("grid", kind: .strategy)
    #expect(grid.label == "strategy 'grid'")
    #expect((try grid() as? GridStrategy)?.cellSize == 60)
    #expect((try grid(["cellSize": .integer(100)]) as? GridStrategy)?.cellSize == 100)
    let unknown = ParameterError.unknown(
      name: "size", owner: "strategy 'grid'", known: ["cellSize", "anchor", "finer"])
    #expect(throws: unknown) {
      try grid(["size": .integer(100)])
    }
  }

  @Test(
    "what is registered later is made once, when something of its kind is first looked for, for all copies")
  func later() throws {
    let makings = Mutex(0)
    var registry = Registry()
    registry.registerLater(.strategy) { registry in
      makings.withLock { $0 += 1 }
      registry.register("lone", "Every point separately: no clustering.", NoneStrategy.self)
    }
    let copy = registry
    #expect(registry.all(.diff).isEmpty && makings.withLock { $0 } == 0)
    #expect(try registry.find("lone", kind: .strategy)() is NoneStrategy)
    #expect(copy.has("lone", kind: "strategy") && makings.withLock { $0 } == 1)
    registry.register(
      Registration(
        kind: .strategy, name: "lone", summary: "A plugin.",
        origin: .plugin(path: "a", version: "1", sources: []),
        parameters: []
      ) { _ in GridStrategy() })
    #expect(try registry.find("lone", kind: .strategy).replacesBuiltIn)
    registry.remove("lone", kind: .strategy)
    #expect(registry.all(.strategy).isEmpty && copy.all(.strategy).count == 1)
  }

  @Test("an unknown name gets a suggestion")
  func unknown() {
    #expect {
      try Registry.builtIn.find("gird", kind: .strategy)
    } throws: {
      "\($0)" == "unknown strategy 'gird' (did you mean 'grid'?)"
    }
    #expect {
      try Registry().find("grid", kind: .strategy)
    } throws: {
      "\($0)" == "unknown strategy 'grid'; there are none"
    }
  }

  @Test("kinds do not share names, and a copy does not share entries")
  func kinds() throws {
    var registry = Registry.builtIn
    #expect(throws: RegistryError.self) { try registry.find("grid", kind: .representative) }
    registry.remove("grid", kind: .strategy)
    #expect(throws: RegistryError.self) { try registry.find("grid", kind: .strategy) }
    #expect(try Registry.builtIn.find("grid", kind: .strategy).name == "grid")
  }

  @Test("a plugin registers as a built-in does, and replaces one of its name")
  func plugin() throws {
    var registry = Registry.builtIn
    let size = ParameterDescription(
      name: "size", kind: .number(1...100), defaultValue: .number(30), help: "Side of a cell.")
    registry.register(
      Registration(
        kind: .strategy, name: "grid", summary: "Mine.",
        origin: .plugin(path: "grid.lua", version: "1", sources: []), parameters: [size]
      ) { values throws(ParameterError) in
        guard case .number(let side)? = values["size"] else { return GridStrategy() }
        return GridStrategy(cellSize: side)
      })
    let mine = try registry.find("grid", kind: .strategy)
    #expect(mine.summary == "Mine.")
    #expect((try mine() as? GridStrategy)?.cellSize == 30)
    #expect((try mine(["size": .integer(5)]) as? GridStrategy)?.cellSize == 5)
    #expect(registry.all(.strategy).filter { $0.name == "grid" }.count == 1)
  }

  @Test("capabilities are listed by name")
  func capabilities() {
    #expect(Capabilities.names.count == 6)
    #expect(([.permutationInvariant, .nested] as Capabilities).names == ["nested", "permutationInvariant"])
    #expect(([] as Capabilities).names == [])
  }

  @Test("messages name strategies as users do, never by their Swift types")
  func labels() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 30))
    let view = Viewport(center: points.coordinate(0), zoom: 2)
    for registration in Registry.builtIn.all(.strategy) {
      let strategy = try registration()
      #expect(strategy.label == registration.label)
      for separation in [nil, Separation()] {
        let map = try Clusterer(strategy, separation: separation).build(points)
        let frame = try map.frame(for: view)
        var messages: [String] = []
        do { _ = try map.tile(zoom: 1, x: 0, y: 0) } catch { messages.append("\(error)") }
        do { _ = try map.expansion(of: 0, in: frame) } catch { messages.append("\(error)") }
        for message in messages {
          #expect(message.contains(registration.label) && !message.contains("Strategy"), "\(message)")
          // Advice is about what is there.
          #expect(separation != nil || !message.contains("separation"), "\(message)")
        }
      }
    }
    struct Own: ClusteringStrategy {
      var capabilities: Capabilities { [] }
      func makeIndex(over points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
        throw .cancelled
      }
    }
    #expect(Own().label == "the strategy")
  }
}
