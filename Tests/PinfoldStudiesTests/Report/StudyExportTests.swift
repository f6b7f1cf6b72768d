import Foundation
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Exported studies")
struct StudyExportTests {
  private let folder = TemporaryFolder()

  private static let hostile = #"[x] *a, "b" & c_d % $ # { } ~ ^ \ | < > −"# + "\nline"

  /// A study of eight sources with a hostile name.
  private func results(name: String = "study") throws -> StudyResults {
    let sets = (0..<8).map { number in
      let file = folder.write(
        "\(number).csv",
        "lon,lat\n"
          + (0..<60).map { row in
            let (x, y) = ((row * 37 + number * 11) % 101, (row * 53 + number * 29) % 89)
            return "\(Double(x) / 10 + Double(number) / 90),\(Double(y) / 10)\n"
          }.joined())
      let label = number == 0 ? Node(.text(Self.hostile)).json : #""set \#(number)""#
      return #"{ "path": "\#(file)", "name": \#(label) }"#
    }
    let plan = try makeStudy(
      """
      { "name": \(Node(.text(Self.hostile)).json), "datasets": [\(sets.joined(separator: ", "))],
        "strategies": ["grid(cellSize=60)", "pca", "quadtree"], "metrics": ["overlap", "displacement", "markers"],
        "primary": ["displacement.mean", "overlap.share ± 0.02"], "match": { "markers": 12 } }
      """.replacing("grid(cellSize=60)", with: "grid"))
    return try StudyRunner(plan, in: "\(folder.path)/\(name)").run().results()
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("statistics in full are those that the report tests, and claims come with their pairs")
  func statistics() throws {
    let results = try results()
    let facts = ReportFacts(results)
    let document = try object(facts.json)
    #expect(document["study"] as? String == Self.hostile)
    #expect((document["datasets"] as? [[String: Any]])?.count == 8)
    #expect(document["tests"] as? Int == facts.testCount)
    let criteria = try #require(document["criteria"] as? [[String: Any]])
    #expect(criteria.map { $0["name"] as? String } == facts.judged.map { results.label($0) })
    var claims = 0
    for (entry, (criterion, known)) in zip(criteria, facts.analyses) {
      let analysis = try #require(known)
      let strategies = try #require(entry["strategies"] as? [[String: Any]])
      for (column, strategy) in strategies.enumerated() {
        #expect(strategy["name"] as? String == analysis.table.strategies[column])
        let scores = try #require(strategy["scores"] as? [Double])
        for (score, row) in zip(scores, analysis.table.rows) { #expect(isClose(score, row[column])) }
        #expect(scores.count == analysis.table.rows.count)
      }
      if analysis.isSaturated { continue }
      let pairs = try #require(entry["comparisons"] as? [[String: Any]])
      #expect(pairs.count == analysis.pairs.count)
      for (entry, pair) in zip(pairs, analysis.pairs) {
        #expect(isClose(entry["medianDifference"] as? Double, pair.difference))
        #expect(isClose(entry["wilcoxonP"] as? Double, pair.p))
        #expect(isClose(entry["holmP"] as? Double, pair.corrected))
        #expect(entry["differs"] as? Bool == pair.differs)
        #expect(((entry["interval"] as? [Double]) == nil) == (pair.interval == nil))
        if let interval = pair.interval {
          #expect(isClose((entry["interval"] as? [Double])?.first, interval.low))
        }
        #expect((entry["alike"] as? Bool) == (pair.alikeCorrected == nil ? nil : pair.isAlike))
      }
      let listed = try #require(entry["claims"] as? [[String: Any]])
      #expect(listed.count == Claim(facts, criterion, analysis)?.findings.count ?? 0)
      for claim in listed {
        #expect(claim["sources"] as? Int == 8 && (claim["holmP"] as? Double ?? 1) < 0.05)
        #expect((claim["leastMedianDifference"] as? Double ?? 0) > 0)
      }
      claims += listed.count
    }
    #expect(claims > 0)
  }

  /// Whether numbers are equal, but for the last digit that a reader of JSON may lose.
  private func isClose(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) <= 1e-14 * max(1, abs(expected)) } ?? false
  }

  @Test("tables as CSV, JSON and LaTeX have the cells that the report prints, hostile names among them")
  func tables() throws {
    let report = StudyReport(try results())
    let files = Dictionary(uniqueKeysWithValues: report.export.files.map { ($0.path, $0.text) })
    let tables = report.sections.flatMap { section in
      section.blocks.compactMap { if case .table(let table) = $0 { table } else { nil } }.enumerated()
        .filter { !$0.element.rows.isEmpty }.map { ("\(section.id)-\($0.offset + 1)", $0.element) }
    }
    #expect(tables.count > 8)
    #expect(files.keys.filter { $0.hasSuffix(".tex") }.count == tables.count)
    for (name, table) in tables {
      let text = try #require(files["tables/\(name).json"])
      let document = try object(text)
      let rows = try #require(document["rows"] as? [[String]])
      let cells = table.rows.map { $0.map { $0.note.isEmpty ? $0.text : "\($0.text) \($0.note)" } }
      #expect(rows == cells && document["columns"] as? [String] == table.columns)
      let csv = try #require(files["tables/\(name).csv"])
      // Quoted fields may hold line ends and commas: reading them back is the test.
      #expect(Self.fields(csv) == [table.columns] + cells)
      let latex = try #require(files["tables/\(name).tex"])
      #expect(latex.contains("\\label{tab:\(name)}"))
      let body = latex.split(separator: "\\midrule\n")[1].split(separator: "  \\bottomrule")[0]
      #expect(body.split(separator: " \\\\\n").count == table.rows.count)
      for line in body.split(separator: " \\\\\n") {
        // Ends of cells are the only ampersands that no backslash precedes.
        let bare = line.replacing("\\&", with: "")
        #expect(bare.filter { $0 == "&" }.count == table.columns.count - 1)
        #expect(!bare.replacing("\\%", with: "").contains("%") && !line.contains("\n"))
      }
    }
    #expect(
      LaTeXTable.escaped(##"a_b & 5 % {x} \ $ # ~ ^ − <"##)
        == ##"a\_b \& 5 \% \{x\} \textbackslash{} \$ \# \textasciitilde{} \textasciicircum{} $-$ \textless{}"##
    )
  }

  /// The fields of CSV, read by a reader of its own.
  private static func fields(_ text: String) -> [[String]] {
    var (rows, row, field, isQuoted) = ([[String]](), [String](), "", false)
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      if isQuoted {
        if scalar == "\"", rest.first == "\"" {
          field.unicodeScalars.append(scalar)
          rest.removeFirst()
        } else if scalar == "\"" {
          isQuoted = false
        } else {
          field.unicodeScalars.append(scalar)
        }
      } else if scalar == "\"" {
        isQuoted = true
      } else if scalar == "," || scalar == "\n" {
        row.append(field)
        field = ""
        if scalar == "\n" {
          rows.append(row)
          row = []
        }
      } else {
        field.unicodeScalars.append(scalar)
      }
    }
    return rows
  }

  @Test("the crate lists every file with its size and digest, and the same study gives the same bytes")
  func crate() throws {
    let results = try results()
    let export = StudyReport(results).export
    #expect(export.files.map(\.text) == StudyReport(results).export.files.map(\.text))
    let files = Dictionary(uniqueKeysWithValues: export.files.map { ($0.path, $0.text) })
    let crate = try #require(files[StudyExport.crate])
    let graph = try #require(try object(crate)["@graph"] as? [[String: Any]])
    let listed = graph.filter { $0["@type"] as? String == "File" }
    #expect(listed.count == files.count - 1)
    for entry in listed {
      let path = try #require(entry["@id"] as? String)
      let text = try #require(files[path])
      #expect(entry["sha256"] as? String == Digest(of: text.utf8).description)
      #expect(entry["contentSize"] as? String == "\(text.utf8.count)")
    }
    let methods = try #require(files["methods.md"])
    #expect(methods.contains("were compared on 8 data sets from 8 sources"))
    #expect(methods.contains("- set 1: 60 points from 1.csv, which has 60 rows; license: not stated."))
    #expect(
      methods.contains("Formula: pairs of markers k, l with ‖m_k − m_l‖ < r_k + r_l − 1e-9, distances by"))
    let index = try #require(files["tables.csv"])
    for path in files.keys where path.hasPrefix("tables/") && path.hasSuffix(".csv") {
      #expect(index.contains("\n\(path.dropFirst(7).dropLast(4)),"), "\(path)")
    }
    #expect(
      methods.contains("tuned to 12 markers, as the median over the views of each run with as many points"))
    #expect(methods.contains("random(k=1) and random were run as controls"))
    #expect(methods.contains("The plan was not registered"))
    let overlap = try #require(results.measures.first { $0.label == "overlap.share" })
    #expect(
      methods.contains(
        "- overlap.share (version \(overlap.version)): \(overlap.measure.help) A value for each frame, 0 to 1; lower is better."
      ))
    #expect(methods.contains("within the margins stated in the plan: overlap.share ± 0.02."))
    #expect(methods.contains("matched-pairs rank-biserial correlation"))
    #expect(!methods.contains("Plugins:"))
    var extended = results
    extended.manifest.plugins = [
      .init(name: "mine", version: "1.2.0", sha256: "ab12", source: "", modules: [])
    ]
    if case .table(var plan) = extended.manifest.definition, case .list(var sets)? = plan["datasets"],
      case .table(var set) = sets[1]
    {
      (set["sample"], set["where"]) = (.integer(4000), .text("lat > 1"))
      sets[1] = .table(set)
      plan["datasets"] = .list(sets)
      extended.manifest.definition = .table(plan)
    }
    extended.primary = extended.primary.map { criterion in
      var criterion = criterion
      criterion.margin = nil
      return criterion
    }
    let others = ReportFacts(extended).methods
    #expect(
      others.contains("which has 60 rows; where lat > 1; a random sample of 4,000; license: not stated."))
    #expect(others.contains("The sizes, as medians over runs with their ranges, were grid cellSize="))
    #expect(others.contains("- quadtree (version 2): R. A. Finkel and J. L. Bentley"))
    #expect(others.contains("- overlap (version 1): GlamMap") && others.contains("- F. Wilcoxon"))
    #expect(others.contains("Plugins: mine 1.2.0 (SHA-256 ab12)."))
    // What a plugin declares is stated as for what is built in.
    extended.manifest.metrics[0].formula = "markers that overlap / markers"
    extended.manifest.metrics[0].source = "A. Author, 2026."
    extended.manifest.strategies[0].source = "B. Author, 2025."
    let declared = ReportFacts(extended).methods
    #expect(declared.contains("lower is better. Formula: markers that overlap / markers\n"))
    #expect(declared.contains("- overlap (version 1): A. Author, 2026."))
    #expect(declared.contains("- grid (version 2): B. Author, 2025."))
    #expect(others.contains("No margin of equivalence was stated"))
    #expect(files["CITATION.cff"]?.contains("cff-version: 1.2.0") == true)
  }

  @Test("a folder with something else is refused, and an earlier export is replaced")
  func folders() throws {
    let export = StudyReport(try results()).export
    let output = "\(folder.path)/paper"
    try export.write(to: output)
    _ = folder.write("paper/tables/own.csv", "mine")
    try export.write(to: output)
    let written = try #require(FileManager.default.enumerator(atPath: output)).compactMap { $0 as? String }
    #expect(
      Set(written).subtracting(["tables", "figures"])
        == Set(export.files.map(\.path)).union(["tables/own.csv"]))
    // What somebody changed is not overwritten, and another program's crate is not an export.
    _ = folder.write("paper/CITATION.cff", "authors: me")
    #expect(throws: StudyError.self) { try export.write(to: output) }
    #expect(FileManager.default.contents(atPath: "\(output)/CITATION.cff") == Data("authors: me".utf8))
    try FileManager.default.createDirectory(atPath: "\(folder.path)/crate", withIntermediateDirectories: true)
    _ = folder.write("crate/methods.md", "theirs")
    _ = folder.write(
      "crate/ro-crate-metadata.json", #"{ "@graph": [{ "@id": "methods.md", "@type": "File" }] }"#)
    #expect(throws: StudyError.self) { try export.write(to: "\(folder.path)/crate") }
    #expect(FileManager.default.contents(atPath: "\(folder.path)/crate/methods.md") == Data("theirs".utf8))
    try FileManager.default.createDirectory(atPath: "\(folder.path)/mine", withIntermediateDirectories: true)
    _ = folder.write("mine/thesis.tex", "years of work")
    #expect(throws: StudyError.self) { try export.write(to: "\(folder.path)/mine") }
    #expect(
      FileManager.default.contents(atPath: "\(folder.path)/mine/thesis.tex") == Data("years of work".utf8))
  }

  @Test("the number of sources for a power of 80 % is that of drawing them again")
  func power() throws {
    // Every source alike: as soon as the test can be significant, it is.
    let clear = try #require(PowerEstimate([Double](repeating: 1, count: 12), tests: 1, level: 0.05))
    #expect(clear.sources == 6)
    let many = try #require(PowerEstimate([Double](repeating: 1, count: 12), tests: 20, level: 0.05))
    // 2 · 20 / 2^N < 0.05 from N = 10.
    #expect(many.sources == 10)
    let weak = try #require(
      PowerEstimate([1, 1, 1, 1, -1, -1, -1, 2, -2, 1, -1, 0.1], tests: 6, level: 0.05))
    #expect(weak.sources == nil)
    let some = try #require(PowerEstimate([1, 2, 1, 3, -1, 1, 2, 1, -1, 1], tests: 1, level: 0.05))
    #expect((8...32).contains(try #require(some.sources)))
    #expect(PowerEstimate([1, 2, 3], tests: 1, level: 0.05) == nil)
    #expect(PowerEstimate([Double](repeating: 0, count: 9), tests: 1, level: 0.05) == nil)
  }
}
