// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is compiled with. Warnings are errors, and each unsafe operation must be spelled `unsafe`.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableExperimentalFeature("Lifetimes"),
]

/// One row a component: its folder under `Sources/`, what it may import, and whether it has tests of its own.
struct Component {
  var name: String
  var folder: String
  var imports: [String] = []
  var tests: [String]?
}

let base = ["AudioBase", "Bitstream", "MPEG4Systems"]

let components: [Component] = [
  Component(name: "AudioBase", folder: "Base/AudioBase", tests: nil),
  Component(name: "Bitstream", folder: "Base/Bitstream", tests: nil),
  Component(name: "SignalProcessing", folder: "Base/SignalProcessing", tests: nil),
  Component(name: "MPEG4Systems", folder: "Standards/MPEG4Systems", imports: ["AudioBase", "Bitstream"], tests: []),
  Component(
    name: "AACCodec", folder: "Codecs/AAC", imports: base + ["SignalProcessing"], tests: []),
  Component(name: "ADTSContainer", folder: "Containers/ADTS", imports: base, tests: nil),
  Component(name: "PacketDumpContainer", folder: "Containers/PacketDump", imports: base, tests: nil),
]

let packageTargets: [Target] = components.flatMap { component -> [Target] in
  let dependencies = component.imports.map { Target.Dependency.byName(name: $0) }
  let library = Target.target(
    name: component.name, dependencies: dependencies, path: "Sources/\(component.folder)", swiftSettings: settings)
  guard let extra = component.tests else { return [library] }
  let tests = Target.testTarget(
    name: "\(component.name)Tests",
    dependencies: [.byName(name: component.name)] + dependencies + extra.map { .byName(name: $0) },
    path: "Tests/\(component.folder)Tests", swiftSettings: settings)
  return [library, tests]
}

let package = Package(
  name: "swift-audio-toolbox",
  platforms: [.macOS("26.0")],
  products: [],
  targets: packageTargets
)
