// swift-tools-version: 6.2
import PackageDescription

// How client programs of the house link: Swift's libraries and libstdc++ static, glibc dynamic.
let cheapLink: [LinkerSetting] = [
  .unsafeFlags([
    "-static-stdlib", "-L", Context.packageDirectory + "/../../Sources/Newsreader/Link",
    "-Xclang-linker", "-static-libgcc", "-Xclang-linker", "-no-pie", "-Xlinker", "-s",
    "-Xlinker", "--no-export-dynamic",
  ])
]

let package = Package(
  name: "LaunchPathBench",
  dependencies: [.package(name: "LaunchPath", path: "../..")],
  targets: [
    .target(name: "CHarness"),
    .executableTarget(
      name: "Runner",
      dependencies: ["CHarness", .product(name: "LaunchPath", package: "LaunchPath")]),
    .executableTarget(
      name: "Probe",
      dependencies: ["CHarness", .product(name: "LaunchPath", package: "LaunchPath")],
      linkerSettings: cheapLink),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x
)

for target in package.targets where !target.name.hasPrefix("C") {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
