import PinfoldScripting
import TestSupport
import Testing

@Suite("Completion")
struct CompletionTests {
  private let shell: RecordedSession

  init() throws {
    shell = try RecordedSession()
    _ = shell.answer("d = generate('uniform', { count = 5 })")
    _ = shell.answer("local s = strategy('grid')")
    _ = shell.answer("f = s:frame(d, d:fit())")
    _ = shell.answer("t = setmetatable({ own = { deep = 1 } }, { __index = { inherited = print } })")
    _ = shell.answer("trap = setmetatable({}, { __index = function() touched = true return 1 end })")
  }

  private static let keywords = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
    "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  private func candidates(_ text: String) -> [String] { shell.session.complete(text).candidates.map(\.text) }

  @Test(
    "knows variables, words of Lua, fields and methods",
    arguments: [
      ("gener", ["generate"]), ("x = wh", ["while"]), ("sel", ["select"]),
      ("f.cou", ["counts"]), ("f:plo", ["plot"]), ("d:fit(), f.vi", ["view", "visible"]), ("f:cou", []),
      ("f.view.zo", ["zoom"]), ("t.o", ["own"]), ("t.own.", ["deep"]), ("t.inh", ["inherited"]),
      ("t:", ["inherited"]),
      ("string.for", ["format"]), ("nothing.", []), ("trap.", []), ("-- gener", []), ("1", []),
      ("x = 'gener", []),
      ("strategy('grid'):bu", ["build"]), ("s:build(d):fra", ["frame"]), ("d:fit().zo", ["zoom"]),
      ("generate('uniform').la", ["lat"]), ("column { 1 }:arg", ["argmax", "argmin", "argsort"]),
    ])
  func names(text: String, expected: [String]) { #expect(candidates(text) == expected) }

  @Test("runs nothing of a script's")
  func effects() {
    _ = candidates("trap.x.")
    _ = shell.session.help(about: "trap.x")
    #expect(shell.answer("rawget(_G, 'touched')") == "nil\n")
  }

  @Test(
    "knows names in quotes, by the function and the option around them",
    arguments: [
      ("strategy(\"gr", ["grid"]), ("strategy 'kme", ["kmeans"]), ("metric(\"overl", ["overlap"]),
      ("diff('iden", ["identity"]), ("generate(\"unif", ["uniform"]), ("camera(\"pan-", ["pan-loop"]),
      ("list(\"str", ["strategies"]), ("check(\"quad", ["quadtree"]), ("label(3, \"ab", ["abbreviated"]),
      ("strategy(\"grid\", { anchor = \"vi", ["viewport"]),
      ("strategy(\"grid\", { representative = \"fir", ["first"]),
      ("strategy(\"grid\", { representative = { name = \"fir", ["first"]),
      ("strategy(\"grid\", { separate = { collisionMode = \"re", ["rectangle"]),
      ("compare { metrics = { \"overl", ["overlap"]), ("compare { strategies = { \"none\", \"gr", ["grid"]),
      ("print(\"gr", []),
    ])
  func quotes(text: String, expected: [String]) { #expect(candidates(text) == expected) }

  @Test(
    "knows the columns of the data in quotes",
    arguments: [
      ("e:column(\"po", ["population"]), ("e:top(3, 'po", ["population"]),
      ("e:top(3, 'population', 'po", ["population"]),
      ("e:sort(\"", ["place", "population"]),
      ("e:group({ \"pl", ["place"]), ("e:select { \"place\", \"p", ["place", "population"]),
      ("g:aggregate(\"sum\", \"po", ["population"]), ("d:column(\"p", []),
      ("e:where(\"po", ["population"]), ("e:where(\"place > 3 and pl", ["place"]),
      ("e:where(\"lon > 1 an", ["and"]),
      ("e:where(\"kind = 'b", ["blue"]), ("e:where('kind in (\"red\", \"b", ["blue"]),
      ("e:where(\"place = 'b", []),
      ("e:group(\"place\", \"po", ["population"]),
      ("e:group(\"place\", \"population:m", ["max", "mean", "median", "min"]),
      ("e:group(\"place\", \"population:sum,pl", ["place"]),
      ("e:group(\"place\", { \"population:di", ["distinct"]),
      ("e:group(\"place\", { population = \"su", ["sum"]), ("e:group(\"place\", { popu", ["population"]),
      ("g:aggregate(\"su", ["sum"]), ("g:plot { by = \"po", ["population"]),
      ("plot(g, { by = \"population:su", ["sum"]),
      ("top(e, 3, \"po", ["population"]), ("top(r, 3, \"cou", ["count"]),
      ("e:where(\"lon > 1\"):sort(\"po", ["population"]),
      ("e:where \"lon > 1\":top(3, \"po", ["population"]),
      ("e:sort(\"population\"", []), ("e:sort(\"population\" ", CompletionTests.keywords),
      ("r:", ["column", "derive", "head", "select", "sort", "top", "where"]), ("r.co", ["column", "count"]),
      ("r[1].", ["count", "place", "population"]), ("r:sort(\"co", ["count"]),
      ("r:where(\"place > 1 and cou", ["count"]), ("e:group(\"place\"):so", ["sort"]),
      ("e[1].pl", ["place"]),
      ("g[1].co", ["count"]), ("e.na", ["name"]), ("e:po", []), ("e.place:me", ["mean", "median"]),
      ("e.kind:", ["distinct", "eq", "has", "isin", "match", "missing", "ne", "totable"]),
    ])
  func columns(text: String, expected: [String]) {
    _ = shell.answer("e = d:derive { population = d.lon, place = d.lat }")
    _ = shell.answer("g = s:frame(e, e:fit())")
    _ = shell.answer("r = e:group('place')")
    if text.contains("kind") {
      _ = shell.answer(
        "e = points { lon = { 1, 2 }, lat = { 1, 2 }, place = { 1, 2 }, kind = { 'red', 'blue' } }")
    }
    #expect(candidates(text) == expected)
  }

  @Test(
    "knows parameters and options inside of a call's table",
    arguments: [
      ("strategy(\"grid\", { ce", ["cellSize"]), ("strategy(\"grid\", { cellSize = 3, anc", ["anchor"]),
      ("strategy(\"grid\", { sep", ["separate"]), ("strategy(\"grid\", { separate = { pad", ["padding"]),
      ("strategy(\"grid\", { limits = { ", ["maxZoom", "minLocations", "minPoints"]),
      ("generate(\"uniform\", { se", ["seed"]),
      ("view { zo", ["zoom"]), ("view({ lon = 3, la", ["lat"]), ("dataset(\"x.csv\", { delim", ["delimiter"]),
      // A list, where a variable may stand as well.
      ("compare { datasets = { gener", ["generate"]),
    ])
  func parameters(text: String, expected: [String]) { #expect(candidates(text) == expected) }

  @Test("has one line of help for each, and says where the word begins")
  func help() {
    let completion = shell.session.complete("x = f:fra f:plo")
    #expect(completion.start == 12)
    #expect(completion.candidates.first?.help.hasPrefix("plot(options): ") == true)
    let parameter = shell.session.complete("strategy('grid', { cellS").candidates.first
    #expect(parameter?.suffix == " = ")
    #expect(parameter?.help.hasPrefix("60 screen points; a number in 1…4096, or such by zoom") == true)
    #expect(shell.session.complete("f.vi").commonPrefix == "vi")
    _ = shell.answer("list = { { z = 1 } }")
    #expect(shell.session.complete("list[1].").candidates == [CompletionCandidate("z", help: "1")])
  }

  @Test("completes paths")
  func paths() {
    let folder = TemporaryFolder()
    _ = folder.write("stations.csv", "")
    _ = folder.write("stops.csv", "")
    _ = folder.write(".hidden", "")
    let completion = shell.session.complete("dataset(\"\(folder.path)/st")
    #expect(completion.candidates.map(\.text) == ["\(folder.path)/stations.csv", "\(folder.path)/stops.csv"])
    #expect(candidates("dataset(\"\(folder.path)/") == completion.candidates.map(\.text))
    #expect(candidates("dataset(\"\(folder.path.dropLast(1))").contains("\(folder.path)/"))
    #expect(candidates("dataset(\"/no/such/fo").isEmpty)
  }
}
