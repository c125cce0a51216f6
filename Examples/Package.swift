// swift-tools-version: 6.2
import PackageDescription

/// As programs for Apple's systems are built, with nothing of this package's own rules.
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// Core Audio and Core Media of this package; on Apple's systems the frameworks are there already.
#if canImport(Darwin)
  let toolbox: [Target.Dependency] = []
#else
  let toolbox = ["AudioToolbox", "CoreMedia"].map {
    Target.Dependency.product(name: $0, package: "swift-audio-toolbox")
  }
#endif

#if canImport(Darwin)
  let assets: [Target.Dependency] = []
#else
  let assets = [Target.Dependency.product(name: "AVFoundation", package: "swift-audio-toolbox")]
#endif

let streaming = ["AudioStreaming", "SwiftAudioToolbox"].map {
  Target.Dependency.product(name: $0, package: "swift-audio-toolbox")
}

let package = Package(
  name: "swift-audio-toolbox-examples",
  platforms: [.macOS("26.0")],
  dependencies: [.package(name: "swift-audio-toolbox", path: "..")],
  targets: [
    .target(name: "ExampleSupport", dependencies: toolbox, swiftSettings: settings),
    .executableTarget(name: "AACELDDecoder", dependencies: ["ExampleSupport"] + toolbox, swiftSettings: settings),
    .executableTarget(name: "FormatsTour", dependencies: ["ExampleSupport"] + toolbox, swiftSettings: settings),
    .executableTarget(name: "FormatsTourC", dependencies: toolbox),
    .executableTarget(name: "MP4ToPCM", dependencies: ["ExampleSupport"] + toolbox, swiftSettings: settings),
    .executableTarget(name: "AACELDEncoder", dependencies: ["ExampleSupport"] + toolbox, swiftSettings: settings),
    .executableTarget(name: "AudioFileReader", dependencies: ["ExampleSupport"] + toolbox, swiftSettings: settings),
    .executableTarget(name: "AssetTranscoder", dependencies: assets, swiftSettings: settings),
    // Not for Apple's systems: playing with this package's own modules.
    .executableTarget(
      name: "PlayFile", dependencies: [.product(name: "SwiftAudioToolbox", package: "swift-audio-toolbox")],
      swiftSettings: settings),
    // A microphone and a loudspeaker with AAC-ELD between them.
    .executableTarget(
      name: "LowDelayLink", dependencies: [.product(name: "SwiftAudioToolbox", package: "swift-audio-toolbox")],
      swiftSettings: settings),
    // Audio over networks, which has its own modules.
    .executableTarget(name: "HomeKitCamera", dependencies: streaming, swiftSettings: settings),
    .executableTarget(name: "Intercom", dependencies: streaming, swiftSettings: settings),
    // With the package's own Swift, on every system.
    .executableTarget(
      name: "FolderConverter",
      dependencies: [.product(name: "SwiftAudioToolbox", package: "swift-audio-toolbox")],
      swiftSettings: settings),
    // The code of a text, block by block, to be compiled. Excerpts leave variables unused.
    .target(
      name: "SeedBlocks", dependencies: toolbox,
      swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-suppress-warnings"])]),
  ]
)
