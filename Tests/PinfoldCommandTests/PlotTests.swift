import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("pinfold plot")
struct PlotTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      "id,lon,lat\na,2.30,48.85\nb,2.3001,48.85\nc,2.5,48.9\nd,2.7,48.7\ne,-120,40\n", to: "a.csv")
  }

  @Test("the map is XML, with a title, and goes to standard output or to a file")
  func map() throws {
    let outcome = try tool("plot", "a.csv", "--view", "2.5,48.8,4,600x400")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(XMLParser(data: Data(outcome.output.utf8)).parse())
    #expect(
      outcome.output.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"632\" height=\"460\""))
    #expect(outcome.output.contains(">grid</text>") && outcome.output.contains(">1 cluster</text>"))
    #expect(outcome.output.matches(of: /class="disc"/).count == 1)
    let file = try tool("plot", "a.csv", "--view", "2.5,48.8,4,600x400", "-o", "map.svg")
    #expect(file.status == 0 && file.output.isEmpty)
    let written = try String(contentsOf: tool.folder.appending(path: "map.svg"), encoding: .utf8)
    #expect(written == outcome.output)
  }

  @Test("only the layers asked for are drawn")
  func layers() throws {
    let hulls = try tool("plot", "a.csv", "--layers", "hulls,legs", "--view", "2.5,48.8,4").output
    #expect(hulls.contains("class=\"hull ") && hulls.contains("class=\"leg "))
    #expect(!hulls.contains("class=\"disc\"") && !hulls.contains("class=\"rule\""))
    #expect(!hulls.contains("class=\"dots\""))
  }

  @Test("strategies are drawn side by side, each with its label and its number of clusters")
  func compare() throws {
    let svg = try tool(
      "plot", "a.csv", "--compare", "grid,none,pca(maximum=50)", "--view", "2.5,48.8,11,500x300"
    ).output
    #expect(svg.contains(">grid</text>") && svg.contains(">none</text>"))
    #expect(svg.contains(">pca(maximum=50)</text>") && svg.contains(">4 clusters</text>"))
    // Two columns and two rows, with gaps of 16.
    #expect(svg.contains("width=\"1048\" height=\"704\" viewBox"))
  }

  @Test("planar data are drawn on the plane")
  func planar() throws {
    try tool.write("x,y\n0,5\n10,6\n100000,3\n", to: "plan.csv")
    let outcome = try tool("plot", "plan.csv", "--planar")
    #expect(outcome.status == 0 && outcome.output.contains(">50000</text>"))
  }

  @Test("a file of another format is refused before the data are read, with the way to it")
  func otherFormats() throws {
    let outcome = try tool("plot", "nosuch.csv", "-o", "a.map.PNG")
    #expect(outcome.status == 64)
    #expect(
      outcome.complaint.hasPrefix(
        "pinfold: --output 'a.map.PNG': plot writes SVG; write 'a.map.svg', which "
          + "'rsvg-convert -f png a.map.svg -o a.map.PNG' of Debian's librsvg2-bin turns into PNG"))
    #expect(try tool("plot", "a.csv", "-o", "map.pdf").status == 64)
    #expect(try tool.files == ["a.csv"])
  }
}
