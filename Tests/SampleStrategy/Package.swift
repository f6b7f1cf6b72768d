// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "rows",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "rows", targets: ["RowsProgram"])],
  dependencies: [.package(name: "pinfold", path: "../..")],
  targets: [
    .executableTarget(
      name: "RowsProgram",
      dependencies: [
        .product(name: "Pinfold", package: "pinfold"),
        .product(name: "PinfoldEvaluation", package: "pinfold"),
        .product(name: "PinfoldCommandLine", package: "pinfold"),
      ]),
    .testTarget(
      name: "RowsTests",
      dependencies: [
        "RowsProgram",
        .product(name: "Pinfold", package: "pinfold"),
        .product(name: "PinfoldEvaluation", package: "pinfold"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
