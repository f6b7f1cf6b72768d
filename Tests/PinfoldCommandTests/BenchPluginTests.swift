import Testing

@Suite("bench of plugins")
struct BenchPluginTests {
  @Test("names those that are given every point in every query")
  func reach() throws {
    let tool = try Tool()
    for (name, field) in [("everywhere", ""), ("nearby", "reach = function(parameters) return 90 end,")] {
      try tool.write(
        """
        return { api = 1, kind = "strategy", name = "\(name)", summary = "s", \(field)
          cluster = function(points) return { groups = points:grid(60):group() } end }
        """, to: "\(name).lua")
    }
    let outcome = try tool(
      "bench", "--generate", "cities,count=50", "--plugin", "everywhere.lua", "--plugin", "nearby.lua",
      "--strategy", "grid,everywhere,nearby", "--builds", "1", "--passes", "1")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("everywhere: declares no 'reach', so every query is given every point"))
    #expect(!outcome.errors.contains("nearby:") && !outcome.errors.contains("grid:"))
  }
}
