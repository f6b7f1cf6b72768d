import Pinfold
import PinfoldData
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("Rows with keys of their own")
struct SparseAttributeTests {
  private static let everything = ReadOptions(attributes: .all)

  private func values(_ attribute: Attribute) -> [String] {
    switch attribute.values {
    case .numbers(let column): column.map { $0.isNaN ? "nil" : "\($0)" }
    case .integers(let column): column.map { $0.isMissing ? "nil" : "\(Double($0))" }
    case .booleans(let column): column.map { $0.map { "\($0)" } ?? "nil" }
    case .texts(let column): (0..<column.count).map { column[$0].map { "'\($0)'" } ?? "nil" }
    }
  }

  @Test(
    "are read as if every row had every key",
    arguments: [1, 2, 3, 4, 5, 6], [true, false])
  func oracle(seed: UInt64, isFeature: Bool) throws {
    var random = SplitMix64(seed: seed)
    var names: [String] = []
    var rows: [[String: String]] = []
    var lines: [String] = []
    for row in 0..<300 {
      var members: [String] = []
      var values: [String: String] = [:]
      for _ in 0..<random.below(5) {
        // Common keys, rare ones, and one kind of value each, or a mixture that makes texts.
        let key = random.below(2) == 0 ? random.below(4) : random.below(400)
        let name = "k\(key)"
        if !names.contains(name) { names.append(name) }
        let value =
          switch random.below(8) {
          case 0: "null"
          case _ where key % 4 == 0: "\(random.below(50))"
          case _ where key % 4 == 1: random.below(2) == 0 ? "true" : "false"
          case 1: "7"
          default: "\"v\(random.below(9))\""
          }
        members.append("\"\(name)\":\(value)")
        // Of a repeated key the first counts.
        if values[name] == nil { values[name] = value }
      }
      // A row in ten is unusable, and one in ten has two points.
      let kind = random.below(10)
      if isFeature {
        let geometry =
          [
            "null", #"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#,
          ].dropFirst(kind).first ?? #"{"type":"Point","coordinates":[1,\#(row % 90)]}"#
        lines.append(
          #"{"type":"Feature","properties":{\#(members.joined(separator: ","))},"geometry":\#(geometry)}"#)
        if kind > 0 { rows += [[String: String]](repeating: values, count: kind == 1 ? 2 : 1) }
      } else {
        members.insert(kind == 0 ? "\"lon\":\"x\",\"lat\":2" : "\"lon\":1,\"lat\":2", at: 0)
        lines.append("{" + members.joined(separator: ",") + "}")
        if kind > 0 { rows.append(values) }
      }
    }
    let read = try read(lines.joined(separator: "\n"), Self.everything).columns
    let found = read.attributes.map(\.name)
    // Columns of records are looked for by name, those of features come in the order of the data.
    #expect(isFeature ? found == names : found.sorted() == names.sorted())
    #expect(read.count == rows.count)
    for attribute in read.attributes {
      let column = rows.map { $0[attribute.name] ?? "null" }
      let present = column.filter { $0 != "null" }
      let isNumber = !present.isEmpty && present.allSatisfy { Double($0) != nil }
      let isTruth = !present.isEmpty && present.allSatisfy { $0 == "true" || $0 == "false" }
      let expected = column.map { value in
        if value == "null" { return "nil" }
        if isNumber { return "\(value).0" }
        return isTruth ? value : "'\(value.filter { $0 != "\"" })'"
      }
      #expect(values(attribute) == expected, "\(attribute.name)")
    }
    // The set has them in its own order.
    let points = try PointSet(read)
    for (attribute, own) in zip(read.attributes, points.attributes) {
      let (given, sorted) = (values(attribute), values(own))
      #expect(sorted == points.rows.map { given[Int($0)] }, "\(own.name)")
    }
  }

  @Test("take memory for their values, not for rows × keys")
  func memory() throws {
    let lines = (0..<20_000).map {
      #"{"type":"Feature","properties":{"name":"a","k\#($0)":"v","n\#($0)":\#($0)},"#
        + #""geometry":{"type":"Point","coordinates":[1,\#($0 % 90)]}}"#
    }
    let before = peak()
    let read = try read(lines.joined(separator: "\n"), Self.everything).columns
    #expect(read.attributes.count == 40_001)
    #expect(values(read.attributes[40_000])[19_998...] == ["nil", "19999.0"])
    let points = try PointSet(read)
    #expect(points.attributes.count == 40_001)
    // As arrays they would take more than 6 GB.
    #expect(peak() - before < 1 << 30)
  }

  @Test("short rows of wide delimited text cost nothing")
  func shortRows() throws {
    let header = "lon,lat," + (0..<20_000).map { "c\($0)" }.joined(separator: ",")
    let text = header + "\n" + String(repeating: "1,2\n", count: 20_000) + "1,2,x\n"
    let before = peak()
    let read = try read(text, Self.everything).columns
    #expect(read.attributes.count == 20_000)
    #expect(values(read.attributes[0]).suffix(2) == ["nil", "'x'"])
    #expect(read.attributes.allSatisfy { $0.values.count == 20_001 })
    #expect(peak() - before < 1 << 30)
  }

  @Test("reports name the first thousand columns, and how many more there are")
  func report() throws {
    func report(_ columns: Int) throws -> DataReport {
      let names = ["lon", "lat"] + (2..<columns).map { "column\($0)" }
      return try read(names.joined(separator: ",") + "\n1,2\n").report
    }
    let (ordinary, wide) = (try report(1000), try report(2500))
    #expect(ordinary.table.contains("column999\n"))
    #expect(wide.table.contains("column999, … and 1500 more\n"))
    func json(_ report: DataReport) -> String {
      var writer = JSONWriter()
      report.write(to: &writer)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    #expect(!json(ordinary).contains("moreColumns"))
    #expect(json(wide).contains("\"moreColumns\":1500"))
    #expect(!json(wide).contains("column1000"))
    #expect(wide.columns.count == 2500)
  }

  /// The most memory that the process ever took, in bytes.
  private func peak() -> Int {
    var usage = rusage()
    // RUSAGE_SELF, which C libraries declare with different types.
    getrusage(0, &usage)
    #if canImport(Darwin)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss << 10
    #endif
  }
}
