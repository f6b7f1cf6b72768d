import CReport

/// The style sheet of a report: light, dark if preferred, light on paper.
///
/// If there is room the table of contents is at the side. A box that scrolls fades at edges with hidden
/// content.
enum ReportStyle {
  static var sheet: String { unsafe text(pinfold_report_css(), pinfold_report_css_size()) }
}

/// The tables of a study's database; the article Studies explains them to those who open it with other tools.
enum StudySchema {
  /// The version of the schema, kept in the database as `user_version`.
  static let version = 6

  static var tables: String {
    unsafe text(pinfold_study_sql(), pinfold_study_sql_size()) + "PRAGMA user_version = \(version);"
  }
}

private func text(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
  unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}
