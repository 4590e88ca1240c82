// swift-tools-version: 6.2

import PackageDescription

/// The settings of every Swift target: warnings are errors, imports are internal unless they say
/// otherwise, and a member is visible only where its module is imported.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Of the program itself: neither the concurrency nor the regular-expression library is linked, since nothing uses
/// them. Their start-up and their pages cost a tenth of a run that sends a decision.
let program: [SwiftSetting] =
  strict + [
    .unsafeFlags([
      "-Xfrontend", "-disable-implicit-concurrency-module-import",
      "-Xfrontend", "-disable-implicit-string-processing-module-import",
    ])
  ]

let package = Package(
  name: "mfa-cli",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "mfa-cli", targets: ["mfa-cli"])
  ],
  targets: [
    // The program. The arrows run one way, from the first of these targets to the last.
    .executableTarget(
      name: "mfa-cli",
      dependencies: ["MFACommand", "MFASystem"],
      swiftSettings: program
    ),
    .target(
      name: "MFASystem",
      dependencies: ["CLibraries", "MFACommand", "MFAService", "MFACore"],
      swiftSettings: program
    ),
    .target(
      name: "MFACommand",
      dependencies: ["MFAService", "MFACore"],
      swiftSettings: program
    ),
    .target(
      name: "MFAService",
      dependencies: ["MFACore"],
      swiftSettings: program
    ),
    .target(
      name: "MFACore",
      swiftSettings: program
    ),
    // libcurl, opened at run time: no header of it has to be installed to build. And the handler of stop signals.
    .target(
      name: "CLibraries",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]
    ),
    // Rules as tables, and the command with a scripted System.
    .testTarget(name: "MFACoreTests", dependencies: ["MFACore"], swiftSettings: strict),
    // MFASystem for its cryptography: the signatures that the service makes and checks are real ones.
    .testTarget(
      name: "MFAServiceTests",
      dependencies: ["MFASystem", "MFAService", "MFACore"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "MFACommandTests",
      dependencies: ["MFACommand", "MFAService", "MFACore"],
      swiftSettings: strict
    ),
    // The outside world as it is: sockets on the loopback interface, files, threads.
    .testTarget(
      name: "MFASystemTests",
      dependencies: ["MFASystem", "MFACommand", "MFAService", "MFACore"],
      swiftSettings: strict
    ),
    // The real binary, with pipes, a pseudo-terminal, and servers on the loopback interface.
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["CPseudoTerminal", "CTestTLS", "mfa-cli", "MFASystem", "MFACore"],
      exclude: ["Certificates"],
      swiftSettings: strict
    ),
    .target(
      name: "CPseudoTerminal",
      path: "Tests/CPseudoTerminal",
      cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("util", .when(platforms: [.linux]))]
    ),
    // libssl, opened at run time like libcurl: no header of it has to be installed to test.
    .target(
      name: "CTestTLS",
      path: "Tests/CTestTLS",
      cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]
    ),
  ]
)
