// swift-tools-version: 6.2

import PackageDescription

/// What the library by itself does without.
let laboratory = TargetDependencyCondition.when(traits: ["Laboratory"])

let package = Package(
  name: "pinfold",
  // What each system must be at least. Which products build on iOS and its like is said below.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    // On all of these platforms: they need a Swift and a C compiler alone.
    .library(name: "Pinfold", targets: ["Pinfold"]),
    .library(name: "PinfoldEvaluation", targets: ["PinfoldEvaluation"]),
    .library(name: "PinfoldDrawing", targets: ["PinfoldDrawing"]),
    .library(name: "PinfoldMarkers", targets: ["PinfoldMarkers"]),
    .library(name: "PinfoldMapKit", targets: ["PinfoldMapKit", "PinfoldMarkers"]),
    // On macOS and Linux, with libraries of the system.
    .library(name: "PinfoldData", targets: ["PinfoldData"]),
    .library(name: "PinfoldDefinitions", targets: ["PinfoldDefinitions"]),
    .library(name: "PinfoldStudies", targets: ["PinfoldStudies"]),
    .library(name: "PinfoldScripting", targets: ["PinfoldScripting"]),
    .library(name: "PinfoldCommandLine", targets: ["PinfoldCommandLine"]),
    .executable(name: "pinfold", targets: ["PinfoldProgram"]),
  ],
  traits: [
    .trait(name: "Laboratory", description: "Studies, scripting and the command, with what they depend on."),
    .default(enabledTraits: ["Laboratory"]),
  ],
  // An app that depends on this package with `traits: []` fetches none of these.
  dependencies: [
    // Flags, help texts, exit codes and completion of the command; the de facto standard for it.
    // Its minor versions may change how it reads flags from mirrors, which `Flags` relies on.
    .package(url: "https://github.com/apple/swift-argument-parser", "1.8.0"..<"1.9.0"),
    // HTTP and WebSocket for the live map: both in one small package over plain sockets, where others bring an event
    // loop of ten times its size.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
  ],
  targets: [
    // MARK: System libraries

    // Lua 5.4, the scripting language. The C build, never the C++ one: its errors must be longjmp.
    .systemLibrary(
      name: "CLua", pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    // zlib, to read gzip'd data.
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // SQLite, for studies, GeoPackages and tile archives, which are databases of it.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    // simdjson is a C++ library; this shim gives it a C face.
    .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
    // What processors can do and Swift has no word for, as a header of two functions: bytes compared 64 at once, and
    // memory fetched before it is needed.
    .target(name: "CProcessor"),
    // Boost.Math (headers only), for the tails of the chi-squared and F distributions: the reference for special
    // functions in C++, under a licence that goes with ours, which GSL's and R's do not.
    .target(name: "CDistributions"),
    // The commit that `make build` builds. It comes by the environment alone, of which the build has a say: what is
    // found by itself may be older than the files, or another repository's around a tarball.
    .target(name: "CBuild"),

    // libedit, to edit lines in the shell: BSD licence, where readline's is the GPL. Its calls are variadic, which
    // Swift cannot make, so this shim gives it a plain C face.
    .systemLibrary(
      name: "CEdit", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    .target(name: "CLineEditor", dependencies: ["CEdit"]),

    // MARK: The library

    .target(name: "Pinfold", dependencies: ["CProcessor"]),

    // MARK: Map views

    // The markers on any map view, without one.
    .target(name: "PinfoldMarkers", dependencies: ["Pinfold"]),
    // Those on MapKit's; empty where it is not. Tests/SampleApp compiles it there, against stand-ins.
    .target(name: "PinfoldMapKit", dependencies: ["PinfoldMarkers", "Pinfold"]),

    // MARK: The laboratory

    // The operating system: its C library, whose name differs from system to system, and child processes.
    .target(name: "Platform"),
    .target(name: "PinfoldEvaluation", dependencies: ["Pinfold", "Platform"]),
    // Land, lakes, borders and names of towns, a file of data that is embedded into the binary: under maps, and where
    // generated cities may lie.
    .target(name: "CGround", exclude: ["ground.bin", "make-ground"]),
    .target(name: "Ground", dependencies: ["Pinfold", "CGround"]),
    // Real data to try things on, embedded into the binary.
    .target(name: "CSamples", exclude: ["towns.csv.gz", "geopackage-tables.sql", "geopackage-triggers.sql"]),
    // PROJ, the library of coordinate systems, which is loaded where it is installed.
    .target(name: "CProj"),
    // iconv, for the texts of Shapefiles, is in the C library but for Apple's.
    .target(
      name: "PinfoldData",
      dependencies: [
        "Pinfold", "Ground", "Platform", "CZlib", "CSimdjson", "CProcessor", "CSQLite", "CSamples",
        "CProj",
      ],
      linkerSettings: [
        .linkedLibrary("iconv", .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS]))
      ]),
    // Vector tiles. They are three messages of Protocol Buffers, written by hand in a page: swift-protobuf's generator
    // would add ten minutes to a first build.
    .target(name: "PinfoldTiles", dependencies: ["Pinfold", "PinfoldData"]),
    // What plays a map on a page, embedded too.
    .target(
      name: "CPlayer", exclude: ["ground.js", "player.js", "player.css", "player.html", "picture.css"]),
    .target(
      name: "PinfoldDrawing", dependencies: ["Pinfold", "Ground", "Platform", "CPlayer"]),
    // Everything that a user can say, declared once and read from flags, Lua tables and JSON.
    .target(
      name: "PinfoldDefinitions",
      dependencies: ["Pinfold", "PinfoldEvaluation", "PinfoldData", "PinfoldDrawing", "PinfoldTiles"]),
    // A report's style sheet, and the tables of a study's database, embedded too.
    .target(name: "CReport", exclude: ["report.css", "study.sql"]),
    .target(
      name: "PinfoldStudies",
      dependencies: [
        "Pinfold", "PinfoldEvaluation", "PinfoldData", "PinfoldDrawing", "PinfoldDefinitions",
        "CBuild", "CDistributions", "CReport",
      ]),

    // What a user can have done, a file for each: read by the command, Lua, C and the live map, and done here.
    .target(
      name: "PinfoldVerbs",
      dependencies: [
        "Pinfold", "PinfoldEvaluation", "PinfoldData", "PinfoldDrawing", "PinfoldTiles", "PinfoldDefinitions",
        "PinfoldStudies",
      ]),

    // MARK: The live map

    // The page: plain files in its folder `page`, embedded into the binary.
    .target(name: "CPage", exclude: ["page"]),
    .target(
      name: "PinfoldServer",
      dependencies: [
        "Pinfold", "PinfoldEvaluation", "PinfoldData", "PinfoldDrawing", "PinfoldTiles", "PinfoldDefinitions",
        "PinfoldVerbs", "Ground", "Platform", "CPage", "CPlayer",
        .product(name: "FlyingFox", package: "FlyingFox", condition: laboratory),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: laboratory),
      ]),

    // MARK: Scripting

    .target(name: "CLuaBridge", dependencies: ["CLua"]),
    // Descriptions of tables, templates of plugins and functions in Lua, which are embedded.
    .target(name: "CScripts", exclude: ["lua"]),
    .target(name: "Lua", dependencies: ["Platform", "CLua", "CLuaBridge"]),
    // What scripts compute over whole columns. By itself, as it alone of scripting is optimized for speed.
    .target(name: "PinfoldColumns", dependencies: ["Pinfold", "Lua"]),
    .target(
      name: "PinfoldScripting",
      dependencies: [
        "Pinfold", "PinfoldColumns", "PinfoldEvaluation", "PinfoldData", "PinfoldDrawing",
        "PinfoldDefinitions", "PinfoldStudies", "PinfoldVerbs", "PinfoldServer", "PinfoldTiles", "Lua",
        "Platform", "CScripts",
      ]),

    // MARK: The command

    // The command `pinfold` as a function, which the program calls, and the library for other languages.
    .target(
      name: "PinfoldCommand",
      dependencies: [
        "Pinfold", "PinfoldEvaluation", "PinfoldData", "PinfoldDrawing", "PinfoldDefinitions",
        "PinfoldStudies", "PinfoldVerbs", "PinfoldScripting", "PinfoldServer", "PinfoldTiles", "Platform",
        "Lua",
        "CLineEditor",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: laboratory),
      ]),
    .executableTarget(name: "PinfoldProgram", dependencies: ["PinfoldCommand"]),
    // The command for programs of others, which have things of their own in it.
    .target(
      name: "PinfoldCommandLine", dependencies: ["PinfoldCommand", "PinfoldScripting", "Pinfold", "Platform"]),

    // MARK: Other languages

    // The header of the library for C and for languages that call C.
    .systemLibrary(name: "CPinfold"),
    // Arrow's C structures with memory of Python's objects, and clusters as Python's dictionaries.
    .target(name: "CArrow"),
    // The functions of the header, over which the Python package in Sources/PinfoldPython is written.
    .target(
      name: "PinfoldC",
      dependencies: [
        "Pinfold", "PinfoldEvaluation", "PinfoldData", "PinfoldDrawing", "PinfoldDefinitions", "PinfoldTiles",
        "PinfoldVerbs", "PinfoldServer", "PinfoldScripting", "PinfoldCommand", "Platform", "CPinfold",
        "CArrow",
      ]),

    // MARK: Tests

    .target(
      name: "TestSupport",
      dependencies: ["Pinfold", "PinfoldEvaluation", "PinfoldData"], path: "Tests/TestSupport"),
    .testTarget(name: "PinfoldTests", dependencies: ["Pinfold", "TestSupport"]),
    .testTarget(name: "PinfoldMarkersTests", dependencies: ["PinfoldMarkers", "Pinfold", "TestSupport"]),
    .testTarget(
      name: "PinfoldEvaluationTests",
      dependencies: ["PinfoldEvaluation", "Pinfold", "TestSupport"]),
    .testTarget(
      name: "PinfoldDrawingTests",
      dependencies: ["PinfoldDrawing", "Ground", "Platform", "Pinfold", "TestSupport"]),
    .testTarget(
      name: "PinfoldDefinitionsTests",
      dependencies: [
        "PinfoldDefinitions", "PinfoldEvaluation", "PinfoldData", "Pinfold", "TestSupport",
      ]),
    .testTarget(
      name: "PinfoldStudiesTests",
      dependencies: [
        "PinfoldStudies", "PinfoldDefinitions", "PinfoldEvaluation", "PinfoldDrawing", "PinfoldData",
        "Pinfold", "TestSupport",
      ]),
    .testTarget(
      name: "PinfoldDataTests", dependencies: ["PinfoldData", "Ground", "Pinfold", "TestSupport"]),
    .testTarget(
      name: "PinfoldTilesTests",
      dependencies: ["PinfoldTiles", "PinfoldData", "Pinfold", "TestSupport"]),
    .testTarget(
      name: "PinfoldScriptingTests",
      dependencies: [
        "PinfoldScripting", "PinfoldColumns", "PinfoldDefinitions", "PinfoldEvaluation", "PinfoldData",
        "Pinfold",
        "Lua", "TestSupport",
      ]),
    .testTarget(
      name: "PinfoldServerTests",
      dependencies: [
        "PinfoldServer", "PinfoldScripting", "PinfoldDefinitions", "PinfoldEvaluation", "PinfoldData",
        "Pinfold", "Platform", "TestSupport",
        .product(name: "FlyingFox", package: "FlyingFox", condition: laboratory),
      ]),
    .testTarget(
      name: "PinfoldCommandTests",
      dependencies: [
        "PinfoldProgram", "PinfoldCommand", "PinfoldC", "PinfoldScripting", "PinfoldStudies",
        "PinfoldDefinitions", "PinfoldEvaluation", "PinfoldData", "Pinfold", "Lua", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Names of Apple's frameworks, which an app imports beside the library's.
    .target(name: "StandIns", path: "Tests/StandIns"),
    .testTarget(
      name: "PinfoldNameTests",
      dependencies: [
        "Pinfold", "PinfoldData", "PinfoldDrawing", "PinfoldEvaluation", "PinfoldScripting", "PinfoldStudies",
        "StandIns",
      ]),
    .testTarget(name: "LuaTests", dependencies: ["Lua", "CLua", "CLuaBridge"]),
  ],
  swiftLanguageModes: [.v6],
  // For #embed.
  cLanguageStandard: .gnu2x,
  cxxLanguageStandard: .cxx17
)

// Fuzzers, which `make fuzz` builds with sanitizers; nothing else needs them.
if Context.environment["PINFOLD_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "FuzzReaders", dependencies: ["Pinfold", "PinfoldData"], path: "Tests/Fuzz/Readers"))
}

// The library for other languages, which `make wheel` builds. SwiftPM puts Swift's own libraries into programs alone, so
// the linker is asked for them here; and it keeps all names but the header's to itself, as what it is loaded into may
// have its own Lua or SQLite. An app may not depend on what has such flags, hence the condition.
if Context.environment["PINFOLD_LIBRARY"] != nil {
  package.products.append(.library(name: "PinfoldC", type: .dynamic, targets: ["PinfoldC"]))
  for target in package.targets where target.name == "PinfoldC" {
    let names = "\(Context.packageDirectory)/Sources/C/CPinfold/names.map"
    target.linkerSettings = [
      .unsafeFlags(
        ["-static-stdlib"] + ["--version-script=\(names)", "-z", "defs"].flatMap { ["-Xlinker", $0] },
        .when(platforms: [.linux]))
    ]
  }
}

// The same strict settings for every target; those whose names begin with C are C and C++, in a folder of their own.
for target in package.targets {
  if target.name.hasPrefix("C") {
    target.path = "Sources/C/\(target.name)"
    if target.type == .system { continue }
    target.cSettings = [.treatAllWarnings(as: .error)]
    if target.name == "CBuild", let commit = Context.environment["PINFOLD_COMMIT"], !commit.isEmpty {
      target.cSettings?.append(.define("PINFOLD_COMMIT", to: "\"\(commit)\""))
    }
    target.cxxSettings = [.treatAllWarnings(as: .error)]
  } else {
    target.swiftSettings = [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
    // Every unsafe expression is marked, so that a new one needs a mark too; tests are free.
    if target.type != .test, target.path?.hasPrefix("Tests") != true {
      target.swiftSettings?.append(.strictMemorySafety())
    }
  }
}

// The Makefile asks for modules that compute much to be optimised in tests, with assertions; tests take three
// times as long without. Only modules whose optimisation takes less time than it saves are named. In a release
// it asks for modules that mostly read words and write texts to be optimised for size, which takes a third less
// time and keeps the Python wheel small. SwiftPM refuses such flags in a dependency, so that nothing else may
// ask for them.
let flags: [(variable: String, modules: [String], flags: [String])] = [
  // For the front end alone, which heeds it where the whole build is not optimised.
  (
    "PINFOLD_CHECK", ["Pinfold", "PinfoldEvaluation", "PinfoldData", "PinfoldTiles"],
    ["-Xfrontend", "-O", "-assert-config", "Debug"]
  ),
  (
    "PINFOLD_RELEASE",
    [
      "PinfoldDefinitions", "PinfoldStudies", "PinfoldDrawing", "PinfoldVerbs", "PinfoldServer",
      "PinfoldScripting", "PinfoldCommand",
    ], ["-Osize"]
  ),
]
for (variable, modules, flags) in flags where Context.environment[variable] != nil {
  for target in package.targets where modules.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(flags))
  }
}
