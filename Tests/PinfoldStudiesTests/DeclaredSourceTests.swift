import Pinfold
import PinfoldDefinitions
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Sources that a plan declares")
struct DeclaredSourceTests {
  private let folder = TemporaryFolder()

  /// A study of three files without common points, two of which may have a source.
  private func plan(_ source: String?, second: String? = nil) throws -> StudyDefinition {
    let sets = (0..<3).map { number in
      let rows = (0..<40).map { "\(Double(number * 40 + $0) / 10),\(Double(($0 * 7 + number) % 40))\n" }
      let file = folder.write("set\(number).csv", "lon,lat\n" + rows.joined())
      let declared = [source, second ?? source, nil][number].map { #", "source": "\#($0)""# } ?? ""
      return #"{ "path": "\#(file)"\#(declared) }"#
    }
    return try makeStudy(
      """
      { "datasets": [\(sets.joined(separator: ", "))], "strategies": ["grid", "quadtree"], "controls": false,
        "metrics": ["overlap"] }
      """)
  }

  @Test("two extracts of one source are one sample, and files without a source are named as such")
  func shared() throws {
    let declared = try StudyRunner(try plan("USGS"), in: "\(folder.path)/declared").run()
    let results = try declared.results()
    #expect(results.sources == [[0, 1], [2]])
    #expect(try StudyVerifier(declared, registry: studyRegistry).verify().problems.isEmpty)
    let report = StudyReport(results).markdown()
    #expect(report.contains("On 3 data sets from 2 sources") && report.contains("USGS (set0, set1)."))
    #expect(report.contains("because the plan declares none: set2."))
    #expect(ReportFacts(results).methods.contains("of several data sets: USGS (set0, set1)."))
    let plain = try StudyRunner(try plan(nil), in: "\(folder.path)/plain").run().results()
    #expect(plain.sources == [[0], [1], [2]])
    #expect(StudyReport(plain).markdown().contains("because the plan declares none: set0, set1, set2."))
    // A source changes no run, and the plan without one has the digest that it had.
    #expect(plain.manifest.frames == results.manifest.frames)
    #expect(plain.manifest.study.planSHA256 != results.manifest.study.planSHA256)
  }

  @Test("a source may be declared later, which the log records, and not changed or taken away")
  func grown() throws {
    func run(_ source: String?) throws -> StudyStore {
      try StudyRunner(try plan(source), in: "\(folder.path)/grown").run()
    }
    _ = try run(nil)
    let results = try run("USGS").results()
    #expect(results.sources == [[0, 1], [2]])
    #expect(
      results.manifest.log?.last?.added == ["source of set0: USGS", "source of set1: USGS"])
    for source in ["EMSC", nil] {
      #expect {
        _ = try run(source)
      } throws: { error in
        "\(error)".contains("sources: the study has set0: USGS")
      }
    }
  }

  @Test("studies with other sources for one data set do not merge")
  func merged() throws {
    let parts = try [plan("USGS"), plan("USGS", second: "EMSC")].enumerated().map { number, plan in
      try StudyRunner(plan, in: "\(folder.path)/\(number)").run()
    }
    let manifests = try parts.map { (name: $0.folder, manifest: try $0.manifest()) }
    #expect {
      _ = try StudyManifest.union(of: manifests)
    } throws: { error in
      "\(error)".contains("dataset 'set1' has different points or a different source in")
    }
  }
}
