// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "LaunchPath",
  products: [
    .library(name: "LaunchPath", targets: ["LaunchPath"]),
    .library(name: "LaunchStore", targets: ["LaunchStore"]),
    .library(name: "LaunchDashboard", targets: ["LaunchDashboard"]),
    .executable(name: "launchpath", targets: ["LaunchPathTool"]),
    .executable(name: "newsreader", targets: ["Newsreader"]),
    .executable(name: "news-backend", targets: ["NewsBackend"]),
  ],
  targets: [
    // The C doors: each C library is imported by exactly one module, through one of these.
    .target(name: "CPlatform"),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CCurl"),
    .target(name: "CMicroHTTPD"),
    .target(name: "CWebAssets"),

    // The embedded half.
    .target(name: "LaunchModel"),
    .target(name: "LaunchEngine", dependencies: ["LaunchModel"]),
    .target(name: "LaunchPath", dependencies: ["LaunchModel", "LaunchEngine", "CPlatform"]),
    .target(
      name: "LaunchSQLite", dependencies: ["CSQLite"],
      linkerSettings: [.linkedLibrary(":libsqlite3.a"), .linkedLibrary("m")]),
    .target(
      name: "LaunchStore",
      dependencies: ["LaunchModel", "LaunchEngine", "LaunchPath", "LaunchSQLite"]),
    .target(name: "LaunchHTTP", dependencies: ["CCurl"]),

    // The observing half.
    .target(name: "LaunchJSON"),
    .target(name: "LaunchServer", dependencies: ["CMicroHTTPD"]),
    .target(name: "LaunchTraces", dependencies: ["LaunchModel", "LaunchJSON"]),
    .target(name: "LaunchInsights", dependencies: ["LaunchModel", "LaunchEngine"]),
    .target(
      name: "LaunchDashboard",
      dependencies: [
        "LaunchModel", "LaunchEngine", "LaunchTraces", "LaunchInsights", "LaunchServer",
        "LaunchJSON", "CWebAssets",
      ]),

    // The programs.
    .executableTarget(
      name: "LaunchPathTool",
      dependencies: [
        "LaunchModel", "LaunchEngine", "LaunchPath", "LaunchJSON", "LaunchTraces",
        "LaunchInsights", "LaunchDashboard", "CPlatform",
      ]),
    .executableTarget(
      name: "Newsreader",
      dependencies: [
        "LaunchPath", "LaunchStore", "LaunchSQLite", "LaunchHTTP", "LaunchJSON", "CPlatform",
      ],
      exclude: ["Link"],
      linkerSettings: [
        // Swift's own libraries and libstdc++ static, glibc dynamic, and no table of symbols for
        // libraries that there are none of: what makes its start cheap.
        .unsafeFlags(
          [
            "-static-stdlib", "-L", Context.packageDirectory + "/Sources/Newsreader/Link",
            "-Xclang-linker", "-static-libgcc", "-Xclang-linker", "-no-pie", "-Xlinker", "-s",
            "-Xlinker", "--no-export-dynamic",
          ], .when(platforms: [.linux], configuration: .release))
      ]),
    .executableTarget(
      name: "NewsBackend", dependencies: ["LaunchServer", "LaunchJSON"]),

    // The tests: a folder a target, what they share, and programs that they start.
    .executableTarget(name: "TestSender", dependencies: ["LaunchHTTP"], path: "Tests/TestSender"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .executableTarget(
      name: "TestWriter", dependencies: ["LaunchModel", "LaunchPath"], path: "Tests/TestWriter"),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "LaunchInsights", "LaunchModel", "LaunchPath", "LaunchTraces", "TestSupport",
      ]),
    .testTarget(name: "LaunchDashboardTests", dependencies: ["LaunchDashboard"]),
    .testTarget(
      name: "LaunchEngineTests", dependencies: ["LaunchEngine", "LaunchModel"]),
    .testTarget(
      name: "LaunchHTTPTests", dependencies: ["LaunchHTTP", "LaunchServer", "TestSupport"]),
    .testTarget(
      name: "LaunchInsightsTests", dependencies: ["LaunchInsights", "LaunchModel"]),
    .testTarget(name: "LaunchJSONTests", dependencies: ["LaunchJSON"]),
    .testTarget(name: "LaunchModelTests", dependencies: ["LaunchModel"]),
    .testTarget(
      name: "LaunchPathTests",
      dependencies: ["LaunchModel", "LaunchPath", "LaunchTraces", "TestSupport"]),
    .testTarget(name: "LaunchPathToolTests"),
    .testTarget(name: "LaunchServerTests", dependencies: ["LaunchServer", "TestSupport"]),
    .testTarget(
      name: "LaunchTracesTests",
      dependencies: ["LaunchInsights", "LaunchJSON", "LaunchModel", "LaunchTraces"]),
    .testTarget(
      name: "NewsBackendTests", dependencies: ["LaunchHTTP", "LaunchJSON", "TestSupport"]),
    .testTarget(
      name: "NewsreaderTests", dependencies: ["LaunchPath", "LaunchSQLite", "TestSupport"]),
    .testTarget(name: "PackageTests", dependencies: ["LaunchModel", "TestSupport"]),
    .testTarget(
      name: "LaunchStoreTests", dependencies: ["LaunchModel", "LaunchSQLite", "LaunchStore"]),
    .testTarget(name: "TidyTests"),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x
)

for target in package.targets {
  switch target.type {
  case .system:
    continue
  case _ where target.name.hasPrefix("C"):
    target.cSettings = [
      .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
    ]
  default:
    target.swiftSettings = [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .strictMemorySafety(),
      .treatAllWarnings(as: .error),
    ]
  }
}
