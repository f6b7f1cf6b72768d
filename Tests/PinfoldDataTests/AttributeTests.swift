import Pinfold
import PinfoldData
import Testing

@Suite("Attributes, weights, groups")
struct AttributeTests {
  private let text = """
    lon,lat,n,b,t,e,c,weight,kind,rank
    1,2,1.5,true,x,,NA,3,a,9
    3,4,NA,FALSE,7,\\N,DE,0,b,
    5,6,,,\u{E9},,,2.5,a,-1

    """

  @Test("have the narrowest type that fits all values")
  func types() throws {
    let columns = try read(text, ReadOptions(group: "kind", priority: "rank", attributes: .all)).columns
    #expect(columns.attributes.map(\.name) == ["n", "b", "t", "e", "c", "weight", "kind", "rank"])
    guard case .numbers(let n) = columns.attributes[0].values,
      case .booleans(let b) = columns.attributes[1].values,
      case .texts(let t) = columns.attributes[2].values, case .texts(let e) = columns.attributes[3].values,
      case .texts(let c) = columns.attributes[4].values
    else { throw TestFailure() }
    #expect(n[0] == 1.5)
    #expect(n[1].isNaN && n[2].isNaN)
    #expect(b == [true, false, nil])
    #expect((0..<3).map { t[$0] } == ["x", "7", "é"])
    #expect((0..<3).map { e[$0] } == [nil, nil, nil])
    // Among texts NA is Namibia.
    #expect((0..<3).map { c[$0] } == ["NA", "DE", nil])
  }

  @Test("are loaded on demand only")
  func choice() throws {
    #expect(try read(text).columns.attributes.isEmpty)
    let named = try read(text, ReadOptions(attributes: .named(["t", "N"]))).columns
    #expect(named.attributes.map(\.name) == ["t", "n"])
    #expect(
      failure(text, ReadOptions(attributes: .named(["tt"])))?.description.contains("did you mean 't'") == true
    )
  }

  @Test("may be columns that are something else too, if they are named")
  func named() throws {
    let text = "id,lon,lat,weight\n7,1,2,3\n8,4,5,6\n"
    let columns = try read(text, ReadOptions(attributes: .named(["ID", "lat", "4"]))).columns
    #expect(columns.attributes.map(\.name) == ["id", "lat", "weight"])
    let numbers = columns.attributes.compactMap { attribute -> [Double]? in
      attribute.values.rounded.map { Array($0) }
    }
    #expect(numbers == [[7, 8], [2, 5], [3, 6]])
    let json = #"[{"id":7,"lon":1,"lat":2},{"id":8,"lon":4,"lat":5}]"#
    #expect(try read(json, ReadOptions(attributes: .named(["id", "lon"]))).columns.attributes.count == 2)
    #expect(try read(json, ReadOptions(attributes: .all)).columns.attributes.isEmpty)
  }

  @Test("weights come from a column of that name, groups and priorities only when named")
  func roles() throws {
    let plain = try read(text).columns
    #expect(plain.weight == [3, 0, 2.5])
    #expect(plain.group == nil && plain.priority == nil)
    var options = ReadOptions(weight: "rank", group: "kind", priority: "n")
    #expect(try read(text, options).columns.weight == [9, 0, 0])
    options.unweighted = .skip
    let named = try read(text, options).columns
    #expect(named.weight == [9])
    #expect(named.group == [0])
    #expect(named.priority == [1.5])
    let groups = try read(text, ReadOptions(group: "kind", priority: "rank")).columns
    #expect(groups.group == [0, 1, 0])
    #expect(groups.groupNames == ["a", "b"])
    #expect(groups.priority == [9, 0, -1])
  }

  @Test("points without a group have none")
  func noGroup() throws {
    let columns = try read("lon,lat,g\n1,2,\n3,4,a\n", ReadOptions(group: "g")).columns
    #expect(columns.group == [-1, 0])
  }

}
