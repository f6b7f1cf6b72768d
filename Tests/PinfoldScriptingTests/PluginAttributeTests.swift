import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import TestSupport
import Testing

@Suite("Attributes and groups in plugins")
struct PluginAttributeTests {
  let fixture = PluginFixture()

  /// Five points at one location, in two groups, with a year each and some with a kind.
  private func points(years: Attribute.Values = .numbers([1900, 1950, .nan, 2000, 1900])) throws -> PointSet {
    var columns = PointColumns(
      longitude: [2.3, 2.3, 2.3, 2.3, 2.3], latitude: [48.8, 48.8, 48.8, 48.8, 48.8],
      ids: .texts(["a", "b", "c", "d", "e"]))
    columns.group = [0, 1, 0, 1, -1]
    columns.groupNames = ["red", "blue"]
    columns.priority = [1, 2, 3, 4, 5]
    var kinds = TextColumn()
    for kind in ["iron", "stone", "iron"] { kinds.append(kind) }
    kinds.appendMissing(2)
    columns.attributes = [
      Attribute(name: "year", values: years), Attribute(name: "kind", values: .texts(kinds)),
      Attribute(name: "seen", values: .booleans([true, nil, false, true, nil])),
    ]
    return try PointSet(columns)
  }

  private func message(_ path: String, _ values: ParameterValues = [:], on points: PointSet) -> String {
    do {
      let strategy = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)(values)
      _ = try Clusterer(strategy).build(points).frame(for: PluginFixture.view)
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  @Test("are all that the data say of points: coordinates, priorities, groups by name, texts")
  func everything() throws {
    let path = fixture.strategy(
      """
      local ids, place = points.id, {}
      for i = 1, #points do place[ids[i]] = i end
      local a, b, e = place.a, place.b, place.e
      assert(points.lon[a] == 2.3 and points.lat[a] == 48.8 and points.priority[b] == 2)
      assert(points.group[a] == "red" and points.group[b] == "blue" and points.group[e] == "")
      assert(#points.groups == 3 and points.groups.labels[a] == points.groups.labels[place.c])
      assert(points:attr("kind")[b] == "stone" and points:attr("kind")[e] == false)
      local years, kinds, seen = points:groupby("year"), points:groupby("kind"), points:groupby("seen")
      assert(#years == 4 and years.labels[a] == years.labels[e])
      assert(#kinds == 3 and kinds.labels[a] == kinds.labels[place.c])
      assert(#seen == 3 and seen.labels[b] == seen.labels[e])
      assert(#points.groups:cross(seen) == 5)
      return { groups = points.groups }
      """,
      extra: #"groups = "all", attributes = { year = "number", kind = "text", seen = "boolean" },"#)
    #expect(message(path, on: try points()) == "nothing")
  }

  @Test("that are missing or of another type are an error with the plugin's name")
  func missing() throws {
    let path = fixture.strategy(
      "return { groups = points:grid(9):group() }", extra: #"attributes = { year = "number" },"#)
    #expect(message(path, on: try points()) == "nothing")
    #expect(
      message(path, on: try points(years: .booleans([true, true, nil, nil, nil])))
        == "strategy 'fixture' (\(path)) reads the attribute 'year' as numbers; it holds booleans")
    #expect(
      message(path, on: try PluginFixture.points())
        == "strategy 'fixture' (\(path)) reads the attribute 'year', which the points do not have; there are none"
    )
    #expect(message(path, on: try PointSet(PointColumns())) == "nothing")
  }

  @Test("may be named by a parameter, whose empty text names none")
  func column() throws {
    let path = fixture.strategy(
      "local by = parameters.by return { groups = by == '' and points:grid(9):group() or points:groupby(by) }",
      extra: #"parameters = { by = { type = "column", holds = "text", default = "" } },"#)
    #expect(message(path, on: try points()) == "nothing")
    #expect(message(path, ["by": .choice("kind")], on: try points()) == "nothing")
    #expect(
      message(path, ["by": .choice("kinds")], on: try points())
        == "strategy 'fixture' (\(path)) reads the attribute 'kinds', which the points do not have (did you mean 'kind'?)"
    )
    let registration = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)
    #expect(registration.needs().isEmpty)
    #expect(registration.needs(with: ["by": .choice("kind")]) == [AttributeNeed(name: "kind", kind: .text)])
  }

  @Test("are made up where a plugin is checked")
  func check() throws {
    let path = fixture.file(
      """
      return {
        api = 1, kind = "representative", name = "recent", summary = "The member of the latest year.",
        attributes = { year = "number" },
        select = function(members) return members:attr("year"):argmax() or 1 end,
      }
      """)
    let registry = try PluginFixture.workbench(path).registry
    let subject = try ContractSubject(named: "recent", in: registry)
    let report = try subject.report(on: ShippedPlugin.samples())
    #expect(report.violations.isEmpty, "\(report.violations)")
    let broken = fixture.file(
      """
      return {
        api = 1, kind = "representative", name = "recent", summary = "Fails on some years.",
        attributes = { year = "number" },
        select = function(members)
          if (members:attr("year"):max() or 0) > 1e6 then error("too late") end
          return 1
        end,
      }
      """)
    let violations = try ContractSubject(named: "recent", in: PluginFixture.workbench(broken).registry)
      .report(on: ShippedPlugin.samples()).violations
    let years = violations.flatMap(\.points).flatMap(\.attributes).filter { $0.name == "year" }
    #expect(years.contains { Double($0.value) ?? 0 > 1e6 }, "\(violations)")
  }

  @Test("never let clusters of a plugin that takes all groups mix them")
  func mixing() throws {
    let path = fixture.strategy("return { groups = points:grid(90):group() }", extra: #"groups = "all","#)
    let told = message(path, on: try points())
    #expect(
      told.hasSuffix(
        "cluster 1 has points of the groups none and 'blue', which never share one; "
          + "groups:cross(points.groups) keeps them apart"), "\(told)")
    let apart = fixture.strategy(
      "return { groups = points:grid(90):group():cross(points.groups) }", extra: #"groups = "all","#)
    let subject = try ContractSubject(
      named: "fixture", in: PluginFixture.workbench(apart).registry)
    let report = try subject.report(on: ShippedPlugin.samples())
    #expect(report.violations.isEmpty, "\(report.violations)")
  }

  @Test("one state serves all groups of a frame, and one call where a plugin takes all")
  func states() throws {
    let counting = """
      rawset(_G, "calls", (rawget(_G, "calls") or 0) + 1)
      if calls == 3 then error("the third call") end
      return { groups = points.groups }
      """
    #expect(message(fixture.strategy(counting), on: try points()).hasSuffix("the third call"))
    #expect(message(fixture.strategy(counting, extra: #"groups = "all","#), on: try points()) == "nothing")
    let path = fixture.strategy(
      "assert(calls == 3) return { groups = (points.x * 0):group() }",
      extra: """
        build = function() rawset(_G, "calls", (rawget(_G, "calls") or 0) + 1) return {} end,
        """)
    #expect(message(path, on: try points()) == "nothing")
  }

  @Test("values that do not go together are an error of the parameters, and of the file for the defaults")
  func validation() throws {
    let extra = """
      parameters = { inner = { type = "number", default = 5 }, outer = { type = "number", default = 9 } },
      validate = function(parameters)
        if parameters.inner > parameters.outer then return "inner is above outer" end
      end,
      """
    let path = fixture.strategy("return { groups = points:grid(9):group() }", extra: extra)
    let registration = try PluginFixture.workbench(path).registry.find("fixture", kind: .strategy)
    _ = try registration(["inner": .number(9)])
    let error = #expect(throws: ParameterError.self) { try registration(["inner": .number(10)]) }
    #expect(
      error?.description == "the parameters of strategy 'fixture' do not go together: inner is above outer")
    let bad = fixture.strategy("", extra: extra.replacing("default = 5", with: "default = 10"))
    #expect(
      PluginFixture.message(bad).hasSuffix("'validate' objects to the defaults: inner is above outer"))
    let odd = fixture.strategy("", extra: "validate = function() return 7 end,")
    #expect(
      PluginFixture.message(odd).contains(
        "'validate' returned a number; it must return nothing, or why the values do not go together"))
  }

  @Test("tests of plugins make points with every column, on the globe and on a plane")
  func testPoints() throws {
    let path = fixture.strategy(
      "return { groups = points:groupby('kind') }",
      extra: """
        attributes = { kind = "text" },
        tests = {
          ["columns"] = function(test)
            local points = test:points {
              x = { 0, 1, 2 }, y = { 0, 0, 0 }, kind = { "a", "b", "a" }, group = { "r", "r", "s" }, priority = { 1, 2, 3 },
            }
            test:expect(#test:cluster(points), 3)
          end,
          ["plane"] = function(test)
            local points = test:points {
              x = { 1e6, 1e6 + 1, 2e6 }, y = { 5, 5, 7 }, planar = true, kind = { "a", "a", "b" }, name = "hall",
            }
            test:expect(points.name, "hall")
            local frame = test:cluster(points)
            test:expect(#frame, 2)
            test:expect(frame.counts:max(), 2)
          end,
        },
        """)
    let report = try PluginTestReport(path: path)
    #expect(report.isPassed, "\(report.results)")
    #expect(report.results.count == 2)
  }
}
