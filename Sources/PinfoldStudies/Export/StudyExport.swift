import Foundation
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldEvaluation

/// A study for papers and archives: its report, statistics, tables and figures as files, described as an
/// RO-Crate (version 1.1). The same study gives the same bytes.
package struct StudyExport {
  /// The files by their paths in the folder.
  package private(set) var files: [(path: String, text: String)]

  /// The file that marks a folder as an export.
  package static let crate = "ro-crate-metadata.json"

  init(_ results: StudyResults, _ report: StudyReport) {
    let facts = report.facts
    files = [
      ("report.html", report.html), ("scores.csv", report.csv()), ("statistics.json", facts.json),
      ("methods.md", facts.methods), ("manifest.json", results.manifest.json + "\n"),
      ("CITATION.cff", Self.citation(of: results)),
    ]
    for section in report.sections {
      let tables = section.blocks.compactMap { if case .table(let table) = $0 { table } else { nil } }
      for (number, table) in tables.enumerated() where !table.rows.isEmpty {
        let name = "\(section.id)-\(number + 1)"
        files += [
          ("tables/\(name).csv", table.csv), ("tables/\(name).json", table.json),
          ("tables/\(name).tex", LaTeXTable(table, label: name).text),
        ]
      }
    }
    files += report.figures.map { ("figures/\($0.name).svg", $0.picture.svg) }
    files.append((Self.crate, Self.crateText(of: results, files)))
  }

  /// Writes all files into a folder, which is made. An earlier export there is replaced, file by file as it
  /// lists them; a folder that holds something else, and files that somebody changed since, are refused.
  package func write(to folder: String) throws(StudyError) {
    let manager = FileManager.default
    let isUsed = (try? manager.contentsOfDirectory(atPath: folder))?.isEmpty == false
    let earlier = Self.earlier(in: folder)
    guard !isUsed || earlier != nil else {
      throw .cannotWrite(folder, reason: "the folder holds something else than an export; name a new one")
    }
    for (path, digest) in earlier ?? [] {
      guard let bytes = manager.contents(atPath: "\(folder)/\(path)") else { continue }
      guard Digest(of: bytes).description == digest else {
        throw .cannotWrite(folder, reason: "\(path) was changed since it was exported; name a new folder")
      }
    }
    do {
      for (path, _) in earlier ?? [] where manager.fileExists(atPath: "\(folder)/\(path)") {
        try manager.removeItem(atPath: "\(folder)/\(path)")
      }
      for path in ["", "/tables", "/figures"] {
        try manager.createDirectory(atPath: folder + path, withIntermediateDirectories: true)
      }
      for file in files { try AtomicFile.write(file.text, to: "\(folder)/\(file.path)") }
    } catch let error as DataError {
      throw .cannotWrite(folder, reason: error.description)
    } catch {
      throw .cannotWrite(folder, reason: error.localizedDescription)
    }
  }

  /// The files of an earlier export in a folder with their digests; nil where there is no such export.
  private static func earlier(in folder: String) -> [(path: String, digest: String)]? {
    guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(crate)"),
      let root = try? Node(json: Array(bytes), source: crate), case .list(let graph)? = root["@graph"]?.value,
      graph.contains(where: { $0["@id"]?.text == "#pinfold" })
    else { return nil }
    return graph.filter { $0["@type"]?.text == "File" }.compactMap { file in
      guard let path = file["@id"]?.text, let digest = file["sha256"]?.text, !path.hasPrefix("/"),
        !path.split(separator: "/").contains("..")
      else { return nil }
      return (path, digest)
    }
  }

  private static func citation(of results: StudyResults) -> String {
    // JSON's strings are YAML's too.
    func quoted(_ text: String) -> String { Node(.text(text)).json }
    return """
      cff-version: 1.2.0
      message: "Cite this study as below."
      type: dataset
      title: \(quoted("Study: \(results.name)"))
      # Name the people who made the study.
      authors:
        - name: \(quoted("The authors of the study \(results.name)"))
      date-released: \(results.manifest.run.began.prefix(10))
      identifiers:
        - type: other
          value: \(quoted(results.manifest.run.id))
          description: "The run of the study."
      references:
        - type: software
          title: Pinfold
          authors:
            - name: "The Pinfold developers"
          version: \(quoted(results.manifest.tool.version))

      """
  }

  private static func crateText(of results: StudyResults, _ files: [(path: String, text: String)]) -> String {
    let formats = [
      "html": "text/html", "csv": "text/csv", "json": "application/json", "md": "text/markdown",
      "tex": "application/x-tex", "svg": "image/svg+xml", "cff": "application/yaml",
    ]
    var json = JSONWriter()
    func reference(_ name: String, _ id: String, _ json: inout JSONWriter) {
      json.object(name) { $0.member("@id", id) }
    }
    json.object { json in
      json.member("@context", "https://w3id.org/ro/crate/1.1/context")
      json.array("@graph") { json in
        json.object { json in
          json.member("@id", crate)
          json.member("@type", "CreativeWork")
          reference("conformsTo", "https://w3id.org/ro/crate/1.1", &json)
          reference("about", "./", &json)
        }
        json.object { json in
          json.member("@id", "./")
          json.member("@type", "Dataset")
          json.member("name", "Study: \(results.name)")
          json.member(
            "description", "A comparison of clustering strategies: report, statistics, tables and figures.")
          json.member("datePublished", results.manifest.run.began)
          json.member("identifier", results.manifest.run.id)
          json.member("license", "Not stated: the terms of the data are in manifest.json.")
          json.array("hasPart") { json in for file in files { json.object { $0.member("@id", file.path) } } }
        }
        json.object { json in
          json.member("@id", "#pinfold")
          json.member("@type", "SoftwareApplication")
          json.member("name", "Pinfold")
          json.member("version", results.manifest.tool.version)
        }
        json.object { json in
          json.member("@id", "#run")
          json.member("@type", "CreateAction")
          json.member("name", "The run of the study")
          json.member("startTime", results.manifest.run.began)
          reference("instrument", "#pinfold", &json)
          reference("result", "./", &json)
        }
        for file in files {
          json.object { json in
            json.member("@id", file.path)
            json.member("@type", "File")
            json.member(
              "encodingFormat", formats[String(file.path.split(separator: ".").last ?? "")] ?? "text/plain")
            json.member("contentSize", "\(file.text.utf8.count)")
            json.member("sha256", Digest(of: file.text.utf8).description)
          }
        }
      }
    }
    return json.text + "\n"
  }
}

extension StudyReport {
  /// The study as files for papers and archives.
  package var export: StudyExport { StudyExport(results, self) }
}

extension ReportTable {
  /// The table as it is printed: a row of heads, then its rows.
  fileprivate var csv: String {
    var csv = CSVWriter()
    csv.row(columns)
    for row in rows { csv.row(row.map(\.whole)) }
    return csv.text
  }

  fileprivate var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("caption", caption)
      json.array("columns") { json in for column in columns { json.value(column) } }
      json.array("rows") { json in
        for row in rows { json.array { json in for cell in row { json.value(cell.whole) } } }
      }
    }
    return json.text + "\n"
  }
}

extension ReportTable.Cell {
  /// The text with its remark.
  fileprivate var whole: String { note.isEmpty ? text : "\(text) \(note)" }
}
