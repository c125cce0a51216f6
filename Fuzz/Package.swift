// swift-tools-version: 6.2
import PackageDescription

/// As in the main package. The sanitizers come from the command line of `Fuzz/run`, because a manifest may not ask for
/// them.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Programs against the C API handle pointers in every line, and do not spell `unsafe` each time.
let pointerSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// What of the main package is fuzzed.
let toolbox = [Target.Dependency.product(name: "AudioDecoding", package: "swift-audio-toolbox")]

/// The targets of libFuzzer, each a folder with one `LLVMFuzzerTestOneInput`.
let fuzzers = [
  "fuzz-aac-encoder", "fuzz-aac-packet", "fuzz-audio-specific-config", "fuzz-adts", "fuzz-aiff", "fuzz-caf",
  "fuzz-flac", "fuzz-loas", "fuzz-mp4", "fuzz-ogg", "fuzz-mpeg-audio", "fuzz-mpeg-transport",
  "fuzz-foreign", "fuzz-matroska",
  "fuzz-sun-audio", "fuzz-wave", "fuzz-alac", "fuzz-mpeg-audio-packet", "fuzz-adpcm",
]

let package = Package(
  name: "swift-audio-toolbox-fuzz",
  platforms: [.macOS("26.0")],
  products: (fuzzers + ["fuzz-core-audio"]).map { .library(name: $0, type: .static, targets: [$0]) },
  dependencies: [.package(name: "swift-audio-toolbox", path: "..")],
  targets: [
    .target(name: "FuzzSupport", dependencies: toolbox, swiftSettings: settings),
    .target(
      name: "APIExerciser",
      dependencies: ["FuzzSupport", .product(name: "AudioToolbox", package: "swift-audio-toolbox")],
      swiftSettings: pointerSettings),
    .executableTarget(
      name: "mutation-runner", dependencies: ["FuzzSupport", "APIExerciser"] + toolbox, swiftSettings: settings),
    .executableTarget(name: "write-slowly", dependencies: toolbox, swiftSettings: settings),
    .target(name: "fuzz-core-audio", dependencies: ["FuzzSupport", "APIExerciser"], swiftSettings: settings),
  ] + fuzzers.map { .target(name: $0, dependencies: ["FuzzSupport"] + toolbox, swiftSettings: settings) }
)
