import Foundation
import PinfoldEvaluation
import PinfoldScripting
import Testing

/// `Documentation/lua.md` names what is there, and nothing else.
@Suite("The Lua reference")
struct ReferenceTests {
  /// The rows of all tables, by their first cell.
  private static let rows: [(name: String, text: String)] = {
    let path = "\(packageRoot)/Documentation/lua.md"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let cells = line.components(separatedBy: " | ")
      guard line.hasPrefix("| "), cells.count == 2 else { return nil }
      return (String(cells[0].dropFirst(2)), cells[1])
    }
  }()

  @Test("names functions that exist")
  func functions() throws {
    let shell = try RecordedSession()
    let names = Self.rows.filter { $0.name.contains("(") }.map { $0.name.dropFirst().prefix { $0 != "(" } }
    #expect(names.count >= 15)
    for name in names { #expect(shell.answer("type(\(name))") == "\"function\"\n", "\(name)") }
  }

  @Test("names the contract's rules in their words")
  func rules() {
    let table = Self.rows.map { "\($0.name): \($0.text.dropLast(2))" }
    for rule in StrategyContract.rules { #expect(table.contains(rule.description)) }
  }

  @Test("names fields and methods that exist")
  func members() throws {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      dataset_ = generate("uniform", { count = 10 })
      objects = { dataset = dataset_, view = dataset_:fit(), strategy = strategy("grid"), metric = metric("overlap"),
        diff = diff("identity"), camera = camera("pan"), column = column{1}, groups = column{1}:group() }
      objects.map = objects.strategy:build(dataset_)
      objects.frame = objects.map:frame(objects.view)
      objects.transition = objects.diff:between(objects.frame, objects.frame)
      """)
    var count = 0
    for (object, text) in Self.rows where shell.answer("objects.\(object) ~= nil") == "true\n" {
      for part in text.components(separatedBy: "`") {
        // A field, or a method with its parameters; operators and results are not.
        let name = part.prefix { $0.isLetter }
        guard !name.isEmpty, part == name || part.dropFirst(name.count).hasPrefix("("),
          part.hasSuffix(")") || part == name
        else { continue }
        #expect(shell.answer("objects.\(object).\(name) ~= nil") == "true\n", "\(object).\(name)")
        count += 1
      }
    }
    #expect(count > 60)
  }

  /// A session with one of every kind of object in `objects`.
  private static func sessionOfObjects() throws -> RecordedSession {
    let shell = try RecordedSession()
    _ = shell.answer(
      """
      d = generate("uniform", { count = 10 })
      objects = { dataset = d, view = d:fit(), strategy = strategy("grid"), metric = metric("overlap"),
        diff = diff("identity"), camera = camera("pan"), column = column{1}, groups = column{1}:group() }
      objects.map = objects.strategy:build(d)
      objects.frame = objects.map:frame(objects.view)
      objects.transition = objects.diff:between(objects.frame, objects.frame)
      old, new = objects.frame, objects.frame
      """)
    return shell
  }

  @Test("has every field and method, with a line of help for each")
  func coverage() throws {
    let shell = try Self.sessionOfObjects()
    let objects = shell.session.complete("objects.").candidates
    #expect(objects.count == 11)
    for object in objects {
      for member in shell.session.complete("objects.\(object.text).").candidates {
        #expect(!member.help.isEmpty, "\(object.text).\(member.text)")
        #expect(shell.session.help(about: "\(object.text).\(member.text)") != nil)
      }
    }
  }

  @Test("has an example of every function, and the examples run")
  func examples() throws {
    let shell = try Self.sessionOfObjects()
    let reading = ["dataset", "plugin"]
    for entry in Reference.current.entries where entry.owner == nil {
      let example = try #require(entry.example, "\(entry.name)")
      if reading.contains(entry.name) { continue }
      #expect(!shell.answer(example).hasPrefix("error"), "\(example): \(shell.answer(example))")
    }
  }
}
