import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import TestSupport
import Testing

@Suite("Another strategy inside a plugin")
struct PluginGroupingTests {
  let fixture = PluginFixture()

  private let points: PointSet

  init() throws {
    let columns = HardPoints.decorating(HardPoints.clusters.columns(count: 300, seed: 4), seed: 5)
    points = try PointSet(columns)
  }

  private static let views = [
    PluginFixture.view, Viewport(center: Coordinate(longitude: 180, latitude: -10), zoom: 2),
  ]

  private func members(_ strategy: any ClusteringStrategy) throws -> [[[Int]]] {
    let map = try Clusterer(strategy).build(points)
    return try Self.views.map { view in
      let frame = try map.frame(for: view)
      return (0..<frame.count).map { frame.members(of: $0).sorted() }.sorted { $0[0] < $1[0] }
    }
  }

  @Test("makes the clusters that it makes outside", arguments: ["grid", "radius", "quadtree", "pairwise"])
  func same(_ name: String) throws {
    let path = fixture.strategy("return { groups = group(points, '\(name)') }")
    let nested = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)()
    let outside = try Registry.builtIn.find(name, kind: .strategy)()
    #expect(try members(nested) == members(outside))
  }

  @Test("takes parameters, and points where the plugin has put them")
  func moved() throws {
    let path = fixture.strategy(
      "return { groups = group(points:at(points.x * 0 + view.x, points.y * 0 + view.y), 'grid', { cellSize = 9 }) }"
    )
    #expect(try PluginFixture.frame(path).count == 1)
  }

  @Test("keeps the contract, as far as the other one does")
  func contract() throws {
    let path = fixture.strategy(
      "return { groups = group(points, 'grid', { cellSize = 50 }) }",
      extra: "capabilities = { panInvariant = true, permutationInvariant = true }, reach = 75,")
    let subject = try ContractSubject(named: "fixture", in: PluginFixture.workbench(path).registry)
    let samples = subject.samples(seed: 1, thorough: false)
    #expect(try subject.report(on: samples).violations.map(\.description) == [])
  }

  @Test(
    "says what is wrong, with its place",
    arguments: [
      ("group(points, 'fixture')", "strategy 'fixture' uses itself"),
      ("group(points, 'gird')", "unknown strategy 'gird'"),
      ("group(points, 'grid', { cell = 3 })", "strategy 'grid' has no 'cell' (did you mean 'cellSize'?)"),
      ("group(points, 'grid', { cellSize = -1 })", "cellSize"),
      ("group({}, 'grid')", "bad argument #1"),
    ])
  func mistakes(call: String, message: String) {
    let found = PluginFixture.message(fixture.strategy("return { groups = \(call) }"))
    #expect(found.contains(message) && found.contains("fixture.lua:4: "), "\(found)")
  }

  @Test("may be a plugin, but no two plugins use each other")
  func plugins() throws {
    let folder = TemporaryFolder()
    func write(_ name: String, using other: String) -> String {
      folder.write(
        "\(name).lua",
        """
        return { api = 1, kind = "strategy", name = "\(name)", summary = "Uses another.",
          cluster = function(points) return { groups = group(points, "\(other)") } end }
        """)
    }
    var workbench = Workbench()
    for (name, other) in [("inner", "grid"), ("outer", "inner"), ("ping", "pong"), ("pong", "ping")] {
      try workbench.addPlugin(at: write(name, using: other))
    }
    func strategy(_ name: String) throws -> any ClusteringStrategy {
      try workbench.registry.find(name, kind: .strategy)()
    }
    #expect(try members(strategy("outer")) == members(.grid()))
    // Studies record the plugins that a plugin may call, which its text says.
    let uses = try workbench.registry.find("outer", kind: .strategy).uses([:])
    #expect(uses == [try workbench.registry.find("inner", kind: .strategy).origin])
    for (name, given) in [("secret", "'in' .. 'ner'"), ("given", "parameters.which")] {
      let path = folder.write(
        "\(name).lua",
        """
        return { api = 1, kind = "strategy", name = "\(name)", summary = "Uses another.",
          parameters = { which = { type = "text", default = "grid", doc = "Which." } },
          cluster = function(points, parameters) return { groups = group(points, \(given)) } end }
        """)
      try workbench.addPlugin(at: path)
    }
    let secret = #expect(throws: ClusteringError.self) { try members(strategy("secret")) }
    #expect(secret?.description.contains("write it out as 'inner'") == true, "\(secret?.description ?? "")")
    let given = try workbench.registry.find("given", kind: .strategy)
    let values: ParameterValues = ["which": .choice("inner")]
    #expect(given.uses([:]).isEmpty && given.uses(values) == uses)
    #expect(try members(given(values)) == members(.grid()))
    let error = #expect(throws: ClusteringError.self) { try members(strategy("ping")) }
    #expect(error?.description.contains("unknown strategy 'ping'") == true, "\(error?.description ?? "")")
  }
}
