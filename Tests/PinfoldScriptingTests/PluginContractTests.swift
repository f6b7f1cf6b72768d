import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import Testing

@Suite("Plugins that break their contract are found out")
struct PluginContractTests {
  let fixture = PluginFixture()

  private static let good = "return { groups = points:grid(60):group() }"

  /// The rules that a plugin breaks in a default check, in the order of the report.
  private func broken(_ path: String, kind: String = "strategy") throws -> [String] {
    let subject = try ContractSubject(
      named: "fixture", kind: kind, in: PluginFixture.workbench(path).registry)
    return try subject.report(on: subject.samples(seed: 1, thorough: false)).violations.map(\.rule.name)
  }

  /// Deliberate violations that are not adversarial: what an honest mistake could be.
  static let strategies: [(body: String, extra: String)] = [
    // Another order of the points past two thousand.
    (
      "if #points > 2000 and points.row[1] % 2 == 0 then return { groups = (points.x * 0):group() } end "
        + good,
      "capabilities = { permutationInvariant = true },"
    ),
    // A choice other than the default that drops points.
    (
      "if parameters.mode == 'bad' then return { clusters = {} } end " + good,
      "parameters = { mode = { type = 'choice', default = 'good', choices = { 'good', 'bad' } } },"
    ),
    // Heavy points, negative ids, planes.
    ("if points.weight:max() > 50 then error('too heavy') end " + good, ""),
    (
      "local ids = points.id if type(ids) ~= 'table' and ids:min() < 0 then error('negative') end " + good, ""
    ),
    ("if not view.wraps and view.width > 1000 then error('a plane') end " + good, ""),
    // Deep zooms, and a view of the whole world whose seam the points are not at.
    ("if view.zoom > 20.5 then error('too deep') end " + good, ""),
    (
      "return { groups = (points.x // 60 * 100000 + points.y // 60):group() }",
      "capabilities = { panInvariant = true },"
    ),
    // Clusters larger than the reach that is declared.
    ("return { groups = points:neighbors(60):connected() }", "reach = 1,"),
    // A count that goes on from query to query.
    (
      "index.n = index.n + 1 return { groups = points:grid(index.n < 20 and 60 or 30):group() }",
      "build = function() return { n = 0 } end,"
    ),
    ("return { groups = points:grid(60):group(), x = points.x * 0, y = points.y * 0 }", ""),
  ]

  @Test("strategies by the default check", arguments: strategies.indices)
  func strategy(number: Int) throws {
    let (body, extra) = Self.strategies[number]
    #expect(try !broken(fixture.strategy(body, extra: extra)).isEmpty)
  }

  @Test("an honest one breaks nothing")
  func honest() throws {
    #expect(try broken(fixture.strategy(Self.good, extra: "reach = 100,")).isEmpty)
  }

  @Test("a metric past its range, and one that fails on heavy points")
  func metrics() throws {
    for (body, rule) in [
      ("return #frame > 8 and 2 or 0", "range"),
      ("if frame.weights:max() and frame.weights:max() > 1000 then error('heavy') end return 0", "answers"),
    ] {
      let path = fixture.file(
        """
        return { api = 1, kind = "metric", name = "fixture", summary = "Breaks a rule.", range = { 0, 1 },
          measure = function(frame) \(body) end }
        """)
      #expect(try broken(path, kind: "metric").contains(rule))
    }
  }

  @Test("a promise that no plugin can keep is refused, and errors have the calls that led to them")
  func messages() {
    let incremental = fixture.strategy(Self.good, extra: "capabilities = { incremental = true },")
    #expect(PluginFixture.message(incremental).contains("capability 'incremental' cannot be kept"))
    let nested = fixture.file(
      """
      local function deep(points)
        return points.z.x
      end
      local function middle(points)
        local value = deep(points)
        return value
      end
      return {
        api = 1, kind = "strategy", name = "fixture", summary = "Fails deep within.",
        cluster = function(points)
          local value = middle(points)
          return value
        end,
      }
      """)
    let message = PluginFixture.message(nested)
    #expect(
      message.contains(":2: ") && message.hasSuffix("(called at \(nested):5, \(nested):11)"), "\(message)")
  }
}
