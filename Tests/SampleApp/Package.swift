// swift-tools-version: 6.2

import PackageDescription

// An app as others write it: it depends on the library alone, so nothing else is fetched or built.
let package = Package(
  name: "SampleApp",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [.package(name: "pinfold", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "SampleApp", dependencies: [.product(name: "Pinfold", package: "pinfold")])
  ],
  swiftLanguageModes: [.v6]
)

// Where MapKit is not, PinfoldMapKit is compiled once more against stand-ins of what it uses, with the
// examples of its article.
#if os(Linux)
  package.targets += [
    .target(name: "UIKit", path: "StandIns/UIKit"),
    .target(name: "SwiftUI", path: "StandIns/SwiftUI"),
    .target(name: "MapKit", dependencies: ["UIKit", "SwiftUI"], path: "StandIns/MapKit"),
    .target(
      name: "MapKitCheck",
      dependencies: ["MapKit", "UIKit", "SwiftUI", .product(name: "PinfoldMarkers", package: "pinfold")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
        .strictMemorySafety(),
      ]),
    .executableTarget(
      name: "MapApp",
      dependencies: [
        "MapKitCheck", "MapKit", "UIKit", "SwiftUI",
        .product(name: "PinfoldMarkers", package: "pinfold"), .product(name: "Pinfold", package: "pinfold"),
      ]),
  ]
#endif
