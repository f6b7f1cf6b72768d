package import Pinfold
import PinfoldEvaluation

/// The threads and the time limit of one run of a command.
package struct RunDefinition: Definition, Hashable, Sendable {
  private var threads: Int?
  private var timeout: Double?

  package init() {}

  package static let owner = "a run"

  package static let options: [DefinedOption<RunDefinition>] = [
    DefinedOption(
      "threads", \.threads, takes: .integer(1...1024), standard: "one for each processor; for bench, one",
      "Number of threads; results do not depend on it."),
    DefinedOption(
      "timeout", \.timeout, takes: .number(0...1e9), unit: "seconds", "Stop with an error after this time."),
  ]

  /// The context of a run that begins now.
  ///
  /// - Parameter usual: the number of threads where the definition has none; nil for one for each processor.
  package func context(threads usual: Int? = nil) -> RunContext {
    RunContext(
      deadline: timeout.map { .now + .seconds($0) }, threads: threads ?? usual ?? Processors.count)
  }
}

/// The address of a live map.
package struct ServeDefinition: Definition, Hashable, Sendable {
  package var port = 0
  package var host: String?
  package var token: String?
  package var open = true
  package var suggest = false
  package var follow = false
  package var key: String?
  package var maxAge: Double?
  package var allowOrigin: [String] = []
  package var tiles: String?
  package var number = MarkerNumberDefinition()

  package init() {}

  package static let owner = "a server"

  package static let options: [DefinedOption<ServeDefinition>] =
    MarkerNumberDefinition.options(in: \.number) + [
      DefinedOption(
        "port", \.port, takes: .integer(0...65535), standard: "a free port", example: "8080",
        "Port to listen on."),
      DefinedOption(
        "host", \.host, standard: "127.0.0.1 and ::1, reachable from this machine only", value: "address",
        example: "0.0.0.0",
        "Address to listen on. Other machines can then open the page with the token."),
      DefinedOption(
        "token", \.token, standard: "a random one", example: "0123456789abcdef0123456789abcdef",
        "Token in the address, at least 32 letters and digits; keeps the address the same."),
      DefinedOption("open", \.open, "Open the page in the browser."),
      DefinedOption(
        "suggest", \.suggest,
        "Begin with the strategies and sizes that suit the data and the page, instead of --strategy."),
      DefinedOption(
        "follow", \.follow,
        "Add rows that are appended to the file, or arrive on standard input."),
      DefinedOption(
        "key", \.key, value: "column", example: "ship",
        "With --follow: column of a key; a row with a known key moves its point. Delimited text only."),
      DefinedOption(
        "maxAge", \.maxAge, takes: .number(0.1...1e9), standard: "any age", value: "seconds", example: "600",
        "With --key: remove points whose key has not come again for so long."),
      DefinedOption(
        "tiles", \.tiles, standard: "the built-in land, lakes and borders",
        value: "url or file",
        example: "base.pmtiles",
        "Base map: the URL of raster tiles with {z}, {x} and {y}, or a PMTiles file."),
      DefinedOption(
        "allowOrigin", .list(of: .text), value: "origin", example: "http://localhost:3000",
        "Origin of another page that may read the vector tiles, as in http://localhost:3000."
      ) { (server, node, _) throws(DefinitionError) in
        for element in node.elements {
          guard let origin = element.text, Self.isOrigin(origin) else {
            throw element.mistake(
              "allowOrigin", takes: "an origin without a path, as in http://localhost:3000")
          }
          server.allowOrigin.append(origin)
        }
      },
    ]

  /// Whether a text has the form of an origin: a scheme and a lowercase host, optionally with a port.
  private static func isOrigin(_ text: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
    let rest = text.dropFirst(scheme.utf8.count)
    return !rest.isEmpty && rest.allSatisfy { $0.isASCII && !$0.isUppercase && !"/?#@ *".contains($0) }
  }
}
