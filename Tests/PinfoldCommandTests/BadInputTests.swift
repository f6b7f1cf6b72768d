import Foundation
import Testing

@Suite("bad input: one clear message, an exit code, no file")
struct BadInputTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write("id,lon,lat\n1,2.35,48.86\n2,2.36,48.87\n", to: "good.csv")
  }

  struct Mistake: CustomTestStringConvertible {
    var arguments: [String]
    var message: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String, _ message: String) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.message = message
    }
  }

  static let slips = [
    Mistake("clustr good.csv", "unknown subcommand 'clustr' (did you mean 'cluster'?)"),
    Mistake("tour.lua", "unknown subcommand 'tour.lua' (did you mean 'pinfold run tour.lua'?)"),
    Mistake("cluster", "no data: name a file, or say --generate cities"),
    Mistake("cluster good.csv good.csv", "expected one data set, not 2"),
    Mistake("cluster good.csv --fromat json", "unknown option '--fromat'. Did you mean '--format'?"),
    Mistake("cluster good.csv --strategy grod", "--strategy: unknown strategy 'grod' (did you mean 'grid'?)"),
    Mistake(
      "cluster good.csv --strategy grid(cell=60)",
      "--strategy: strategy 'grid' has no 'cell' (did you mean 'cellSize'?)"),
    Mistake(
      "cluster good.csv --strategy grid,cellSize=0",
      "--strategy: parameter 'cellSize' of strategy 'grid' is '0'; it takes a number in 1…4096, or such by zoom that "
        + "grow no faster than the map, as in 0:80,12:40"),
    Mistake(
      "cluster good.csv --strategy grid(cellSize)",
      "--strategy 'grid(cellSize)': expected names with optional settings, as in 'grid,grid(cellSize=80)'"),
    Mistake(
      "cluster good.csv --representative centre",
      "--representative: unknown representative 'centre' (did you mean 'central'?)"),
    Mistake(
      "cluster good.csv --view 2,48",
      "--view '2,48': expected LON,LAT,ZOOM or LON,LAT,ZOOM,WxH, as in -3.7,40.4,6,1280x800"),
    Mistake("cluster good.csv --view 2,48,99", "--view: 'zoom' is '99'; it takes a number in -8…32"),
    Mistake("cluster good.csv --margin -1", "--margin '-1': expected a number in 0…10"),
    Mistake("cluster good.csv --threads 0", "--threads '0': expected a whole number in 1…1024"),
    Mistake("cluster good.csv --timeout -1", "--timeout '-1': expected a number in 0…1000000000"),
    Mistake(
      "cluster good.csv --delimiter ab",
      "--delimiter 'ab': expected one ASCII character but no quote, letter or digit, or 'tab'"),
    Mistake(
      "cluster good.csv --planar --format geojson",
      "--format geojson holds longitudes and latitudes only; use json or csv with --planar"),
    Mistake(
      "plot good.csv --layers points,makers",
      "--layers: unknown layer 'makers' (did you mean 'markers'?)"),
    Mistake(
      "plot good.csv --strategy grid,gird", "--strategy: unknown strategy 'gird' (did you mean 'grid'?)"),
    Mistake(
      "plot good.csv --strategy grid,grid", "--strategy: strategy 'grid' is given twice"),
    Mistake("diff good.csv --to 2,48,9", "missing expected argument '--from <view>'"),
    Mistake("diff good.csv --from 2,48,9", "missing expected argument '--to <view>'"),
    Mistake(
      "diff good.csv --from 2,48,9 --to 2",
      "--to '2': expected LON,LAT,ZOOM or LON,LAT,ZOOM,WxH, as in -3.7,40.4,6,1280x800"),
    Mistake(
      "diff good.csv --from 2,95,9 --to 2,48,9",
      "--from: the view's latitude is 95; it takes a number in -90…90"),
    Mistake(
      "diff good.csv --from 2,48,9 --to 2,48,8 --diff membershop",
      "--diff: unknown diff 'membershop' (did you mean 'membership'?)"),
    Mistake(
      "diff good.csv --from 2,48,9 --to 2,48,8 --diff membership,duration=-1",
      "--diff: parameter 'duration' of diff 'membership' is '-1'; it takes a number in 0…60"),
    Mistake(
      "compare good.csv --metrics overlap,churn",
      "--metrics: metric 'churn' compares two frames of a camera movement, and the views of a comparison are single "
        + "ones; use it in a study, which has cameras"),
    Mistake("compare", "nothing to compare on: name a data file, or say --generate cities"),
    Mistake("compare good.csv --strategy grid,grid", "compare: strategy 'grid' is given twice"),
    Mistake("compare good.csv --zooms 9-3", "--zooms '9-3': expected zooms in -8…32, as in 3-12 or 4,8,12.5"),
    Mistake(
      "compare good.csv --metrics overlop", "--metrics: unknown metric 'overlop' (did you mean 'overlap'?)"),
    Mistake(
      "compare --generate cities,count=-1",
      "--generate: 'count' is '-1'; it takes a whole number in 0…100000000"),
    Mistake("bench --builds 0", "--builds '0': expected a whole number in 1…10000"),
    Mistake(
      "bench --strategy grid --baseline gird",
      "--baseline: unknown strategy 'gird' (did you mean 'grid'?)"),
    Mistake("list metrix", "cannot list 'metrix' (did you mean 'metrics'?)"),
    Mistake("run", "nothing to run: name a script, - for standard input, or give code with -e"),
    Mistake("run --bogus", "unknown option '--bogus'"),
    Mistake("run --memory-limit 0 -e 1", "--memory-limit '0': expected a whole number in 1…1000000"),
    Mistake("run --time-limit -1 -e 1", "--time-limit '-1': expected a number in 0…1000000"),
    Mistake("run --instruction-limit 0 -e 1", "--instruction-limit '0': expected a whole number from 1"),
  ]

  @Test("what the arguments alone show to be wrong exits with 64", arguments: slips)
  func usage(_ mistake: Mistake) throws {
    let outcome = try tool.run(mistake.arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.split(separator: "\n").first.map(String.init) == "pinfold: \(mistake.message)")
  }

  @Test("a wrong argument is told before the data are read")
  func usageFirst() throws {
    #expect(try tool("cluster", "nosuch.csv", "--strategy", "grod").status == 64)
  }

  @Test("data that cannot be used exit with 1 and say why")
  func data() throws {
    try tool.write(Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37 ^ ($0 >> 3)) }), to: "garbage")
    try tool.write(Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B]), to: "cut.csv.gz")
    try tool.write("name,size\nA,1\n", to: "nowhere.csv")
    try tool.write("lon,lat\n999,1\nx,2\n", to: "bad.csv")
    try tool.write("lon,lat\n1,1\n2,\n", to: "gap.csv")
    try tool.write("id,lon,lat\na,1,1\na,2,2\n", to: "twice.csv")
    try tool.write("", to: "empty.csv")
    let mistakes = [
      Mistake("nosuch.csv", "cannot read nosuch.csv: no such file or directory"),
      Mistake(".", "cannot read .: is a directory, where a file is needed"),
      Mistake(
        "garbage", "garbage: binary data; expected CSV, GeoJSON, a GeoPackage or another format of points"),
      Mistake("cut.csv.gz", "cut.csv.gz: gzip'd data cut short; fetch or pack the file again"),
      Mistake(
        "nowhere.csv",
        "nowhere.csv: no columns that could be coordinates among 'name', 'size'; "
          + "name them with --lon and --lat, or one that holds both with --location"),
      Mistake(
        "bad.csv", "bad.csv: none of 2 rows can be used; line 2: longitude out of range: lon '999', lat '1'"),
      Mistake(
        "gap.csv --strict",
        "gap.csv:3: missing coordinates: lon '2', lat '' (1 unusable row, none is allowed)"),
      Mistake(
        "twice.csv --id id",
        "twice.csv:3: id 'a' (column 'id') is already that of line 2; ids must be unique, "
          + "or leave out --id to number the rows"),
      Mistake("good.csv --lon long", "good.csv: no column 'long' (--lon) (did you mean 'lon'?)"),
      Mistake(
        "empty.csv", "empty.csv: empty; expected CSV, GeoJSON, a GeoPackage or another format of points"),
    ]
    for mistake in mistakes {
      let outcome = try tool.run(["cluster"] + mistake.arguments + ["--output", "result.json"])
      #expect(outcome.status == 1, "\(mistake.arguments)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.complaint == "pinfold: \(mistake.message)")
    }
    #expect(try !tool.files.contains { $0.hasPrefix("result") })
  }

  @Test("a result that cannot be written exits with 1 and leaves nothing behind")
  func unwritable() throws {
    let before = try tool.files
    let missing = try tool("cluster", "good.csv", "--output", "no/such/folder.json")
    #expect(missing.status == 1)
    #expect(missing.complaint == "pinfold: cannot write no/such/folder.json: no such file or directory")
    let folder = try tool("cluster", "good.csv", "--output", ".")
    #expect(folder.complaint == "pinfold: cannot write .: is a directory, where a file is needed")
    #expect(try tool.files == before)
  }

  @Test("unusable rows are noted on standard error, one line for each reason")
  func notes() throws {
    try tool.write("lon,lat\n1,1\n2,\n3,99\n4,\n", to: "gaps.csv")
    let outcome = try tool("cluster", "gaps.csv", "--format", "json")
    #expect(outcome.status == 0)
    let notes = outcome.errors.split(separator: "\n").filter { $0.contains("unusable") }
    #expect(
      notes == [
        "pinfold: note: gaps.csv: 2 of 4 rows unusable: missing coordinates (first: line 3, lon '2', lat '')",
        "pinfold: note: gaps.csv: 1 of 4 rows unusable: latitude out of range (first: line 4, lon '3', lat '99')",
      ])
    #expect(!outcome.output.contains("unusable"))
  }
}
