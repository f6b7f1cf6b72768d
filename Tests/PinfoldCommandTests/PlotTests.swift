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

  @Test(
    "a note says that markers kept apart may overlap in other sizes",
    arguments: [
      (["--by", "id:count", "--strategy", "grid"], false), (["--strategy", "separate"], false),
      (["--by", "lat2:max"], true), (["--largest", "60"], true), (["--largest", "32"], false),
      (["--by", "id:top"], false), (["--representative", "first"], true), (["--min-points", "3"], true),
      (["--representative", "first", "--separate"], false),
    ])
  func overlapNote(arguments: [String], isNoted: Bool) throws {
    try tool.write("id,lon,lat,lat2\na,2.3,48.85,4.5\nb,2.5,48.9,6\n", to: "b.csv")
    let outcome = try tool.run(["plot", "b.csv", "--view", "2.5,48.8,4"] + arguments)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.errors.contains("markers may overlap") == isNoted, "\(outcome.errors)")
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
    let labels = sums.output.matches(of: /class="\w+ middle"[^>]*>([^<]+)</).map { String($0.1) }
    // From the bottom up: a cluster without a number, 70.25, 1500; then the scale.
    #expect(sums.status == 0 && labels == ["–", "70.3", "1.5k", "200 km"])
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
      (["-o", "map.jpg"], "--output 'map.jpg': expected a name that ends in .svg, .png, .pdf or .html"),
      (
        ["-o", "map.svg", "--scale", "2"],
        "--scale applies to PNG images; give --output a name that ends in .png"
      ),
      (["--scale", "0"], "--scale '0': expected a number in 0.1…16"),
      (
        ["-o", "a.svg", "--graphics", "sixel"],
        "--graphics shows a picture on the terminal; leave out --output"
      ),
      (["--diff"], "--diff needs two views, --from and --to"),
      (["--diff", "towns", "--from", "1,2,3", "--to", "1,2,4"], "--diff: unknown diff 'towns'"),
      (
        ["--by", "size"],
        "--by 'size': expected count, weight, column:kind, as in population:sum, or column:top, as in fuel:top for colors"
      ),
      (
        ["--by", "size:concat"],
        "--by 'size:concat': expected a column and one kind that makes a number, as in population:sum"
      ),
      (["--by", "size:top(9)"], "--by 'size:top(9)': expected at most top(8): more colors"),
      (["--by", "size:of,fuel:top"], "--by 'size:of': unknown kind 'of'"),
      (["--by", "fuel:tpo"], "--by 'fuel:tpo': unknown kind 'tpo' (did you mean 'top'?)"),
      (["--moves"], "--moves needs --diff"),
      (
        ["--diff", "--moves", "-o", "map.png"], "--moves needs SVG; give --output a name that ends in .svg"
      ),
      (["--zooms", "2-4"], "--zooms applies to HTML pages; give --output a name that ends in .html"),
      (
        ["-o", "map.html", "--layers", "hulls,points"],
        "--layers: 'hulls' is a layer of pictures; a page has coast, graticule, points, towns, markers, scale, legend"
      ),
      (["-o", "map.html", "--strategy", "grid,none"], "a page shows one strategy, not 2; name one"),
      (
        ["-o", "map.html", "--diff", "--from", "1,2,3", "--to", "1,2,4"],
        "an HTML page animates zooming by itself"
      ),
      (["-o", "map.html", "--zooms", "2,4"], "--zooms '2,4': expected consecutive whole zooms in 0…20"),
      (["--from", "1,2,3"], "--from and --to need --diff"),
      (
        ["--diff", "--view", "1,2,3"],
        "--diff uses the views of --from and --to; leave out --view"
      ),
    ] {
      let outcome = try tool.run(["plot", "nosuch.csv"] + arguments)
      #expect(outcome.status == 64 && outcome.complaint.hasPrefix("pinfold: \(message)"), "\(outcome)")
    }
    #expect(try tool.files == ["a.csv"])
  }

  @Test("advice to leave options out names those that were given, all of them and no others")
  func advice() throws {
    let views = ["--view", "1,2,3", "--bbox", "1,2,3,4", "--zoom", "4"]
    let html = ["-o", "map.html"]
    for arguments in [
      html + ["--diff"], html + ["--strategy", "grid,none"], html + ["--strategy", "grid,none", "--diff"],
      ["--diff"] + views, ["--diff", "--bbox", "1,2,3,4"], views, Array(views.prefix(4)),
      ["-o", "a.svg", "--graphics", "sixel"],
    ] {
      let complaint = try tool.run(["plot", "nosuch.csv"] + arguments).complaint
      guard let place = complaint.firstRange(of: "leave ") else {
        #expect(arguments.contains("grid,none"), "\(complaint)")
        continue
      }
      let named = Set(complaint[place.upperBound...].matches(of: /--[a-z]+/).map { String($0.output) })
      let given = Set(arguments.map { $0 == "-o" ? "--output" : $0 })
      #expect(!named.isEmpty && named.isSubset(of: given), "\(arguments): \(complaint)")
    }
  }

  @Test("a view without points is drawn, with a note where the points are")
  func emptyView() throws {
    let note = "note: no point is in view; all "
    let swapped = try tool("plot", "a.csv", "--view", "48.8,2.3,8", "-o", "e.svg")
    #expect(swapped.status == 0 && swapped.errors.contains(note), "\(swapped)")
    #expect(swapped.errors.contains("the view's middle looks swapped: longitude comes first, as in 2.3,48.8"))
    #expect(try tool("plot", "a.csv", "--view", "48.8,2.3,8", "-o", "e.html").errors.contains(note))
    #expect(try tool("cluster", "a.csv", "--view", "48.8,2.3,8").errors.contains(note))
    let way = try tool("diff", "a.csv", "--from", "2.3,48.8,4", "--to", "48.8,2.3,8")
    #expect(way.errors.contains("note: --to: no point is in view") && !way.errors.contains("--from:"))
    let lua = try tool(
      "run", "-e", "print(strategy('grid'):frame(dataset('a.csv'), view(48.8, 2.3, 8)))", "a.csv")
    #expect(lua.output.contains("0 clusters of 0 points at zoom 8; no point is in view; all "), "\(lua)")
    #expect(try !tool("plot", "a.csv", "-o", "e.svg").errors.contains("in view"))
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

  @Test("a transition plays on request")
  func moving() throws {
    let views = ["--from", "2.5,48.8,4,900x600", "--to", "2.5,48.8,10,900x600"]
    let svg = try tool.run(["plot", "a.csv", "--diff", "--moves"] + views).output
    #expect(XMLParser(data: Data(svg.utf8)).parse() && svg.contains("@keyframes"))
    #expect(!svg.contains("class=\"arrow") && !svg.contains("<script"))
    let turned = try tool.run(
      ["plot", "a.csv", "--diff", "--moves", "--bearing", "20", "-o", "a.svg"] + views)
    #expect(turned.status != 0 && turned.complaint.contains("a rotated view cannot be animated"))
  }

  @Test("own shapes lie under the markers")
  func base() throws {
    try tool.write(
      """
      { "type": "FeatureCollection", "features": [
        { "type": "Feature", "geometry": { "type": "Polygon", "coordinates": [
          [[2, 48], [3, 48], [3, 49], [2, 49], [2, 48]], [[2.4, 48.4], [2.6, 48.4], [2.5, 48.6], [2.4, 48.4]] ] } },
        { "type": "Feature", "geometry": { "type": "LineString", "coordinates": [[-10, 45], [20, 50, 7]] } },
        { "type": "Feature", "geometry": null }, { "type": "Feature", "geometry": { "type": "Point", "coordinates": [2, 48] } }
      ] }
      """, to: "shapes.geojson")
    let view = ["--view", "2.5,48.5,6,600x400"]
    let svg = try tool.run(["plot", "a.csv", "--base", "shapes.geojson"] + view).output
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    let area = try #require(svg.firstMatch(of: /class="shape" fill-rule="evenodd" d="([^"]*)"/)?.1)
    // A ring and a hole; one degree is 45.5 points wide at zoom 6.
    #expect(area.matches(of: /z|Z/).count == 2 && area.hasPrefix("M277.2 "))
    // The line goes on beyond the map, where it is cut.
    let line = try #require(svg.firstMatch(of: /class="shape line" d="M([-0-9.]+) [-0-9.]+L([-0-9.]+)\s/))
    #expect(line.1 == "-4" && line.2 == "604")
    let shapes = try #require(svg.range(of: "class=\"shape\""))
    let markers = try #require(svg.range(of: "class=\"disc"))
    #expect(shapes.upperBound < markers.lowerBound)
    #expect(
      try tool.run([
        "plot", "a.csv", "--diff", "--moves", "--base", "shapes.geojson", "--from", "2,48,5",
        "--to", "2,48,6",
      ]).output.contains("class=\"shape line\""))
  }

  @Test(
    "shapes that cannot be drawn are told with their file and line",
    arguments: [
      ("{", "shapes.geojson"), ("[1]", "shapes.geojson:1: expected GeoJSON, an object with 'type'"),
      (
        "{\n\"type\": \"Polygone\" }", "shapes.geojson:1: 'type' is 'Polygone', which is not a GeoJSON type"
      ),
      (
        "{ \"type\": \"LineString\", \"coordinates\": [[1, 2],\n[3, \"4\"]] }",
        "shapes.geojson:2: a position takes two numbers"
      ),
      (
        "{ \"type\": \"LineString\", \"coordinates\": [[1, 2],\n[500000, 4000000]] }",
        "shapes.geojson:2: 500000, 4000000 is not a longitude and latitude in degrees"
      ),
      (
        "{ \"type\": \"Polygon\", \"coordinates\": [[[1, 2], [3, 4], [1, 2]]] }",
        "shapes.geojson:1: a ring of a polygon takes four positions or more"
      ),
      ("{ \"type\": \"Point\", \"coordinates\": [1, 2] }", "shapes.geojson: it has no lines or polygons"),
      ("{ \"type\": \"Feature\" }", "shapes.geojson: it has no lines or polygons"),
    ])
  func badShapes(text: String, expected: String) throws {
    try tool.write(text, to: "shapes.geojson")
    let outcome = try tool.run(["plot", "nosuch.csv", "--base", "shapes.geojson", "-o", "map.svg"])
    #expect(outcome.status != 0 && outcome.complaint.contains(expected), "\(outcome.complaint)")
    let missing = try tool.run(["plot", "nosuch.csv", "--base", "missing.geojson"])
    #expect(missing.complaint.contains("missing.geojson"))
  }

  /// The data of a page.
  private func content(_ file: String) throws -> [String: Any] {
    let html = try String(contentsOf: tool.folder.appending(path: file), encoding: .utf8)
    let text = try #require(html.firstMatch(of: /<script type="application\/json"[^>]*>([^<]*)<\/script>/)?.1)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("a page has the column, the names, the layers and the shapes of pictures")
  func pageOptions() throws {
    try tool.write(
      "name,lon,lat,pop\nA,2,48,300\nB,2,48,1200\n\"</script>\",9,48,70.25\nD,-4,48,\n", to: "towns.csv")
    try tool.write(
      #"{ "type": "Polygon", "coordinates": [[[0, 40], [90, 40], [90, 50], [0, 40]]] }"#, to: "shapes.geojson"
    )
    let page = try tool.run([
      "plot", "towns.csv", "--by", "pop:sum", "--names", "name", "--layers", "markers,points", "--base",
      "shapes.geojson", "--strategy", "grid", "--zooms", "5-6", "-o", "towns.html",
    ])
    #expect(page.status == 0, "\(page.errors)")
    let data = try content("towns.html")
    #expect(data["by"] as? String == "sum of pop" && data["layers"] as? [String] == ["points", "markers"])
    #expect(data["ground"] is NSNull && (data["dots"] as? String)?.isEmpty == false)
    let level = try #require((data["levels"] as? [[String: Any]])?.first)
    let values = try #require(level["value"] as? [Any]).map { $0 as? Double }
    #expect(Set(values) == [1500, 70.25, nil])
    let names = try #require(level["name"] as? [Any]).compactMap { $0 as? String }
    #expect(Set(names) == ["</script>", "D"])
    #expect(level["id"] == nil)
    let deepest = try #require((data["levels"] as? [[String: Any]])?.last)
    #expect(Set(try #require(deepest["id"] as? [Any]).compactMap { $0 as? String }) == ["2", "3"])
    let areas = try #require((data["shapes"] as? [[String: Any]])?.first?["areas"] as? [[[Int]]])
    // The first corner on a square of 2²⁴, and a quarter of the world to the east.
    #expect(areas[0][0][0] == 1 << 23 && areas[0][0][2] == 1 << 22 && areas[0][0].count == 8)
    let unknown = try tool.run(["plot", "towns.csv", "--by", "pups:sum", "-o", "unknown.html"])
    #expect(unknown.status != 0 && unknown.complaint.contains("pups"))
    #expect(try !tool.files.contains("unknown.html"))
    let standard = try tool.run(["plot", "towns.csv", "--no-coast", "-o", "plain.html"])
    #expect(standard.status == 0)
    let plain = try content("plain.html")
    #expect(plain["layers"] as? [String] == ["graticule", "points", "markers", "scale", "legend"])
    #expect(plain["by"] is NSNull && (plain["levels"] as? [[String: Any]])?.first?["value"] == nil)
  }

  @Test("a grid's discs are no wider than its cells, unless a size is given")
  func gridDiscs() throws {
    let view = ["plot", "a.csv", "--strategy", "grid(cellSize=20)", "--view", "2.5,48.8,4"]
    func radii(_ words: [String]) throws -> [Double] {
      try tool.run(view + words).output.matches(of: /class="disc c\d" [^>]*r="([\d.]+)"/).compactMap {
        Double($0.1)
      }
    }
    // But for that of the legend.
    #expect(try radii(["--layers", "markers"]).max() ?? 99 <= 10)
    #expect(try radii(["--layers", "markers", "--smallest", "15"]).max() ?? 0 >= 15)
    let page = try tool.run(["plot", "a.csv", "--strategy", "grid(cellSize=20)", "-o", "grid.html"])
    #expect(page.status == 0)
    #expect((try content("grid.html")["style"] as? [String: Any])?["largest"] as? Double ?? 99 <= 10)
  }

  @Test("a page holds every point at every zoom, and asks for nothing")
  func page() throws {
    let page = try tool.run(["plot", "a.csv", "-o", "map.html", "--zooms", "3-10"])
    #expect(page.status == 0, "\(page.errors)")
    let html = try String(contentsOf: tool.folder.appending(path: "map.html"), encoding: .utf8)
    #expect(html.contains("default-src 'none'") && !html.contains("http://") && !html.contains("https://"))
    let text = try #require(html.firstMatch(of: /<script type="application\/json"[^>]*>([^<]*)<\/script>/)?.1)
    let data = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let levels = try #require(data["levels"] as? [[String: Any]])
    let flows = try #require(data["flows"] as? [[String: [Int]]])
    #expect(levels.compactMap { $0["zoom"] as? Int } == Array(3...10) && flows.count == 7)
    let counts = levels.compactMap { $0["count"] as? [Int] }
    for (index, flow) in flows.enumerated() {
      var (outer, inner) = (counts[index].map { _ in 0 }, counts[index + 1].map { _ in 0 })
      let shared = try #require(flow["count"])
      for (place, count) in shared.enumerated() {
        outer[try #require(flow["low"])[place]] += count
        inner[try #require(flow["high"])[place]] += count
      }
      // What parts and what comes together has the points of both markers, all five.
      #expect(outer == counts[index] && inner == counts[index + 1] && shared.reduce(0, +) == 5)
    }
    #expect(counts[0].count < counts[7].count)
    let bound = try tool.run(["plot", "a.csv", "-o", "kmeans.html", "--strategy", "kmeans"])
    #expect(bound.status != 0 && bound.complaint.contains("the strategy's clusters depend on the view"))
    let large = try tool.run(
      [
        "plot", "--generate", "uniform,count=400000", "--strategy", "none", "-o", "large.html", "--zooms",
        "3-5",
      ])
    #expect(large.status != 0 && large.complaint.contains("more than fit in a page of 8 MB"))
    #expect(try !tool.files.contains("large.html"))
  }
}
