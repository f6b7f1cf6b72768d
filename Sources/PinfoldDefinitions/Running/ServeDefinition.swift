import Pinfold

/// The address of a live map.
package struct ServeDefinition: Definition, Hashable, Sendable {
  package var port = 0
  package var host: String?
  package var token: String?
  package var open = true
  package var follow = false
  package var allowOrigin: [String] = []
  package var tiles: String?
  package var number = MarkerNumberDefinition()

  package init() {}

  package static let owner = "a server"

  package static let options: [DefinedOption<ServeDefinition>] =
    MarkerNumberDefinition.options(in: \.number) + [
      DefinedOption(
        "port", \.port, takes: .integer(0...65535), standard: "any that is free", example: "8080",
        "The port to listen at."),
      DefinedOption(
        "host", \.host, standard: "this machine alone, 127.0.0.1 and ::1", value: "address",
        example: "0.0.0.0",
        "The address to listen at; other machines may look then, if they know the token."),
      DefinedOption(
        "token", \.token, standard: "a random one", example: "0123456789abcdef0123456789abcdef",
        "The token of the address, 32 letters and digits or more, so that the address stays the same."),
      DefinedOption("open", \.open, "Open the page in the browser."),
      DefinedOption(
        "follow", \.follow,
        "Take up rows that are appended to the file, or go on coming on standard input."),
      DefinedOption(
        "tiles", \.tiles, standard: "land, lakes and borders that come with the program",
        value: "url or file",
        example: "base.pmtiles",
        "A base map: the address of pictures with {z}, {x} and {y}, or a file of PMTiles."),
      DefinedOption(
        "allowOrigin", .list(of: .text), value: "origin", example: "http://localhost:3000",
        "Another page's origin, as in http://localhost:3000, whose map may have the vector tiles of this one."
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
