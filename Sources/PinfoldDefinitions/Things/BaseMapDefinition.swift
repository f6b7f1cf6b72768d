import Pinfold

/// What lies under the markers of a map.
package struct BaseMapDefinition: Definition, Hashable, Sendable {
  /// Whether the land of the earth is drawn.
  package private(set) var coast = true

  package init() {}

  package static let owner = "a base map"

  package static let options: [DefinedOption<BaseMapDefinition>] = [
    DefinedOption("coast", \.coast, "Draw the land of the earth, which fades out between zoom 6 and 9.")
  ]
}
