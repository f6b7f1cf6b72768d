import Testing

@testable import Pinfold

@Suite struct AttributeTests {
  @Test("attributes of every type follow their points, missing values too")
  func reordered() throws {
    var texts = TextColumn()
    texts.append("süd")
    texts.appendMissing()
    texts.append("")
    var columns = PointColumns(longitude: [30, 20, 10], latitude: [0, 0, 0])
    columns.attributes = [
      Attribute(name: "height", values: .numbers([3, 2, .nan])),
      Attribute(name: "open", values: .booleans([true, nil, false])),
      Attribute(name: "name", values: .texts(texts)),
    ]
    let points = try PointSet(columns)
    #expect(points.attributes.map(\.name) == ["height", "open", "name"])
    for index in 0..<3 {
      let row = Int(points.rows[index])
      guard case .numbers(let heights) = points.attributes[0].values,
        case .booleans(let open) = points.attributes[1].values,
        case .texts(let names) = points.attributes[2].values
      else {
        Issue.record("an attribute changed its type")
        return
      }
      #expect(heights[index].isNaN ? row == 2 : heights[index] == Double(3 - row))
      #expect(open[index] == [true, nil, false][row])
      #expect(names[index] == ["süd", nil, ""][row])
    }
  }

  @Test("a text column gives back what it was given")
  func texts() {
    var column = TextColumn()
    column.append("a")
    column.append("")
    column.appendMissing()
    column.append(utf8: Array("zwölf".utf8).span)
    #expect((0..<column.count).map { column[$0] } == ["a", "", nil, "zwölf"])
    let back = column.reordered(by: [3, 2, 0], inverse: [2, .max, 1, 0])
    #expect((0..<back.count).map { back[$0] } == ["zwölf", nil, "a"])
  }

  @Test("a text column in another order shares the bytes, unless most are of no text of it")
  func shared() throws {
    var column = TextColumn()
    for text in ["north", "east", "south", "west"] { column.append(text) }
    let turned = column.reordered(by: [2, 3, 0], inverse: [2, .max, 0, 1])
    #expect((0..<3).map { turned[$0] } == ["south", "west", "north"])
    #expect(turned.utf8(at: 0)?.startIndex == 9)
    let last = turned.reordered(by: [1], inverse: [.max, 0, .max])
    #expect(last[0] == "west")
    #expect(last.utf8(at: 0)?.startIndex == 0)
    var both = turned
    both.append(last)
    #expect((0..<4).map { both[$0] } == ["south", "west", "north", "west"])
  }

  @Test("broken bytes are repaired when read")
  func repaired() {
    var column = TextColumn()
    column.append(utf8: ([0x61, 0xFF] as [UInt8]).span)
    #expect(column[0] == "a\u{FFFD}")
  }
}
