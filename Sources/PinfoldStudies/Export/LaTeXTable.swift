/// Writes a table of a report for LaTeX, with the rules of the package booktabs.
struct LaTeXTable {
  private(set) var text: String

  /// - Parameter label: what `\ref` calls the table: "scores-1".
  init(_ table: ReportTable, label: String) {
    let marks = table.columns.indices.map { column in
      table.rows.contains { $0[column].isNumeric } ? "r" : "l"
    }
    func line(_ cells: [String]) -> String { "  " + cells.joined(separator: " & ") + " \\\\\n" }
    text =
      "\\begin{table}\n  \\caption{\(Self.escaped(table.caption))}\n  \\label{tab:\(label)}\n"
      + "  \\begin{tabular}{\(marks.joined())}\n  \\toprule\n" + line(table.columns.map(Self.escaped))
      + "  \\midrule\n"
      + table.rows.map { row in
        line(
          row.map { cell in
            let text = Self.escaped(cell.text)
            return (cell.isBest ? "\\textbf{\(text)}" : text)
              + (cell.note.isEmpty ? "" : " \(Self.escaped(cell.note))")
          })
      }.joined()
      + "  \\bottomrule\n  \\end{tabular}\n\\end{table}\n"
  }

  /// Characters that mean something to LaTeX, or that its default fonts lack.
  private static let escapes: [Character: String] = [
    "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "%": "\\%", "#": "\\#",
    "_": "\\_",
    "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}", ">": "\\textgreater{}",
    "[": "{[}", "]": "{]}", "*": "{*}", "|": "\\textbar{}", "\"": "\\textquotedbl{}", "−": "$-$",
    "×": "$\\times$", "±": "$\\pm$", "≤": "$\\leq$",
    "≥": "$\\geq$", "↑": "$\\uparrow$", "↓": "$\\downarrow$", "…": "\\ldots{}", "–": "--", "—": "---",
    "’": "'",
    "‘": "`", "δ": "$\\delta$", "χ": "$\\chi$", "²": "$^2$", "°": "$^\\circ$", "·": "$\\cdot$",
    "√": "$\\surd$",
    "\u{a0}": "~", "\u{202f}": "\\,", "\n": " ", "\r": " ", "\r\n": " ", "\t": " ",
  ]

  static func escaped(_ text: String) -> String {
    text.map { escapes[$0] ?? String($0) }.joined()
  }
}
