import Lua
import Pinfold
package import PinfoldStudies

/// Functions for a shell besides running inputs.
extension ScriptSession {
  /// Returns what could follow the end of a text.
  package func complete(_ text: String) -> Completion {
    assistant.complete(text)
  }

  /// Returns the help on a name: a function, a method, a variable, a strategy, a parameter and so on.
  ///
  /// - Parameter width: the screen's columns.
  /// - Returns: nil where there is none; see ``closestName(to:)``.
  package func help(about name: String, width: Int = 80) -> String? {
    assistant.help(about: name, width: width)
  }

  /// Returns the Lua code of a name, or where a built-in is described; nil where there is no such name.
  package func source(of name: String) -> String? {
    assistant.source(of: name)
  }

  /// The closest of all documented names, for "did you mean".
  package func closestName(to name: String) -> String? {
    assistant.closestTopic(to: name)
  }

  /// Whether a name is that of a variable.
  package func isKnown(_ name: String) -> Bool { names.value(of: [name]) != nil }

  /// A description of a dataset in a variable, and what to try with it; nil for anything else.
  package func introduction(of name: String) -> [String]? {
    guard let dataset = names.value(of: [name])?.object(as: DatasetObject.self) else { return nil }
    let points = dataset.points
    let columns = points.attributes
    // Texts that occur again and again among the first rows make groups.
    let group = columns.first { column in
      guard case .texts(let texts) = column.values else { return false }
      let first = (0..<min(1000, texts.count)).compactMap { texts[$0] }
      return (2...max(2, first.count / 4)).contains(Set(first).count)
    }
    let number = columns.first { $0.values.kind == .number && !$0.values.presentRows.isEmpty }
    var examples = ["\(name).columns", "\(name):head(5)"]
    if let group {
      examples.append("\(name):group(\"\(group.name)\"\(number.map { ", \"\($0.name):sum\"" } ?? ""))")
    } else if let number {
      examples.append("\(name):top(5, \"\(number.name)\")")
    }
    return [
      "\(name) is '\(dataset.name)': \(counted(points.count, "point")), \(counted(columns.count, "column"))",
      "try \(examples.joined(separator: ", ")) or live(\(name))",
    ]
  }

  /// The names that have help.
  package var helpTopics: [CompletionCandidate] { assistant.topics }

  /// Splits a pasted text into inputs: its lines, where the whole is not one input.
  ///
  /// - Parameter isEnd: whether no more lines can come, so that what could go on is not one input either.
  package func inputs(in text: String, isEnd: Bool = false) -> [String] {
    guard text.contains("\n"), case .syntax(let incomplete)? = syntaxError(in: text), !incomplete || isEnd
    else { return [text] }
    var inputs: [String] = []
    var open = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      open += (open.isEmpty ? "" : "\n") + line
      switch syntaxError(in: open) {
      case nil:
        inputs.append(open)
        open = ""
      case .syntax(incomplete: true)?: continue
      // The lines make no inputs either: one message about the whole.
      default: return [text]
      }
    }
    return open.isEmpty ? inputs : [text]
  }

  /// Whether a text is a whole input; nil where no further lines would make it one.
  package func isWhole(_ text: String) -> Bool? {
    if inputs(in: text, isEnd: true).count > 1 { return true }
    return switch syntaxError(in: text) {
    case nil: true
    case .syntax(incomplete: true)?: false
    default: nil
    }
  }

  /// The last answer in other forms than its text; they are nil where nothing, or more than one value, was
  /// answered.
  package func richAnswer() throws(ScriptError) -> RichAnswer {
    guard let answered else { return RichAnswer() }
    do {
      return try RichAnswer(answered, mostRows: presentation?.mostRows ?? 20, lua)
    } catch {
      throw ScriptError(error)
    }
  }

  private func syntaxError(in text: String) -> LuaError.Kind? {
    do {
      _ = try load(code.adopted(text))
      return nil
    } catch {
      return (error as? LuaError)?.kind ?? .internal
    }
  }

  /// The seconds that single runs of an expression or of statements take.
  ///
  /// Short code is run many times between two readings of the clock. It ends after some twenty readings or
  /// two seconds, whichever is first, but not before three readings; ``interrupt()`` ends it with an error.
  package func bench(_ code: String) throws(ScriptError) -> Benchmark {
    let chunk: LuaFunction
    do {
      chunk = try repetition(of: code)
    } catch {
      throw ScriptError(error) { $0 == "bench" ? code : nil }
    }
    var benchmark = Benchmark()
    try perform(source: { $0 == "bench" ? code : text(of: $0) }) {
      func seconds(_ count: Int) throws -> Double {
        let start = ContinuousClock.now
        _ = try chunk(count)
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(seconds) + Double(attoseconds) * 1e-18
      }
      var once = try seconds(1)
      if once < 0.001 { once = try seconds(10) / 10 }
      let batch = max(1, min(1_000_000, Int(0.005 / max(once, 1e-9))))
      var total = 0.0
      while benchmark.samples.count < 20, benchmark.samples.count < 3 || total < 2 {
        let time = try seconds(batch)
        total += time
        benchmark.samples.append(time / Double(batch))
      }
      benchmark.batch = batch
    }
    return benchmark
  }

  private func repetition(of code: String) throws -> LuaFunction {
    let loop = "local n = ...; for _ = 1, n do"
    let chunk: LuaFunction
    do {
      chunk = try lua.load("\(loop) local _ = (\(code)\n) end", chunkName: "=bench")
    } catch {
      chunk = try lua.load("\(loop) \(code)\nend", chunkName: "=bench")
    }
    chunk.setEnvironment(locals.environment)
    return chunk
  }
}

/// The times of repeated runs.
package struct Benchmark: Hashable, Sendable {
  /// Seconds of a single run, in the order taken; each the mean of a batch.
  package internal(set) var samples: [Double] = []

  /// The number of runs between two readings of the clock.
  package internal(set) var batch = 1
}

extension ScriptSession {
  /// The study that scripts of this session declared last, by calling `study`.
  package var declaredStudy: StudySource? { scope.declaredStudy }
}
