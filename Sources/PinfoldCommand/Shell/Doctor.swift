import Pinfold
import PinfoldData
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldScripting
import Platform

/// Lists what the shell finds on this machine, and what would have to be installed for the rest.
struct Doctor {
  let session: ScriptSession

  /// Programs that run beside Pinfold, their uses, and the packages that contain them on Debian and with
  /// Homebrew.
  private static let programs: [(name: String, use: String, apt: String, brew: String)] = [
    ("rsvg-convert", "pictures as PNG and PDF", "librsvg2-bin", "librsvg"),
    ("chafa", "pictures in the terminal", "chafa", "chafa"),
    ("ogr2ogr", "shapefiles and the like, made into GeoJSON", "gdal-bin", "gdal"),
  ]

  func report(width: Int) -> String {
    lines.map { name, text in
      let lines = FittedTable.wrap(text, to: max(30, width), indent: "  ")
      // A single line stands behind its heading.
      return lines.count { $0 == "\n" } == 1 ? "\(name): \(lines.dropFirst(2))" : "\(name)\n\(lines)"
    }.joined()
  }

  private var lines: [(String, String)] {
    let (columns, rows) = Terminal.size
    var lines = [
      ("pinfold", "\(Version.current), \(counted(Processors.count, "processor"))"),
      ("terminal", "\(System.variable("TERM") ?? "TERM is not set"), \(columns) x \(rows), \(Self.looks)"),
      (
        "locale",
        Terminal.isUTF8
          ? "UTF-8" : "not UTF-8, so signs of other scripts are shown in plain letters; LC_ALL=C.UTF-8 helps"
      ),
    ]
    for program in Self.programs {
      let place = Self.path(of: program.name)
      let help = "missing, for \(program.use): apt install \(program.apt), or brew install \(program.brew)"
      lines.append((program.name, place.map { "\($0), for \(program.use)" } ?? help))
    }
    let editor = System.variable("VISUAL") ?? System.variable("EDITOR")
    lines.append(("editor", editor ?? "vi, as neither $VISUAL nor $EDITOR is set"))
    for folder in session.workbench.pluginFolders {
      let count = session.workbench.plugins.filter { $0.path.hasPrefix("\(folder)/") }.count
      lines.append(("plugins", "\(folder): \(count == 0 ? "none" : counted(count, "plugin"))"))
    }
    lines.append(
      ("start", StartFile.path.map { Self.exists($0) ? $0 : "\($0), which is not there" } ?? "no home folder")
    )
    lines.append(("history", History.standardPath ?? "not kept, as there is no home folder"))
    return lines
  }

  private static var looks: String {
    let editing = Terminal.canEdit ? "lines are edited" : "plain lines"
    return "\(editing), \(Terminal.hasColors ? "colours" : "no colours")"
      + ", pictures by \(TerminalDisplay.standardOutput().graphics.rawValue)"
  }

  static func path(of program: String) -> String? {
    (System.variable("PATH") ?? "").split(separator: ":").map { "\($0)/\(program)" }
      .first { unsafe access($0, X_OK) == 0 }
  }

  private static func exists(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }
}

enum StartFile {
  /// $XDG_CONFIG_HOME/pinfold/init.lua; nil where there is no home.
  static var path: String? {
    let home = System.variable("HOME").map { "\($0)/.config" }
    return (System.variable("XDG_CONFIG_HOME") ?? home).map { "\($0)/pinfold/init.lua" }
  }

  static var existing: String? { path.flatMap { unsafe access($0, F_OK) == 0 ? $0 : nil } }
}
