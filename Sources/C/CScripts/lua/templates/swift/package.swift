// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "NAME",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "NAME", targets: ["TYPEProgram"])],
  dependencies: [.package(DEPENDENCY)],
  targets: [
    .executableTarget(
      name: "TYPEProgram",
      dependencies: [
        .product(name: "Pinfold", package: "IDENTITY"),
        .product(name: "PinfoldEvaluation", package: "IDENTITY"),
        .product(name: "PinfoldCommandLine", package: "IDENTITY"),
      ]),
    .testTarget(
      name: "TYPETests",
      dependencies: [
        "TYPEProgram",
        .product(name: "Pinfold", package: "IDENTITY"),
        .product(name: "PinfoldEvaluation", package: "IDENTITY"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
