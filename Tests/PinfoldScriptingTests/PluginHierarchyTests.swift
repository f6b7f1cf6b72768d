import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import Testing

@Suite("Hierarchies that plugins hand over")
struct PluginHierarchyTests {
  private let fixture = PluginFixture()

  /// The file of a strategy without `cluster`, whose `build` has this body.
  private func strategy(_ body: String, extra: String = "") -> String {
    fixture.file(
      """
      return {
        api = 1, kind = "strategy", name = "fixture", summary = "A fixture.", \(extra)
        build = function(points, parameters, view)
          \(body)
        end,
      }
      """)
  }

  /// Points a and b are one cluster up to zoom 10, with c up to zoom 5; x, y and z are one up to zoom 4, of
  /// which x and y are coincident.
  private static let setUp = """
    plugin {
      kind = "strategy", name = "tree", summary = "A tree.",
      build = function(points)
        local at, n = {}, #points
        for i = 1, n do at[points.id[i]] = i end
        local parents = { [at.a] = n + 1, [at.b] = n + 1, [at.c] = n + 3,
          [at.x] = n + 2, [at.y] = n + 2, [at.z] = n + 4,
          [n + 1] = n + 3, [n + 2] = n + 4, [n + 3] = 0, [n + 4] = 0 }
        return { parents = parents, zooms = { 10, math.huge, 5, 4 } }
      end,
    }
    data = points { lon = { 0, 0.1, 3, 90, 90, 91 }, lat = { 0, 0, 0, 0, 0, 0 }, id = { 'a', 'b', 'c', 'x', 'y', 'z' } }
    map = strategy('tree'):build(data)
    function count(zoom, tileSize)
      return #map:frame(view { lon = 0, lat = 0, zoom = zoom, tileSize = tileSize or 256, width = 500 })
    end
    for _, cluster in ipairs(map:frame(view { lon = 45, lat = 0, zoom = 0 }):clusters()) do
      if cluster.lon < 10 then id = cluster.id else far = cluster.id end
    end
    """

  @Test(
    "are cut at the zoom of each view, and know their children",
    arguments: [
      ("count(4.99)", "1"), ("count(5)", "2"), ("count(9.99)", "1"), ("count(-3)", "2"),
      // With tiles of 512 a map shows at zoom 4 what others do at zoom 5.
      ("count(4, 512)", "2"), ("count(3.9, 512)", "1"),
      ("map:expansionZoom(id)", "5.0"), ("#map:children(id)", "2"),
      ("map:expansionZoom(map:children(id)[1].id)", "10.0"),
      ("map:children(map:children(id)[1].id)[2].point", "\"b\""),
      ("map:leaves(id)", "{ \"a\", \"b\", \"c\" }"),
      // A merge that never falls apart is like a stack.
      ("map:expansionZoom(map:children(far)[1].id)", "nil"), ("#map:children(map:children(far)[1].id)", "0"),
      ("map:children(far)[1].count", "2"), ("#map:tile(0, 0, 0)", "2"),
      ("#strategy('tree').capabilities", "2"),
    ])
  func cut(input: String, expected: String) throws {
    let session = try RecordedSession()
    #expect(session.answer(Self.setUp) == "")
    #expect(session.answer(input) == expected + "\n")
  }

  @Test(
    "are an error where they are none",
    arguments: [
      ("return 3", "'build' returned a number; without 'cluster' it must return a hierarchy"),
      ("return { parent = {}, zooms = {} }", "the unknown field 'parent' (did you mean 'parents'?)"),
      ("return { zooms = {} }", "'parents' that is a nil; it must be a list or a column of numbers"),
      ("return { parents = { 0, 0, 0 }, zooms = {} }", "'parents' of 3 values, for 4 points and 0 merges"),
      ("return { parents = { 5, 5, 0, 0, 0 }, zooms = { 0/0 } }", "merge 5 at nan"),
      (
        "return { parents = { 5, 2, 0, 0, 0 }, zooms = { 3 } }",
        "2 as the parent of point 2; it takes 0 for none"
      ),
      ("return { parents = { 5.5, 5, 0, 0, 0 }, zooms = { 3 } }", "5.5 as the parent of point 1"),
      ("return { parents = { 5, 5, 0, 0, 5 }, zooms = { 3 } }", "5 as the parent of merge 5"),
      ("return { parents = { 5, 6, 0, 0, 0 }, zooms = { 3 } }", "6 as the parent of point 2"),
      ("return { parents = { 5, 0, 0, 0, 0 }, zooms = { 3 } }", "merge 5 of 1 part; it takes two or more"),
      (
        "return { parents = { 5, 5, 6, 0, 6, 0 }, zooms = { 3, 4 } }",
        "merge 5, apart from zoom 3 on, in merge 6, which holds together to zoom 4"
      ),
    ])
  func nonsense(body: String, expected: String) {
    let message = PluginFixture.message(strategy(body))
    #expect(message.contains(expected) && message.contains("fixture.lua:3"), "\(message)")
  }

  @Test("have no use for what 'cluster' is told", arguments: ["reach = 5,", "previous = true,"])
  func fields(extra: String) {
    let message = PluginFixture.message(strategy("return { parents = {}, zooms = {} }", extra: extra))
    #expect(message.contains("is about 'cluster', which this strategy does not have"), "\(message)")
  }

  @Test(
    "are held to the contract",
    arguments: [
      // Two by two in the order of points, whoever is coincident.
      (
        "local parents, zooms = {}, {} for i = 1, #points do parents[i] = 0 end "
          + "for i = 2, #points, 2 do zooms[#zooms + 1] = 3 parents[i] = #points + #zooms "
          + "parents[i - 1] = parents[i] end for i = 1, #zooms do parents[#points + i] = 0 end "
          + "return { parents = parents, zooms = zooms }", "", "stacks"
      ),
      (
        "local parents = {} for i = 1, #points do parents[i] = #points > 1 and #points + 1 or 0 end "
          + "if #points > 1 then parents[#points + 1] = 0 end "
          + "return { parents = parents, zooms = #points > 1 and { 3 } or {} }", "groups = 'all',", "answers"
      ),
    ])
  func contract(body: String, extra: String, broken: String) throws {
    let subject = try ContractSubject(
      named: "fixture", in: PluginFixture.workbench(strategy(body, extra: extra)).registry)
    let report = try subject.report(on: subject.samples(seed: 1, thorough: false))
    let violation = try #require(report.violations.first { $0.rule.name == broken })
    if broken == "answers" { #expect(violation.seen.contains("of points of two groups")) }
  }
}
