import Foundation
import Testing

@Suite("Pictures in the Lua API")
struct PlotTests {
  private let shell: RecordedSession

  init() throws {
    shell = try RecordedSession()
    _ = shell.answer(
      """
      p = points { lon = {2, 2.2, 3, 13}, lat = {48, 48, 48, 48} }
      f = strategy('grid'):frame(p, view { lon = 2.5, lat = 48, zoom = 3, width = 400, height = 300 })
      """)
  }

  @Test("a frame is drawn as an SVG map, with what was asked for")
  func frame() {
    _ = shell.answer("plain, titled = f:plot(), f:plot { title = 'Towns', layers = { 'markers' } }")
    #expect(shell.answer("plain:match('^<svg [^>]*width=\"400\" height=\"300\"') ~= nil") == "true\n")
    #expect(shell.answer("titled:match('height=\"344\"') ~= nil") == "true\n")
    #expect(shell.answer("titled:find('>Towns<') ~= nil, plain:find('cluster<') == nil") == "true\ttrue\n")
    #expect(
      shell.answer("plain:find('class=\"rule\"') ~= nil, titled:find('class=\"rule\"') == nil")
        == "true\ttrue\n")
  }

  @Test("markers are as large as was asked for")
  func sizes() {
    _ = shell.answer("small = f:plot { layers = { 'markers' }, smallest = 7, largest = 7 }")
    #expect(shell.answer("small:match('class=\"disc.- r=\"(%d+)\"')") == "\"7\"\n")
  }

  @Test("markers show a column, and single points their names")
  func numbers() {
    _ = shell.answer(
      """
      t = points { lon = {2, 2.2, 13}, lat = {48, 48, 48}, size = {7, 8, 400}, town = {'a', 'b', 'c'} }
      s = strategy('grid'):frame(t, view { lon = 7, lat = 48, zoom = 4 }):plot { by = 'size:sum', names = 'town' }
      """)
    #expect(
      shell.answer(
        "s:find('>15<') ~= nil, s:find('>400<') ~= nil, s:find('>c<') ~= nil, s:find('>a<') == nil")
        == "true\ttrue\ttrue\ttrue\n")
    #expect(shell.answer("f:plot { names = 'nme' }").contains("nme"))
  }

  @Test("frames are drawn side by side")
  func grid() {
    _ = shell.answer("rows = plot({ f, f, f }, { titles = { 'one', 'two' }, columns = 1 })")
    #expect(
      shell.answer("rows:match('width=\"(%d+)\" height=\"(%d+)\"')") == "\"432\"\t\"1052\"\n")
    #expect(shell.answer("rows:find('>two<') ~= nil, plot({}):match('^<svg') ~= nil") == "true\ttrue\n")
  }

  @Test("a strategy's cells are drawn on request")
  func cells() {
    #expect(shell.answer("f:plot { layers = { 'cells' } }:find('class=\"cell\"') ~= nil") == "true\n")
    #expect(shell.answer("plot({ f }, { layers = { 'cells' } }):find('class=\"cell\"') ~= nil") == "true\n")
  }

  @Test("a transition is drawn with arrows")
  func transition() {
    _ = shell.answer(
      """
      g = strategy('grid'):frame(p, view { lon = 2.5, lat = 48, zoom = 9, width = 400, height = 300 })
      t = diff('membership'):between(f, g):plot { title = 'Closer', smallest = 7, largest = 7 }
      """)
    #expect(shell.answer("t:find('>Closer<') ~= nil, t:find('class=\"arrow') ~= nil") == "true\ttrue\n")
    #expect(shell.answer("t:match('class=\"ring.- r=\"(%d+)\"')") == "\"7\"\n")
  }

  @Test("a transition plays on request")
  func moving() {
    _ = shell.answer(
      """
      g = strategy('grid'):frame(p, view { lon = 2.5, lat = 48, zoom = 9, width = 400, height = 300 })
      m = diff('membership'):between(f, g):plot { moves = true, coast = false }
      """)
    #expect(shell.answer("m:find('@keyframes') ~= nil, m:find('<use') == nil") == "true\ttrue\n")
  }

  @Test("a map is written as a page")
  func page() {
    _ = shell.answer(
      "h = strategy('grid'):build(p):page { title = '</script><b>', zooms = { '2-4' }, coast = false }")
    #expect(shell.answer("h:match('^<!DOCTYPE html>') ~= nil, h:find('<b>', 1, true)") == "true\tnil\n")
    #expect(shell.answer("h:find('\"ground\":null', 1, true) ~= nil") == "true\n")
    #expect(
      shell.answer("strategy('kmeans'):build(p):page()").contains(
        "the strategy's clusters depend on the view"))
  }

  @Test("only the function draws shapes of a file, as plugins have the method")
  func shapes() {
    #expect(shell.answer("f:plot { base = { 'x.geojson' } }").contains("plot has no 'base'"))
    #expect(shell.answer("plot({ f }, { base = { 'x.geojson' } })").contains("x.geojson"))
  }

  @Test(
    "says what was wrong",
    arguments: [
      ("f:plot { titel = 'x' }", "plot.titel: plot has no 'titel' (did you mean 'title'?)"),
      ("f:plot { layers = { 'hull' } }", "unknown layer 'hull' (did you mean 'hulls'?)"),
      ("f:plot { layers = { {} } }", "'layers' is a list; it takes names of layers"),
      ("f:plot { smallest = -1 }", "plot.smallest: 'smallest' is -1; it takes a number in 0…1000000"),
      ("f:plot { smallest = 20, largest = 10 }", "plot: 'smallest' is more than 'largest'"),
      ("plot({ f, 3 })", "a frame or a list of frames expected, got a number"),
      ("plot({ f }, { titles = { {} } })", "'titles' is a list; it takes a text"),
      ("plot({ f }, { columns = 0 })", "plot.columns: 'columns' is 0; it takes a whole number in 1…1000"),
    ])
  func mistakes(input: String, expected: String) {
    let answer = shell.answer(input)
    #expect(answer.hasPrefix("error: ") && answer.contains(expected), "\(answer)")
  }
}
