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
    var index = CSVWriter()
    index.row(["table", "section", "caption"])
    for section in report.sections {
      let tables = section.blocks.compactMap { if case .table(let table) = $0 { table } else { nil } }
      for (number, table) in tables.enumerated() where !table.rows.isEmpty {
        let name = "\(section.id)-\(number + 1)"
        index.row([name, section.title, table.caption])
        files += [
          ("tables/\(name).csv", table.csv), ("tables/\(name).json", table.json),
          ("tables/\(name).tex", LaTeXTable(table, label: name).text),
        ]
      }
    }
    files.append(("tables.csv", index.text))
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
      throw .cannotWrite(
        folder, reason: "the folder is not empty and contains no earlier export; choose a new folder")
    }
    for (path, digest) in earlier ?? [] {
      guard let bytes = manager.contents(atPath: "\(folder)/\(path)") else { continue }
      guard Digest(of: bytes).description == digest else {
        throw .cannotWrite(folder, reason: "\(path) was changed since it was exported; choose a new folder")
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
            - name: "The Pinfold maintainers"
          version: \(quoted(results.manifest.tool.version))

      """
  }

  private static func crateText(of results: StudyResults, _ files: [(path: String, text: String)]) -> String {
    let formats = [
      "html": "text/html", "csv": "text/csv", "json": "application/json", "md": "text/markdown",
      "tex": "application/x-tex", "svg": "image/svg+xml", "cff": "application/yaml",
    ]
    func text(_ text: String) -> Node { Node(.text(text)) }
    func reference(_ id: String) -> Node { Node(.table([("@id", text(id))])) }
    func entity(_ id: String, _ type: String, _ members: [(name: String, value: Node)]) -> Node {
      Node(.table([("@id", text(id)), ("@type", text(type))] + members))
    }
    let run = results.manifest.run
    let graph = [
      entity(
        crate, "CreativeWork",
        [("conformsTo", reference("https://w3id.org/ro/crate/1.1")), ("about", reference("./"))]),
      entity(
        "./", "Dataset",
        [
          ("name", text("Study: \(results.name)")),
          (
            "description",
            text("A comparison of clustering strategies: report, statistics, tables and figures.")
          ),
          ("datePublished", text(run.began)), ("identifier", text(run.id)),
          ("license", text("Not stated: the terms of the data are in manifest.json.")),
          ("hasPart", Node(.list(files.map { reference($0.path) }))),
        ]),
      entity(
        "#pinfold", "SoftwareApplication",
        [("name", text("Pinfold")), ("version", text(results.manifest.tool.version))]),
      entity(
        "#run", "CreateAction",
        [
          ("name", text("The run of the study")), ("startTime", text(run.began)),
          ("instrument", reference("#pinfold")), ("result", reference("./")),
        ]),
    ]
    let contents = files.map { path, content in
      entity(
        path, "File",
        [
          ("encodingFormat", text(formats[String(path.split(separator: ".").last ?? "")] ?? "text/plain")),
          ("contentSize", text("\(content.utf8.count)")),
          ("sha256", text(Digest(of: content.utf8).description)),
        ])
    }
    let context = text("https://w3id.org/ro/crate/1.1/context")
    return Node(.table([("@context", context), ("@graph", Node(.list(graph + contents)))])).json + "\n"
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
      json.member("columns", columns)
      json.array("rows", rows) { json, row in json.array(row) { $0.value($1.whole) } }
    }
    return json.text + "\n"
  }
}

extension ReportTable.Cell {
  fileprivate var whole: String { note.isEmpty ? text : "\(text) \(note)" }
}
