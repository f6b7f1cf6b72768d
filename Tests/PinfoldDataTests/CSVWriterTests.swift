import PinfoldData
import Testing

@Suite("Writing CSV")
struct CSVWriterTests {
  private func text(_ fields: [String], isForSpreadsheets: Bool) -> String {
    var csv = CSVWriter(isForSpreadsheets: isForSpreadsheets)
    csv.row(fields)
    return csv.text
  }

  @Test("for spreadsheets marks texts that would be formulas, and no numbers")
  func formulas() {
    let fields = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "-inf", "-0x1p3", "a=b", ""]
    let numbers = ["-1.5", "+2", "-3e-7", "0"]
    #expect(
      text(fields + numbers, isForSpreadsheets: true)
        == "'=1+1,'+cmd|' /C calc'!A0,'-2+3,'@SUM(A1),'\t=1,'-inf,'-0x1p3,a=b,,-1.5,+2,-3e-7,0\n")
    #expect(text(["=a,\"b\""], isForSpreadsheets: true) == "\"'=a,\"\"b\"\"\"\n")
  }

  @Test("writes texts as they are unless it is for spreadsheets")
  func plain() {
    #expect(text(["=1+1", "-2+3"], isForSpreadsheets: false) == "=1+1,-2+3\n")
  }
}
