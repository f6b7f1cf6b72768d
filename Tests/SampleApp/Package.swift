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
