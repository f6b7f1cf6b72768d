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
    #expect(outcome.status == 0 && outcome.complaint.isEmpty)
    #expect(XMLParser(data: Data(outcome.output.utf8)).parse())
    #expect(
      outcome.output.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"632\" height=\"476\""))
    #expect(outcome.output.contains(">a.csv · separate</text>"))
    #expect(outcome.output.contains(">zoom 4 · 4 points in 1 cluster</text>"))
    // One in the legend.
    #expect(outcome.output.matches(of: /class="disc c0"/).count == 2)
    let file = try tool("plot", "a.csv", "--view", "2.5,48.8,4,600x400", "-o", "map.svg")
    #expect(file.status == 0 && file.output.isEmpty)
    let written = try String(contentsOf: tool.folder.appending(path: "map.svg"), encoding: .utf8)
    #expect(written == outcome.output)
  }

  @Test("only the layers asked for are drawn")
  func layers() throws {
    let hulls = try tool("plot", "a.csv", "--layers", "hulls,legs", "--view", "2.5,48.8,4").output
    #expect(hulls.contains("class=\"hull ") && hulls.contains("class=\"leg "))
    #expect(!hulls.contains("class=\"disc") && !hulls.contains("class=\"rule\""))
    #expect(!hulls.contains("class=\"dots\""))
  }

  @Test("strategies are drawn side by side, each with its label and its number of clusters")
  func compare() throws {
    let svg = try tool(
      "plot", "a.csv", "--strategy", "grid,none,pca(budget=50)", "--view", "2.5,48.8,10,500x300"
    ).output
    #expect(svg.contains(">a.csv · grid</text>") && svg.contains(">a.csv · none</text>"))
    #expect(
      svg.contains(">a.csv · pca(budget=50)</text>") && svg.contains(" in 4 clusters</text>")
        && svg.contains(" · effective size 64</text>"))
    // Two columns and two rows, with gaps of 16.
    #expect(svg.contains("width=\"1048\" height=\"736\" viewBox"))
  }

  @Test("markers show weights or a column, and single points their names")
  func numbers() throws {
    try tool.write(
      "name,lon,lat,pop\nA,2,48,300\nB,2,48,1200\n<C>,9,48,70.25\nD,-4,48,\n", to: "towns.csv")
    let view = ["--view", "3,48,5", "--strategy", "grid"]
    let sums = try tool.run(["plot", "towns.csv", "--by", "pop:sum", "--names", "name"] + view)
    let labels = sums.output.matches(of: /class="t. middle"[^>]*>([^<]+)</).map { String($0.1) }
    // From the bottom up: a cluster without a number, 70.25, 1500.
    #expect(sums.status == 0 && labels == ["–", "70.3", "1.5k"])
    #expect(sums.output.contains(">sum of pop</text>") && sums.output.contains(">1k–10k</text>"))
    #expect(sums.output.contains(">&lt;C&gt;</text>") && sums.output.contains(">D</text>"))
    #expect(!sums.output.contains(">A</text>"))
    let weights = try tool.run(["plot", "towns.csv", "--weight", "pop", "--by", "weight"] + view)
    #expect(weights.output.contains(">1.5k</text>") && weights.output.contains(">weight</text>"))
    let unknown = try tool.run(["plot", "towns.csv", "--by", "pups:sum"] + view)
    #expect(unknown.status != 0 && unknown.complaint.contains("pups") && unknown.output.isEmpty)
  }

  @Test("planar data are drawn on the plane")
  func planar() throws {
    try tool.write("x,y\n0,5\n10,6\n100000,3\n", to: "plan.csv")
    let outcome = try tool("plot", "plan.csv", "--planar")
    #expect(outcome.status == 0 && outcome.output.contains(">20000</text>"))
  }

  @Test("the name of the file tells its format, and the theme its colours")
  func formats() throws {
    let view = ["--view", "2.5,48.8,4,60x40"]
    func start(_ name: String, _ more: String...) throws -> [UInt8] {
      let outcome = try tool.run(["plot", "a.csv", "-o", name] + view + more)
      #expect(outcome.status == 0 && outcome.complaint.isEmpty && outcome.output.isEmpty)
      return [UInt8](try Data(contentsOf: tool.folder.appending(path: name)))
    }
    let png = try start("a.map.PNG", "--scale", "1.5")
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // A map of 60 × 84 with a gap of 16 around.
    #expect(png[16..<24] == [0, 0, 0, 138, 0, 0, 0, 174])
    #expect(try start("map.pdf").starts(with: Array("%PDF".utf8)))
    let dark = String(decoding: try start("dark.svg", "--theme", "dark"), as: UTF8.self)
    #expect(dark.contains("#0d1117") && !dark.contains("prefers-color-scheme"))
    #expect(try tool.files == ["a.csv", "a.map.PNG", "dark.svg", "map.pdf"])
  }

  @Test("what cannot be written is refused before the data are read")
  func refusals() throws {
    for (arguments, message) in [
      (["-o", "map.jpg"], "--output 'map.jpg': expected a name that ends in .svg, .png or .pdf"),
      (
        ["-o", "map.svg", "--scale", "2"], "--scale says how many pixels a PNG image has; --output names none"
      ),
      (["--scale", "0"], "--scale '0': expected a number in 0.1…16"),
      (
        ["-o", "a.svg", "--graphics", "sixel"],
        "--graphics shows a picture in place of writing a file; leave --output out"
      ),
      (["--diff"], "--diff needs two views, --from and --to"),
      (["--by", "size"], "--by 'size': expected count, weight, or column:kind, as in population:sum"),
      (
        ["--by", "size:top(2)"],
        "--by 'size:top(2)': expected a column and one kind that makes a number, as in population:sum"
      ),
      (["--from", "1,2,3"], "--from and --to are the views of --diff, which is missing"),
      (
        ["--diff", "--view", "1,2,3"],
        "--diff draws the views of --from and --to; leave out --view, --bbox and --zoom"
      ),
    ] {
      let outcome = try tool.run(["plot", "nosuch.csv"] + arguments)
      #expect(outcome.status == 64 && outcome.complaint.hasPrefix("pinfold: \(message)"), "\(outcome)")
    }
    #expect(try tool.files == ["a.csv"])
  }

  @Test("on request a picture is shown, piped without an escape sequence")
  func shown() throws {
    let view = ["plot", "a.csv", "--view", "2.5,48.8,4,600x400"]
    let plain = try tool.run(view + ["--graphics", "symbols"])
    #expect(
      plain.status == 0 && !plain.output.contains("\u{1B}") && plain.output.contains { !" \n".contains($0) })
    #expect(plain.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try tool.run(view + ["--graphics", "sixel"]).output.hasPrefix("\u{1B}P"))
    #expect(try tool.run(view + ["--graphics", "none"]).output.hasPrefix("<svg"))
  }

  @Test("a transition is drawn with its diff, and side by side for several strategies")
  func transition() throws {
    let views = ["--from", "2.5,48.8,4,900x600", "--to", "2.5,48.8,10,900x600"]
    let svg = try tool.run(["plot", "a.csv", "--diff"] + views).output
    #expect(
      svg.contains(">a.csv · membership of separate<") && svg.contains(">split ")
        && svg.contains("class=\"arrow s1\""))
    let two = try tool.run(["plot", "a.csv", "--diff", "identity", "--strategy", "grid,pca"] + views).output
    #expect(two.contains(">a.csv · identity of grid<") && two.contains(">a.csv · identity of pca<"))
  }
}
