// swift-tools-version: 6.2
import PackageDescription

/// As in the main package; the calls into C are marked `unsafe`.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Programs that use the C API handle pointers in every line, and do not spell `unsafe` each time.
let pointerSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// What of the main package the measurements need.
func product(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-audio-toolbox") }
let toolbox = [product("AudioDecoding")]

let package = Package(
  name: "swift-audio-toolbox-benchmarks",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "swift-audio-toolbox", path: "..")],
  targets: [
    .target(name: "CPeer"),
    .target(name: "CAllocationCounter"),
    .target(name: "BenchmarkSupport", dependencies: toolbox, swiftSettings: settings),
    .executableTarget(
      name: "decode-benchmark", dependencies: ["BenchmarkSupport", "CPeer"] + toolbox, swiftSettings: settings),
    .executableTarget(
      name: "decode-allocations", dependencies: ["BenchmarkSupport", "CAllocationCounter"] + toolbox,
      swiftSettings: settings),
    .executableTarget(
      name: "decode-losses",
      dependencies: [product("AACAudio")], swiftSettings: settings),
    .executableTarget(
      name: "encode-frames", dependencies: ["BenchmarkSupport"] + toolbox, swiftSettings: settings),
    .executableTarget(
      name: "api-overhead",
      dependencies: ["BenchmarkSupport", product("AudioToolbox")] + toolbox, swiftSettings: pointerSettings),
    .executableTarget(
      name: "receive-streams",
      dependencies: [product("SwiftAudioToolbox")], swiftSettings: settings),
    .executableTarget(
      name: "mouth-to-ear",
      dependencies: [product("SwiftAudioToolbox"), product("AudioStreaming")], swiftSettings: settings),
    .executableTarget(
      name: "resample-tones", dependencies: toolbox, swiftSettings: settings),
  ]
)
