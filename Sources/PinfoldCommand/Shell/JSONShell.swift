import Dispatch
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldScripting
import PinfoldVerbs
import Synchronization

/// A shell for programs: takes requests and gives replies, a line of JSON each.
///
/// Each request has one reply with `done`, and an input may have others before it: `stdout`, what it prints;
/// `display`, its value as MIME types and texts; `page`, an address to open; `error`.
final class JSONShell {
  private let session: ScriptSession
  private let inbox = Inbox()
  private let replies = Replies()

  init(workbench: Workbench, unsafe: Bool) throws(ScriptError) {
    session = try ScriptSession(workbench: workbench, files: .person, unsafe: unsafe) { [replies] text in
      replies.write { $0.member("stdout", text) }
    }
    session.presentation = Presentation()
    session.showPage = { [replies] address in replies.write { $0.member("page", address) } }
  }

  func run() throws {
    inbox.read(stopping: session.interrupter)
    Interrupts.stop(session.interrupter) { [inbox] in inbox.isIdle }
    while let line = inbox.next() {
      do {
        let request = try ShellRequest(line: line)
        replies.id = request.id
        perform(request)
      } catch {
        replies.id = nil
        fail("\(error)")
      }
      _ = Interrupts.take()
      if let error = replies.failure { throw error }
    }
  }

  private func perform(_ request: ShellRequest) {
    switch request.kind {
    case .execute: execute(request.code)
    case .complete: complete(request.beforeCursor)
    case .inspect:
      let help = session.help(about: request.nameAtCursor)
      replies.write { $0.members(["text": help, "done": true]) }
    case .isComplete:
      let status = session.isWhole(request.code).map { $0 ? "complete" : "incomplete" } ?? "invalid"
      replies.write { $0.members(["status": status, "done": true]) }
    // The running code has stopped before this is read.
    case .interrupt: replies.write { $0.member("done", true) }
    }
  }

  private func execute(_ code: String) {
    for change in session.reloadPlugins() { replies.write { $0.member("stdout", change + "\n") } }
    do {
      for input in session.inputs(in: code, isEnd: true) {
        guard case .done(let echo) = try session.evaluate(input) else {
          return fail("the input is not finished")
        }
        guard !echo.isEmpty else { continue }
        let rich = try session.richAnswer()
        replies.write { json in
          json.object("display") { json in
            json.member("text/plain", echo)
            if let html = rich.html { json.member("text/html", html) }
            if let svg = rich.svg { json.member("image/svg+xml", svg) }
          }
        }
      }
      replies.write { $0.member("done", true) }
    } catch {
      fail("\(error)")
    }
  }

  private func fail(_ message: String) {
    replies.write { $0.members(["error": message, "done": true]) }
  }

  private func complete(_ text: String) {
    let completion = session.complete(text)
    let start = String(decoding: text.utf8.prefix(completion.start), as: UTF8.self)
    let matches = completion.candidates.map { Node(["text": $0.text, "help": $0.help]) }
    replies.write { $0.members(["start": start.unicodeScalars.count, "matches": matches, "done": true]) }
  }
}

private final class Replies {
  /// The number of the request; nil for one that could not be read.
  var id: Int?

  /// Why no reply can be written any more.
  private(set) var failure: DataError?

  func write(_ body: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object { json in
      json.member("id", id)
      body(&json)
    }
    do {
      try Console.write(json.text + "\n")
    } catch {
      failure = error
    }
  }
}

/// The lines that come while a request runs; a request to stop is done at once.
private final class Inbox: Sendable {
  private let lines = Mutex<[String?]>([])
  private let arrived = DispatchSemaphore(value: 0)
  private let idle = Atomic<Bool>(true)

  var isIdle: Bool { idle.load(ordering: .sequentiallyConsistent) }

  func read(stopping interrupter: Interrupter) {
    DispatchQueue.global().async { [self] in
      var reader = LineReader()
      reader.takesInterrupts = false
      while true {
        switch reader.next() {
        case .line(let line):
          if (try? ShellRequest(line: line))?.kind == .interrupt, !isIdle { interrupter.interrupt() }
          put(line)
        case .interrupted: continue
        case .end: return put(nil)
        }
      }
    }
  }

  private func put(_ line: String?) {
    lines.withLock { $0.append(line) }
    arrived.signal()
  }

  func next() -> String? {
    idle.store(true, ordering: .sequentiallyConsistent)
    arrived.wait()
    // Ctrl-C that came before is not for what begins.
    _ = Interrupts.take()
    idle.store(false, ordering: .sequentiallyConsistent)
    return lines.withLock { $0.removeFirst() }
  }
}

/// A request in a line of JSON.
struct ShellRequest: Definition, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case execute
    case complete
    case inspect
    /// Says whether a text is a whole input.
    case isComplete = "is-complete"
    case interrupt
  }

  private(set) var kind = Kind.execute
  private(set) var id = 0
  private(set) var code = ""
  private var cursor: Int?
  static let owner = "a request"
  static let options: [DefinedOption<ShellRequest>] = [
    DefinedOption("do", \.kind, "What to do with the code."),
    DefinedOption("id", \.id, "A number that the replies have too."),
    DefinedOption("code", \.code, "Lua code."),
    DefinedOption(
      "cursor", \.cursor, standard: "the end",
      "A position in the code, in Unicode's scalar values from 0: what to complete ends there."),
  ]

  init(line: String) throws {
    try self.init(Node(json: Array(line.utf8), source: "the request"))
  }

  init() {}

  var beforeCursor: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: code.unicodeScalars.prefix(max(0, cursor ?? .max)))
    return String(text)
  }

  /// The name that the cursor is in or behind: `frame`, `frame:plot`, `grid-merge`.
  var nameAtCursor: String {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "_.:-".contains(character)
    }
    let before = beforeCursor
    let after = code.unicodeScalars.dropFirst(before.unicodeScalars.count)
    let name =
      String(before.reversed().prefix(while: isPart).reversed()) + String(after).prefix(while: isPart)
    return String(name.drop { ".:-".contains($0) }.reversed().drop { ".:-".contains($0) }.reversed())
  }
}
