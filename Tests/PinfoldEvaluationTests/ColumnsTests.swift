import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Columns of a point set")
struct ColumnsTests {
  @Test("a set made anew from its columns in any order is the same set")
  func roundTrip() throws {
    var columns = PointColumns(longitude: [5, 1, 5, 3], latitude: [1, 2, 1, 4])
    columns.weight = [1, 2, 3, 4]
    columns.priority = [0, 9, 0, 1]
    columns.group = [1, -1, 0, 1]
    columns.groupNames = ["north", "east"]
    columns.mergeable = [true, false, true, true]
    var notes = TextColumn()
    for note in ["a", "b", "c"] { notes.append(note) }
    notes.appendMissing()
    columns.attributes = [
      Attribute(name: "note", values: .texts(notes)),
      Attribute(name: "open", values: .booleans([true, false, nil, true])),
    ]
    let points = try PointSet(columns)
    let again = try PointSet(points.columns(in: [2, 0, 3, 1]))
    #expect(again.ids == points.ids)
    #expect(again.sections == points.sections)
    #expect(again.groupNames == points.groupNames)
    #expect(again.weight == points.weight)
    #expect(again.priority == points.priority)
    #expect(again.longitude == points.longitude)
    #expect(again.rows != points.rows)
    for (attribute, other) in zip(points.attributes, again.attributes) {
      #expect("\(texts(attribute))" == "\(texts(other))")
    }
  }

  private func texts(_ attribute: Attribute) -> [String?] {
    switch attribute.values {
    case .numbers(let values): values.map { "\($0)" }
    case .integers(let values): values.map { "\($0)" }
    case .booleans(let values): values.map { $0.map { "\($0)" } }
    case .texts(let column): (0..<column.count).map { column[$0] }
    }
  }
}
