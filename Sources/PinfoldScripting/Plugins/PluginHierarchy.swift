import Lua
import Pinfold
import PinfoldColumns

/// The hierarchy that a strategy's `build` returns in place of a `cluster`, checked. Nodes are numbers:
/// points from 1, then merges. `parents` has the merge of each node, 0 for none; `zooms` the zoom at which
/// each merge splits.
struct PluginHierarchy {
  let history: MergeHistory
  private static let fields = ["parents", "zooms"]

  init(_ answer: LuaValue, of points: PointsObject) throws {
    guard let table = answer.table else {
      throw Self.mistake(
        "a \(answer.typeName); without 'cluster' it must return a hierarchy, { parents = …, zooms = … }")
    }
    for case .string(let field) in try table.keys where !Self.fields.contains(field) {
      throw Self.mistake("the unknown field '\(field)'" + Suggestion.clause(for: field, among: Self.fields))
    }
    let (parents, zooms) = (try Self.numbers(table, "parents"), try Self.numbers(table, "zooms"))
    let count = points.indices.count
    guard parents.count == count + zooms.count else {
      throw Self.mistake(
        "'parents' of \(parents.count) values, for \(count) points and \(zooms.count) merges")
    }
    let tree = Tree(zooms: zooms, pointCount: count, sections: points.sectionNumbers)
    history = MergeHistory(parents: try tree.checked(parents), zooms: zooms)
  }

  private static func numbers(_ table: LuaTable, _ field: String) throws -> [Double] {
    let value = try table[field]
    guard let numbers = try value.numbers(of: "'\(field)'") else {
      throw mistake("'\(field)' that is a \(value.typeName); it must be a list or a column of numbers")
    }
    return numbers
  }

  private static func mistake(_ text: String) -> LuaError { LuaError("'build' returned \(text)") }

  private struct Tree {
    let zooms: [Double]
    let pointCount: Int
    let sections: [Int]

    /// The index of each node's merge, counted from 0; −1 for none.
    func checked(_ parents: [Double]) throws -> [Int32] {
      if let merge = zooms.firstIndex(where: \.isNaN) { throw mistake("\(name(pointCount + merge)) at nan") }
      var (parts, sections) = ([Int](repeating: 0, count: zooms.count), sections)
      sections += [Int](repeating: -1, count: zooms.count)
      return try parents.enumerated().map { (node, parent) -> Int32 in
        if node >= pointCount, parts[node - pointCount] < 2 {
          throw mistake("\(name(node)) of \(counted(parts[node - pointCount], "part")); it takes two or more")
        }
        if parent == 0 { return -1 }
        let number = try merge(parent, above: node)
        let merge = number - pointCount
        if node >= pointCount, zooms[node - pointCount] < zooms[merge] {
          throw mistake(
            "\(name(node)), apart from zoom \(ParameterValue.number(zooms[node - pointCount])) on, in "
              + "\(name(number)), which holds together to zoom \(ParameterValue.number(zooms[merge]))")
        }
        if sections[number] >= 0, sections[number] != sections[node] {
          throw mistake("\(name(number)) of points of two groups, which never share a cluster")
        }
        sections[number] = sections[node]
        parts[merge] += 1
        return Int32(merge)
      }
    }

    private func merge(_ parent: Double, above node: Int) throws -> Int {
      let last = pointCount + zooms.count
      guard let number = Int(exactly: parent), number > pointCount, number <= last, number > node + 1 else {
        throw mistake(
          "\(ParameterValue.number(parent)) as the parent of \(name(node)); it takes 0 for none, or the "
            + "number of a merge behind it, up to \(last)")
      }
      return number - 1
    }

    private func name(_ node: Int) -> String {
      node < pointCount ? "point \(node + 1)" : "merge \(node + 1)"
    }
  }
}
