import PinfoldScripting
import TestSupport
import Testing

/// What takes long or much does so in native code; a script's limits hold there too. Each would go on for
/// many seconds, or take gigabytes, if nothing stopped it.
@Suite("Native calls keep to a script's limits")
struct NativeLimitTests {
  private static let some = "d = generate('uniform', { count = 20000 }) "

  /// Calls that take more than a minute.
  static let long = [
    "generate('cities', { count = 1e8 })", "generate('uniform', { count = 1e8 })",
    some + "strategy('pairwise', { maxPositions = 1000000 }):build(d)",
    some + "strategy('pairwise', { maxPositions = 1000000 }):frame(d, view { lon = 0, lat = 0, zoom = 1 })",
    some + "compare { datasets = { d }, strategies = { strategy('pairwise', { maxPositions = 1000000 }) } }",
    some + "d.weight:group():relabel(column { 1 }) while true do d.lon:sort() end",
  ]

  @Test("of time", arguments: long)
  func time(code: String) throws {
    let shell = try RecordedSession()
    shell.session.limits.seconds = 0.3
    let start = ContinuousClock.now
    #expect(shell.answer(code).contains("time limit exceeded"))
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(shell.answer("1 + 1") == "2\n")
  }

  @Test("and to Ctrl-C", arguments: long.prefix(3))
  func interrupts(code: String) throws {
    let shell = try RecordedSession()
    let interrupter = shell.session.interrupter
    let repeating = Repeating { interrupter.interrupt() }
    let answer = shell.answer(code)
    repeating.stop()
    #expect(answer.contains("interrupted"))
    #expect(shell.settled("1 + 1") == "2\n")
  }

  @Test(
    "of memory, before they take it",
    arguments: [
      "generate('uniform', { count = 1e8 })", "generate('lattice', { count = 1e6 })",
      "strategy('radius'):build(few)", "strategy('radius'):frame(few, whole)",
      "none:frame(whole)", "radius:filter(half)", "radius:insert(few)",
      "points { lon = few.lon, lat = few.lat }", "compare { datasets = { few }, strategies = { 'radius' } }",
      "compare { datasets = { { generate = 'uniform', count = 1e7 } }, strategies = { 'grid' } }",
      "study { datasets = { { generate = 'uniform', count = 1e7 } }, strategies = { 'grid' } }:run('nowhere')",
      "metric('overlap'):measure { strategy = strategy('radius'), dataset = few, view = whole }",
      "check('grid', {}, { thorough = true })", "json(deep)", "csv(wide, names)",
    ])
  func memory(code: String) throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      few = generate('uniform', { count = 60000 })
      whole = view { lon = 0, lat = 0, zoom = 1 }
      half = few.lon:gt(0)
      deep = {} for i = 1, 40 do deep = { deep, deep } end
      wide, names = {}, {} for i = 1, 3000 do wide[i] = {} names[i] = 'n' .. i end
      """)
    for name in ["none", "radius"] where code.hasPrefix("\(name):") {
      _ = shell.answer("\(name) = strategy('\(name)'):build(few)")
    }
    shell.session.limits.memory = shell.session.memoryUsed + (2 << 20)
    shell.session.limits.seconds = 60
    let answer = shell.answer(code)
    #expect(answer.contains("not enough memory"), "\(answer)")
    // A grid builds nothing.
    #expect(shell.answer("#generate('uniform', { count = 100 })") == "100\n")
    #expect(shell.answer("strategy('grid'):build(few).bytes") == "0\n")
  }

  @Test("also as they read files")
  func files() throws {
    let folder = TemporaryFolder()
    let path = folder.write("big.csv", "lon,lat\n" + String(repeating: "1.25,2.5\n", count: 200_000))
    let shell = try RecordedSession(unsafe: true)
    shell.session.limits.memory = 2 << 20
    #expect(shell.answer("dataset('\(path)')").contains("not enough memory"))
    shell.session.limits.memory = nil
    shell.session.limits.seconds = 0.001
    #expect(shell.answer("dataset('\(path)')").contains("time limit exceeded"))
    shell.session.limits.seconds = nil
    #expect(shell.answer("#dataset('\(path)')") == "200000\n")
  }

  @Test("and by the size that packed files unpack to, of several members too")
  func packed() throws {
    let folder = TemporaryFolder()
    // What gzip makes of thirty lines "1.5,2.5".
    let member: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x33, 0xD4, 0x33, 0xD5, 0x31, 0xD2, 0x33,
      0xE5, 0x32, 0x1C, 0x21, 0x34, 0x00, 0x71, 0xBA, 0x85, 0xE7, 0xF0, 0x00, 0x00, 0x00,
    ]
    // The last four bytes are the size; a file of several members has that of the last alone.
    let large = folder.write("large.csv.gz", Array(member.dropLast(4)) + [0, 0, 0, 1])
    let many = folder.write("many.csv.gz", Array(repeatElement(member, count: 60_000).joined()))
    let shell = try RecordedSession(unsafe: true)
    shell.session.limits.memory = shell.session.memoryUsed + (8 << 20)
    for path in [large, many] {
      let answer = shell.answer("dataset('\(path)')")
      #expect(answer.contains("not enough memory"), "\(answer)")
    }
  }

  @Test("while what several objects share counts once")
  func shared() throws {
    let shell = try RecordedSession()
    _ = shell.answer("few = generate('uniform', { count = 60000 }) maps = {}")
    let used = shell.session.memoryUsed
    // Points and their index are some ten megabytes.
    shell.session.limits.memory = used + (40 << 20)
    #expect(
      shell.answer(
        """
        map = strategy('radius'):build(few)
        for i = 1, 30 do map = map:insert { lon = { i }, lat = { 1 }, id = { 100000 + i } } maps[i] = map end
        print(#maps)
        """) == "30\n")
  }

  @Test(
    "and a script that drops what filled the memory goes on",
    arguments: [
      "list[i] = few:filter(few.lon:lt(100))", "list[i] = strategy('none'):frame(few, view(0, 0, 1))",
      "list[i] = few:views { locations = 1000 }", "list[i] = view(0, 0, 1)",
      "list[i] = camera('pan'):views(view(0, 0, 3), few)",
      "list[i] = diff('membership'):between(pair[1], pair[2])",
      "list[i] = diff('membership'):between(pair[1], pair[2]):reversed()", "list[i] = pair[1]:clusters()",
      "list[i] = one:expand(1)", "list[i] = one:members(1)", "list[i] = few:head(1000)",
      "list[i] = named:insert { lon = { 2 }, lat = { 2 }, id = { 'another text that is as long as this ' .. i } }",
    ])
  func dropped(loop: String) throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      few = generate('uniform', { count = 20000 })
      pair = { strategy('none'):frame(few, view(0, 0, 1)), strategy('grid'):frame(few, view(0, 0, 2)) }
      one = strategy('radius'):frame(few, view(0, 0, 0))
      named = strategy('none'):build(points { lon = { 1 }, lat = { 1 }, id = { 'a point whose id is a text' } })
      """)
    let limit = shell.session.memoryUsed + (3 << 20)
    shell.session.limits.memory = limit
    shell.session.limits.seconds = 120
    _ = shell.answer("list = {}")
    #expect(shell.answer("for i = 1, 1e7 do \(loop) end").contains("not enough memory"))
    // What Lua code may exceed the limit by for a moment, and some of the results that are counted as they
    // are made.
    #expect(shell.session.memoryPeak < limit + limit / 8 + (1 << 17))
    #expect(shell.answer("list = nil") == "")
    #expect(shell.answer("t = {} for i = 1, 5000 do t[i] = { i } end print(#t)") == "5000\n")
    #expect(
      shell.answer(
        """
        t, list = nil, {}
        works, message = pcall(function() for i = 1, 1e7 do \(loop) end end)
        list = nil
        t = {} for i = 1, 5000 do t[i] = { i } end
        print(works, message, few.lon:lt(500):sum())
        """) == "false\tnot enough memory\t20000\n")
  }

  @Test("and plugins stop with the script that calls them")
  func plugins() throws {
    let fixture = PluginFixture()
    let path = fixture.file(
      """
      return { api = 1, kind = "diff", name = "slow", summary = "x", transition = function() while true do end end }
      """)
    let shell = try RecordedSession(unsafe: true)
    _ = shell.answer(
      "plugin('\(path)') f = strategy('grid'):frame(points { lon = { 1 }, lat = { 2 } }, \("view { lon = 1, lat = 2, zoom = 3 }"))"
    )
    shell.session.limits.seconds = 0.1
    let start = ContinuousClock.now
    #expect(shell.answer("diff('slow'):between(f, f)").contains("time limit exceeded"))
    // Its own time is ten seconds.
    #expect(ContinuousClock.now - start < .seconds(8))
  }
}
