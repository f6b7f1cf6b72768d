import Pinfold
import PinfoldData
import Testing

@Suite("Ids")
struct IdentifierTests {
  @Test("come from a column named id where it is unique and complete")
  func guessed() throws {
    #expect(try read("id,lon,lat\n7,1,2\n5,3,4\n").columns.ids == .integers([7, 5]))
    #expect(try read("ID,lon,lat\na,1,2\nb,3,4\n").columns.ids == .texts(["a", "b"]))
  }

  @Test(
    "that repeat or are missing are told with their lines, and rows get names that are no ids",
    arguments: [
      ("id,lon,lat\n0,1,2\n7,3,4\n0,5,6\n", "line 4 has the id '0' of line 2 (column 'id')", 3),
      ("id,lon,lat\n7,1,2\n,3,4\n", "line 3 has no id (column 'id')", 2),
      (
        #"[{"id":7,"lon":1,"lat":2},"# + "\n" + #"{"id":7,"lon":1,"lat":2}]"#,
        "feature 1, line 2 has the id '7' of feature 0, line 1 (column 'id')", 2
      ),
      (
        #"{"type":"Feature","id":"a","geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}}"#,
        "feature 0, line 1 has several points of the id 'a' (of the features)", 2
      ),
    ])
  func defect(text: String, defect: String, rows: Int) throws {
    let data = try read(text)
    #expect(data.columns.ids == .texts((0..<rows).map { "#\($0)" }))
    #expect(data.report.idDefect == defect)
    #expect(
      data.report.warnings.contains { $0.contains(defect) && $0.contains("'#0'") && $0.contains("--id") })
    #expect(!data.report.roles.contains { $0.role == .id })
  }

  @Test("of two datasets in one that are equal give way to names of rows, and numbers of rows to numbers")
  func joined() throws {
    func joined(_ ids: PointIDs?) throws -> PointIDs? {
      let columns = PointColumns(longitude: [1, 2], latitude: [1, 2], ids: ids)
      return try columns.followed(by: columns).ids
    }
    #expect(try joined(.integers([7, 8])) == .texts(["#0", "#1", "#2", "#3"]))
    #expect(try joined(.integers([0, 1])) == nil)
    #expect(try joined(nil) == nil)
  }

  @Test("keep a guessed column that holds no ids as an attribute")
  func attribute() throws {
    let options = ReadOptions(attributes: .all)
    #expect(try read("id,lon,lat\n7,1,2\n7,3,4\n", options).columns.attributes.map(\.name) == ["id"])
    #expect(try read("id,lon,lat\n7,1,2\n8,3,4\n", options).columns.attributes.isEmpty)
  }

  @Test("number the rows with unusable ones counted")
  func numbers() throws {
    #expect(try read("lon,lat\n1,2\n,\n3,4\n").columns.ids == .integers([0, 2]))
  }

  @Test("judge a guessed column by usable rows only")
  func usableRows() throws {
    #expect(try read("id,lon,lat\n7,1,2\n7,,\n8,3,4\n").columns.ids == .integers([7, 8]))
  }

  @Test("must be unique and complete in a named column")
  func named() {
    let options = ReadOptions(id: "code")
    #expect(
      failure("code,lon,lat\na,1,2\nb,3,4\na,5,6\n", options)
        == .duplicateID("data", id: "a", column: "code", firstLine: 2, secondLine: 4, count: 1))
    #expect(
      failure("code,lon,lat\na,1,2\n,3,4\n", options) == .missingID("data", column: "code", line: 3, count: 1)
    )
  }

  @Test("of which a few repeat: the first that does is told")
  func repeats() {
    var random = SplitMix64(seed: 6)
    for round in 0..<40 {
      var ids = (0..<500).map { _ in round % 2 == 0 ? "\(random.next() >> 2)" : "t\(random.next())" }
      for _ in 0..<3 {
        let (from, to) = (random.below(500), random.below(500))
        ids[to] = ids[from]
      }
      let text = "code,lon,lat\n" + ids.map { "\($0),1,2\n" }.joined()
      let second = ids.indices.first { ids[..<$0].contains(ids[$0]) }
      guard let second, let first = ids.firstIndex(of: ids[second]) else { continue }
      #expect(
        failure(text, ReadOptions(id: "code"))
          == .duplicateID(
            "data", id: ids[second], column: "code", firstLine: first + 2, secondLine: second + 2,
            count: Dictionary(grouping: ids) { $0 }.count { $0.value.count > 1 }))
    }
  }

  @Test("of a named column that repeat or are missing are listed where that is asked for")
  func told() throws {
    let options = ReadOptions(id: "code", countsRepeats: true)
    let four = try read(
      "code,lon,lat\na,1,2\nb,3,4\na,5,6\nb,7,8\nb,1,1\nc,1,1\nc,1,1\nd,1,1\nd,1,1\n", options)
    #expect(
      four.report.idDefect
        == "4 ids repeat: line 4 has the id 'a' of line 2, line 5 has the id 'b' of line 3, "
        + "line 8 has the id 'c' of line 7… (column 'code')")
    #expect(four.columns.ids == .texts((0..<9).map { "#\($0)" }))
    let gaps = try read("code,lon,lat\na,1,2\n,3,4\n,5,6\n", options)
    #expect(gaps.report.idDefect == "line 3 has no id, the first of 2 (column 'code')")
    #expect(try read("code,lon,lat\na,1,2\nb,3,4\n", options).columns.ids == .texts(["a", "b"]))
    let refused = failure("code,lon,lat\na,1,2\nb,3,4\na,5,6\nb,7,8\n", ReadOptions(id: "code"))
    #expect(
      refused?.description
        == "data:4: id 'a' (column 'code') is already that of line 2, and 2 ids repeat, which "
        + "'pinfold info' lists; ids must be unique, or leave out --id to number the rows")
  }

  @Test("are told apart by their bytes, as those of a set")
  func bytes() throws {
    let ids = PointIDs.texts(["é", "e\u{301}"])
    #expect(try read("id,lon,lat\né,1,2\ne\u{301},3,4\n").columns.ids == ids)
    #expect(try read("code,lon,lat\né,1,2\ne\u{301},3,4\n", ReadOptions(id: "code")).columns.ids == ids)
  }

  @Test("stay texts where numbers would not come back as they were")
  func canonical() throws {
    #expect(try read("id,lon,lat\n007,1,2\n8,3,4\n").columns.ids == .texts(["007", "8"]))
    #expect(
      try read("id,lon,lat\n9223372036854775807,1,2\n-9223372036854775808,3,4\n").columns.ids
        == .integers([.max, .min]))
    #expect(
      try read("id,lon,lat\n9223372036854775808,1,2\n0,3,4\n").columns.ids
        == .texts(["9223372036854775808", "0"]))
  }

  @Test("of features keep their types")
  func features() throws {
    func feature(_ id: String) -> String {
      #"{"type":"Feature","id":\#(id),"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"id":3}}"#
    }
    #expect(try read(feature("7") + "\n" + feature("8")).columns.ids == .integers([7, 8]))
    #expect(try read(feature("\"7\"") + "\n" + feature("\"8\"")).columns.ids == .texts(["7", "8"]))
    #expect(
      try read(feature("7") + "\n" + feature("\"7\"")).columns.ids == .mixed([.integer(7), .text("7")]))
    // Features repeat theirs, and so do their properties.
    #expect(try read(feature("7") + "\n" + feature("7")).columns.ids == .texts(["#0", "#1"]))
  }

  @Test("of features may be named like a column")
  func namedFeature() throws {
    let text = #"{"type":"Feature","id":"a","geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}}"#
    #expect(
      failure(text, ReadOptions(id: "id"))
        == .duplicateID("data", id: "a", column: "id", firstLine: 1, secondLine: 1, count: 1))
  }
}
