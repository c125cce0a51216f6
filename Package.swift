// swift-tools-version: 6.2
import PackageDescription

/// Builds for tests count the locks that rendering threads take, as debug builds do: `RenderingThread.lockCount`.
let countedLocks: [SwiftSetting] =
  Context.environment["COUNTS_LOCKS"] == "1" ? [.define("COUNTS_LOCKS")] : []

/// What every target of ours is compiled with. Warnings are errors, and each unsafe operation must be spelled `unsafe`.
let settings: [SwiftSetting] =
  countedLocks + [
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
  Component(name: "AudioBase", folder: "Base/AudioBase", tests: []),
  Component(name: "Bitstream", folder: "Base/Bitstream", tests: []),
  Component(name: "PacketInspection", folder: "Base/PacketInspection", imports: ["AudioBase"]),
  Component(name: "FramedStreams", folder: "Base/FramedStreams", imports: ["AudioBase"]),
  Component(name: "SystemLibraries", folder: "Base/SystemLibraries"),
  Component(name: "Transforms", folder: "Base/Transforms", imports: ["CProcessor"], tests: []),
  Component(name: "MPEG4Systems", folder: "Standards/MPEG4Systems", imports: ["AudioBase", "Bitstream"], tests: []),
  Component(name: "ID3Tags", folder: "Standards/ID3", imports: ["AudioBase", "Bitstream"], tests: []),
  Component(name: "VorbisComments", folder: "Standards/VorbisComments", imports: ["AudioBase", "Bitstream"]),
  Component(name: "XiphAudio", folder: "Standards/XiphAudio", imports: ["AudioBase", "Bitstream"], tests: []),
  Component(name: "WaveFormats", folder: "Standards/WaveFormats", imports: ["AudioBase", "Bitstream"], tests: []),
  Component(name: "MPEGAudioFrames", folder: "Standards/MPEGAudioFrames", imports: ["AudioBase"], tests: []),
  Component(name: "AC3Frames", folder: "Standards/AC3Frames", imports: ["AudioBase", "FramedStreams"], tests: []),
  Component(name: "DTSFrames", folder: "Standards/DTSFrames", imports: ["AudioBase", "FramedStreams"]),
  Component(name: "SpeechFrames", folder: "Standards/SpeechFrames"),
  Component(name: "MIDIFiles", folder: "Standards/MIDIFiles", tests: []),
  Component(name: "UniDRC", folder: "Standards/UniDRC", imports: ["AudioBase", "Bitstream"], tests: ["MPEG4Systems"]),
  Component(
    name: "RTPPayloads", folder: "Standards/RTPPayloads", imports: base + ["SpeechFrames", "XiphAudio"], tests: []),
  Component(name: "AACSyntax", folder: "Codecs/AACSyntax", imports: base + ["Transforms"]),
  Component(
    name: "AACReplication", folder: "Codecs/AACReplication", imports: base + ["AACSyntax", "CProcessor", "Transforms"]),
  Component(
    name: "AACDecoding", folder: "Codecs/AACDecoding",
    imports: base + ["AACReplication", "AACSyntax", "PacketInspection", "Transforms"], tests: ["AACEncoding"]),
  // Its tests are AACDecodingTests, for most of them decode what they encode.
  Component(
    name: "AACEncoding", folder: "Codecs/AACEncoding",
    imports: base + ["AACReplication", "AACSyntax", "Transforms"]),
  Component(
    name: "USACCodec", folder: "Codecs/USAC",
    imports: base + [
      "AACDecoding", "AACReplication", "AACSyntax", "PacketInspection", "Transforms", "UniDRC",
    ], tests: []),
  Component(name: "ALACCodec", folder: "Codecs/ALAC", imports: ["AudioBase", "Bitstream"], tests: []),
  Component(name: "FLACCodec", folder: "Codecs/FLAC", imports: ["AudioBase", "Bitstream"], tests: ["FLACContainer"]),
  Component(
    name: "ADPCMCodec", folder: "Codecs/ADPCM", imports: ["AudioBase", "Bitstream", "Transforms"],
    tests: ["AIFFContainer", "CAFContainer", "WAVEContainer"]),
  Component(name: "DSDCodec", folder: "Codecs/DSD", imports: ["AudioBase", "Transforms"], tests: ["AudioCatalog"]),
  Component(name: "TTACodec", folder: "Codecs/TTA", imports: ["AudioBase"], tests: ["AudioCatalog"]),
  Component(name: "G711Codec", folder: "Codecs/G711", imports: ["AudioBase"], tests: []),
  Component(
    name: "MPEGAudioCodec", folder: "Codecs/MPEGAudio",
    imports: ["AudioBase", "Bitstream", "MPEGAudioFrames", "PacketInspection", "Transforms"], tests: []),
  Component(
    name: "AC3Codec", folder: "Codecs/AC3", imports: ["AC3Frames", "AudioBase", "Bitstream", "Transforms"], tests: []),
  Component(
    name: "XiphLibraries", folder: "Codecs/XiphLibraries", imports: ["AudioBase", "SystemLibraries", "XiphAudio"],
    tests: ["AudioCatalog", "AudioConversion", "AudioFiles", "OggContainer"]),
  Component(
    name: "LibraryCodecs", folder: "Codecs/LibraryCodecs",
    imports: ["AudioBase", "DTSFrames", "MPEGAudioFrames", "SpeechFrames", "SystemLibraries", "XiphAudio"],
    tests: ["AudioCatalog", "AudioConversion", "AudioFiles"]),
  Component(
    name: "AC3Container", folder: "Containers/AC3", imports: ["AC3Frames", "AudioBase", "FramedStreams"], tests: []),
  Component(
    name: "AMRContainer", folder: "Containers/AMR", imports: ["AudioBase", "FramedStreams", "SpeechFrames"], tests: []),
  Component(name: "ADTSContainer", folder: "Containers/ADTS", imports: base + ["FramedStreams", "ID3Tags"], tests: []),
  Component(
    name: "ADIFContainer", folder: "Containers/ADIF", imports: base + ["FramedStreams"], tests: ["AACDecoding"]),
  Component(name: "LOASContainer", folder: "Containers/LOAS", imports: base + ["FramedStreams"], tests: []),
  Component(name: "PacketDumpContainer", folder: "Containers/PacketDump", imports: base, tests: []),
  Component(
    name: "MP4Container", folder: "Containers/MP4",
    imports: base + ["MPEGAudioFrames", "SystemLibraries", "XiphAudio"],
    tests: ["ADTSContainer", "AudioFiles", "PacketDumpContainer"]),
  Component(
    name: "WAVEContainer", folder: "Containers/WAVE",
    imports: [
      "AC3Container", "ADIFContainer", "ADTSContainer", "AudioBase", "Bitstream", "FLACContainer", "FramedStreams",
      "ID3Tags", "LOASContainer", "MPEGAudioContainer", "WaveFormats",
    ], tests: []),
  Component(
    name: "AIFFContainer", folder: "Containers/AIFF",
    imports: ["AudioBase", "Bitstream", "ID3Tags", "MPEGAudioContainer"], tests: []),
  Component(name: "CAFContainer", folder: "Containers/CAF", imports: base + ["WaveFormats", "XiphAudio"], tests: []),
  Component(name: "SunAudioContainer", folder: "Containers/SunAudio", imports: ["AudioBase", "Bitstream"], tests: []),
  Component(
    name: "FLACContainer", folder: "Containers/FLAC",
    imports: ["AudioBase", "Bitstream", "FramedStreams", "VorbisComments", "XiphAudio"],
    tests: []),
  Component(
    name: "OggContainer", folder: "Containers/Ogg",
    imports: ["AudioBase", "Bitstream", "VorbisComments", "XiphAudio"], tests: []),
  Component(
    name: "MPEGAudioContainer", folder: "Containers/MPEGAudio",
    imports: ["AudioBase", "Bitstream", "FramedStreams", "ID3Tags", "MPEGAudioFrames"], tests: []),
  Component(
    name: "MPEGTransportContainer", folder: "Containers/MPEGTransport",
    imports: ["AudioBase", "Bitstream", "FramedStreams", "XiphAudio"],
    tests: ["ADTSContainer", "LOASContainer", "MPEGAudioContainer"]),
  Component(
    name: "MatroskaContainer", folder: "Containers/Matroska",
    imports: base + ["SystemLibraries", "VorbisComments", "WaveFormats", "XiphAudio"],
    tests: ["AudioCatalog", "AudioConversion", "AudioFiles"]),
  Component(
    name: "ForeignContainers", folder: "Containers/Foreign",
    imports: base + ["DTSFrames", "FramedStreams", "ID3Tags", "SpeechFrames", "WaveFormats", "XiphAudio"],
    tests: ["AudioCatalog"]),
  Component(name: "RawPCMContainer", folder: "Containers/RawPCM", imports: ["AudioBase"], tests: []),
  Component(name: "SignalProcessing", folder: "Processing", imports: ["AudioBase", "Transforms"], tests: []),
  Component(name: "AudioErrors", folder: "Engine/Errors", imports: ["AudioBase"]),
  Component(
    name: "AudioConversion", folder: "Engine/Conversion", imports: ["AudioBase", "AudioErrors", "SignalProcessing"],
    tests: []),
  Component(
    name: "AudioFiles", folder: "Engine/Files", imports: ["AudioBase", "AudioErrors", "ID3Tags"],
    tests: ["AudioCatalog"]),
  Component(
    name: "AudioCatalog", folder: "Engine/Catalog",
    imports: [
      "AudioBase", "AudioFiles", "PacketInspection", "AACDecoding", "AACEncoding", "AC3Codec", "ADPCMCodec",
      "ALACCodec",
      "DSDCodec", "FLACCodec", "G711Codec", "MPEGAudioCodec", "USACCodec",
      "AC3Container", "ADIFContainer", "ADTSContainer", "AIFFContainer", "AMRContainer", "CAFContainer",
      "FLACContainer", "ForeignContainers",
      "LibraryCodecs", "LOASContainer", "MatroskaContainer", "MP4Container",
      "MPEGAudioContainer", "MPEGTransportContainer", "OggContainer", "PacketDumpContainer", "RawPCMContainer",
      "SunAudioContainer", "TTACodec",
      "WAVEContainer", "XiphLibraries",
    ], tests: []),
  Component(
    name: "AudioJobs", folder: "Engine/Jobs",
    imports: [
      "AudioBase", "AudioCatalog", "AudioConversion", "AudioErrors", "AudioFiles", "Bitstream", "ID3Tags",
      "SignalProcessing", "XiphAudio",
    ], tests: []),
  Component(
    name: "AudioInspection", folder: "Engine/Inspection",
    imports: [
      "AudioBase", "AudioCatalog", "AudioConversion", "AudioFiles", "AudioJobs", "PacketInspection", "SignalProcessing",
      "Transforms",
    ], tests: []),
  Component(
    name: "AudioAssets", folder: "Engine/Assets",
    imports: [
      "AudioBase", "AudioConversion", "AudioErrors", "AudioFiles", "SignalProcessing",
    ]),
  Component(
    name: "AudioDevices", folder: "Engine/Devices", imports: ["AudioBase", "AudioErrors", "SystemLibraries"], tests: []),
  Component(
    name: "AudioPlayback", folder: "Engine/Playback",
    imports: [
      "AudioBase", "AudioCatalog", "AudioConversion", "AudioDevices", "AudioErrors", "AudioFiles", "SignalProcessing",
    ],
    tests: []),
  Component(
    name: "AudioGraph", folder: "Engine/Graph",
    imports: [
      "AudioBase", "AudioConversion", "AudioDevices", "AudioErrors", "AudioPlayback", "SignalProcessing",
    ], tests: []),
  Component(
    name: "AudioReception", folder: "Engine/Reception",
    imports: [
      "AudioBase", "AudioCatalog", "AudioConversion", "AudioDevices", "AudioErrors", "AudioPlayback", "MPEG4Systems",
      "SignalProcessing",
    ],
    tests: []),
]

/// `sqrtf` and `floor` of the C library, which arithmetic becomes where the processor has no instruction for it. Foundation
/// and Glibc link them by themselves; the modules that import neither must say so.
let mathematics: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux, .android]))]
/// The dynamic linker, which older C libraries keep apart.
let dynamicLinker: [LinkerSetting] = [.linkedLibrary("dl", .when(platforms: [.linux]))]

/// What the processor has that is compiled for: a header of C, which Swift sees no other way.
let processor = Target.target(name: "CProcessor", path: "Sources/Base/CProcessor")

let packageTargets: [Target] = components.flatMap { component -> [Target] in
  let dependencies = component.imports.map { Target.Dependency.byName(name: $0) }
  let library = Target.target(
    name: component.name, dependencies: dependencies, path: "Sources/\(component.folder)", swiftSettings: settings,
    linkerSettings: mathematics + (component.name == "SystemLibraries" ? dynamicLinker : []))
  guard let extra = component.tests else { return [library] }
  let tests = Target.testTarget(
    name: "\(component.name)Tests",
    dependencies: [.byName(name: component.name), "TestSupport"] + dependencies + extra.map { .byName(name: $0) },
    path: "Tests/\(component.folder)Tests", swiftSettings: settings)
  return [library, tests]
}

/// A library of another package that only streaming needs: a package that depends on this one with `traits: []` clones
/// neither SwiftNIO nor swift-crypto.
func network(_ library: String, of package: String) -> Target.Dependency {
  .product(name: library, package: package, condition: .when(traits: ["Streaming"]))
}

/// The only component that depends on packages of others, and that nobody links who doesn't ask for it.
let networkLibraries: [Target.Dependency] = [
  network("NIOCore", of: "swift-nio"), network("NIOPosix", of: "swift-nio"),
  network("Crypto", of: "swift-crypto"), network("CryptoExtras", of: "swift-crypto"),
]
let streamingTargets: [Target] = [
  .target(
    name: "AudioStreaming",
    dependencies: [
      "AudioBase", "AudioCatalog", "AudioConversion", "AudioDevices", "AudioErrors", "AudioPlayback", "AudioReception",
      "Bitstream", "RTPPayloads",
    ] + networkLibraries,
    path: "Sources/Engine/Streaming", swiftSettings: settings, linkerSettings: mathematics),
  .testTarget(
    name: "AudioStreamingTests",
    dependencies: [
      "AudioStreaming", "AudioBase", "AudioCatalog", "AudioConversion", "AudioDevices", "AudioErrors", "AudioPlayback",
      "AudioReception", "RTPPayloads", "TestSupport",
      network("Crypto", of: "swift-crypto"),
    ],
    path: "Tests/Engine/StreamingTests", swiftSettings: settings),
]

/// What tests share: files beside the work tree, a generator of random numbers, ways to read a file whole.
let testSupport = Target.target(
  name: "TestSupport", dependencies: ["AudioBase"], path: "Tests/TestSupport", swiftSettings: settings)

/// Pages and pictures of what inspection finds.
let inspectionPages: [Target] = [
  .target(
    name: "InspectionPages", dependencies: ["AudioBase", "AudioInspection", "SystemLibraries"],
    path: "Sources/Interfaces/InspectionPages", swiftSettings: settings, linkerSettings: mathematics),
  .testTarget(
    name: "InspectionPagesTests",
    dependencies: [
      "InspectionPages", "AudioBase", "AudioCatalog", "AudioFiles", "AudioInspection", "SystemLibraries", "TestSupport",
      network("Crypto", of: "swift-crypto"),
    ],
    path: "Tests/Interfaces/InspectionPagesTests", swiftSettings: settings),
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// The command line and its tests, which run the built programs. What streams is a program of its own, so that `af` stays
/// free of the packages of others that the network needs.
let commandLineTargets: [Target] = [
  .target(
    name: "CommandLineSupport",
    dependencies: [
      "AudioBase", "AudioCatalog", "AudioConversion", "AudioDevices", "AudioErrors", "AudioFiles", "AudioJobs",
      "SignalProcessing", argumentParser,
    ],
    path: "Sources/Interfaces/CommandLine/CommandLineSupport", swiftSettings: settings),
  .executableTarget(
    name: "af",
    dependencies: [
      "CommandLineSupport", "AudioBase", "AudioConversion", "AudioFiles", "AudioCatalog", "AudioDevices", "AudioJobs",
      "AudioInspection", "AudioPlayback", "InspectionPages", "PacketInspection", "SignalProcessing", argumentParser,
    ],
    path: "Sources/Interfaces/CommandLine/af", swiftSettings: settings),
  .executableTarget(
    name: "af-stream",
    dependencies: [
      "CommandLineSupport", "AudioBase", "AudioConversion", "AudioFiles", "AudioCatalog", "AudioDevices", "AudioJobs",
      "AudioPlayback", "AudioReception", "AudioStreaming", "RTPPayloads", argumentParser,
    ],
    path: "Sources/Interfaces/CommandLine/af-stream", swiftSettings: settings),
  .testTarget(
    name: "ConformanceTests",
    dependencies: ["AudioBase", "AudioCatalog", "AudioConversion", "AudioFiles", "TestSupport"],
    path: "Tests/ConformanceTests", swiftSettings: settings),
  .testTarget(
    name: "afTests", dependencies: ["af", "af-stream", "TestSupport"],
    path: "Tests/Interfaces/CommandLine/afTests", swiftSettings: settings),
]

/// Tests of a C API handle pointers in every line, and do not spell `unsafe` each time.
let pointerTestSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Apple's audio API for systems that lack it: C headers without sources, which the Swift target of the same name implements.
/// Where the system has the frameworks these targets would stand in their way and are left out.
#if canImport(Darwin)
  let coreAudioTargets: [Target] = []
  let coreAudioProducts: [Product] = []
#else
  let coreAudioTargets: [Target] = [
    .target(name: "CAudioToolbox", path: "Sources/Interfaces/CoreAudio/CAudioToolbox"),
    .testTarget(
      name: "CHeaderTests", dependencies: ["CAudioToolbox", "TestSupport"],
      path: "Tests/Interfaces/CoreAudio/CHeaderTests",
      exclude: ["Checks", "Programs", "Seeds"],
      swiftSettings: pointerTestSettings),
    .target(
      // The overlay of the toolchain's own module, which the compiler will not take for one of this package.
      name: "CoreFoundation", path: "Sources/Interfaces/CoreAudio/CoreFoundation", packageAccess: false,
      swiftSettings: settings),
    .target(
      name: "AudioToolbox",
      dependencies: [
        "CAudioToolbox", "CoreFoundation", "AudioBase", "AudioCatalog", "AudioConversion", "AudioDevices",
        "AudioErrors",
        "AudioFiles", "AudioGraph", "AudioPlayback", "ID3Tags", "MIDIFiles", "MPEG4Systems", "MPEGAudioFrames",
        "SignalProcessing", "SystemLibraries",
      ],
      path: "Sources/Interfaces/CoreAudio/AudioToolbox", swiftSettings: settings, linkerSettings: mathematics),
    .target(
      name: "CoreAudioTypes", dependencies: ["AudioToolbox"], path: "Sources/Interfaces/CoreAudio/CoreAudioTypes",
      swiftSettings: settings),
    .target(
      name: "CoreAudio", dependencies: ["AudioToolbox"], path: "Sources/Interfaces/CoreAudio/CoreAudio",
      swiftSettings: settings),
    .target(
      name: "AudioUnit", dependencies: ["AudioToolbox"], path: "Sources/Interfaces/CoreAudio/AudioUnit",
      swiftSettings: settings),
    // What audio programs use of Accelerate and of Foundation that Linux does not have.
    .target(
      name: "Accelerate", dependencies: ["AudioBase", "Transforms"], path: "Sources/Interfaces/CoreAudio/Accelerate",
      swiftSettings: settings, linkerSettings: mathematics),
    .target(
      name: "CompatibilityShims", dependencies: ["Accelerate"],
      path: "Sources/Interfaces/CoreAudio/CompatibilityShims", swiftSettings: settings),
    .testTarget(
      name: "CompatibilityShimsTests", dependencies: ["CompatibilityShims", "TestSupport"],
      path: "Tests/Interfaces/CoreAudio/CompatibilityShimsTests", swiftSettings: pointerTestSettings),
    .testTarget(
      name: "AudioToolboxTests",
      dependencies: [
        "AudioToolbox", "AudioDevices", "AudioUnit", "CoreAudio", "CoreAudioTypes", "SignalProcessing", "TestSupport",
      ],
      path: "Tests/Interfaces/CoreAudio/AudioToolboxTests", swiftSettings: pointerTestSettings),
    .target(
      // The strings that C programs name, and Core Foundation's register of classes: neither can be had from Swift.
      name: "CCoreMediaObjects", dependencies: ["CAudioToolbox"], path: "Sources/Interfaces/CoreAudio/CCoreMediaObjects"
    ),
    .target(
      name: "CoreMedia",
      dependencies: [
        "CAudioToolbox", "CCoreMediaObjects", "AudioToolbox", "AudioBase", "AudioDevices", "Bitstream",
        "SystemLibraries",
      ],
      path: "Sources/Interfaces/CoreAudio/CoreMedia", swiftSettings: settings, linkerSettings: mathematics),
    .target(
      // Gives C programs their signals back, which the Swift runtime takes when it is loaded.
      name: "CHostSignals", path: "Sources/Interfaces/CoreAudio/CHostSignals",
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .testTarget(
      name: "CoreMediaTests", dependencies: ["CoreMedia", "AudioDevices", "TestSupport"],
      path: "Tests/Interfaces/CoreAudio/CoreMediaTests",
      swiftSettings: pointerTestSettings),
    .target(
      name: "AVFAudio",
      dependencies: [
        "AudioToolbox", "CoreMedia", "AudioBase", "AudioCatalog", "AudioConversion", "AudioDevices", "AudioErrors",
        "AudioFiles", "AudioGraph", "AudioPlayback", "MIDIFiles", "SignalProcessing", "SystemLibraries",
      ],
      path: "Sources/Interfaces/CoreAudio/AVFAudio", swiftSettings: settings, linkerSettings: mathematics),
    .target(
      name: "AVFoundation",
      dependencies: [
        "AVFAudio", "AudioToolbox", "CoreMedia", "AudioAssets", "AudioBase", "AudioCatalog", "AudioConversion",
        "AudioDevices", "AudioErrors", "AudioFiles", "AudioPlayback", "SignalProcessing",
      ],
      path: "Sources/Interfaces/CoreAudio/AVFoundation",
      swiftSettings: settings, linkerSettings: mathematics),
    .testTarget(
      name: "AVFAudioTests",
      dependencies: ["AVFoundation", "AudioDevices", "AudioGraph", "SignalProcessing", "TestSupport"],
      path: "Tests/Interfaces/CoreAudio/AVFAudioTests",
      swiftSettings: pointerTestSettings),
    .testTarget(
      name: "AVFoundationTests", dependencies: ["AVFoundation", "AudioDevices", "TestSupport"],
      path: "Tests/Interfaces/CoreAudio/AVFoundationTests",
      swiftSettings: pointerTestSettings),
  ]

  /// Swift programs link what they use of a library. C programs link the one that Scripts/package install asks for: it
  /// has all.
  let coreAudioProducts: [Product] =
    ["AudioToolbox", "AudioUnit", "AVFAudio", "AVFoundation", "CoreAudio", "CoreAudioTypes", "CoreMedia"].map {
      .library(name: $0, targets: [$0])
    }
    + [.library(name: "CompatibilityShims", targets: ["CompatibilityShims", "Accelerate"])]
    + [.library(name: "AudioToolboxShared", type: .dynamic, targets: ["AudioToolbox", "CoreMedia", "CHostSignals"])]
#endif

/// All that Swift programs want of this package, behind one import.
let swiftInterface = Target.target(
  name: "SwiftAudioToolbox",
  dependencies: [
    "AudioBase", "AudioCatalog", "AudioConversion", "AudioDevices", "AudioErrors", "AudioFiles", "AudioJobs",
    "AudioPlayback", "AudioReception", "SignalProcessing",
  ],
  path: "Sources/Interfaces/Swift", swiftSettings: settings)

let swiftInterfaceTests = Target.testTarget(
  name: "SwiftAudioToolboxTests", dependencies: ["SwiftAudioToolbox", "TestSupport"],
  path: "Tests/Interfaces/SwiftTests", swiftSettings: settings)

/// The engine for C and for languages that call C. Pointers are what it takes.
let plainInterface: [Target] = [
  .target(name: "CSwiftAudioToolbox", path: "Sources/Interfaces/C/CSwiftAudioToolbox"),
  .target(
    name: "PlainInterface",
    dependencies: [
      "CSwiftAudioToolbox", "AudioBase", "AudioCatalog", "AudioConversion", "AudioErrors", "AudioFiles", "AudioJobs",
      "SignalProcessing", "SwiftAudioToolbox",
    ],
    path: "Sources/Interfaces/C/Functions", swiftSettings: settings),
  .testTarget(
    name: "PlainInterfaceTests",
    dependencies: ["CSwiftAudioToolbox", "PlainInterface", "SwiftAudioToolbox", "af", "TestSupport"],
    path: "Tests/Interfaces/PlainInterface", exclude: ["plain-interface.c"], swiftSettings: pointerTestSettings),
]

/// Sounds as values, files, conversion: what each product below has, so that one of them is enough for a program.
let engine = ["AudioBase", "AudioConversion", "AudioFiles", "SignalProcessing"]

/// What Swift programs may depend on, and the modules that each product gives them. `Documentation/Promise.md` says what is
/// promised of these modules; those that stand in no product are nobody's to import.
let libraries: [(name: String, modules: [String])] = [
  (
    "SwiftAudioToolbox",
    ["SwiftAudioToolbox", "AudioCatalog", "AudioDevices", "AudioJobs", "AudioPlayback", "AudioReception"]
      + engine
  ),
  // Every format; neither jobs nor devices.
  ("AudioDecoding", engine + ["AudioCatalog"]),
  // The only product that stands on packages of others.
  ("AudioStreaming", ["AudioStreaming", "AudioReception", "MPEG4Systems", "RTPPayloads"]),
  ("InspectionPages", ["InspectionPages", "AudioInspection", "PacketInspection"]),
  // For programs that choose their formats, and compile no others.
  (
    "AACAudio",
    engine + [
      "AACDecoding", "ADIFContainer", "ADTSContainer", "LOASContainer", "MP4Container", "MPEG4Systems",
      "PacketDumpContainer",
    ]
  ),
  ("AACEncoding", ["AACEncoding"]),
  (
    "BroadcastAudio",
    engine + [
      "AC3Codec", "AC3Container", "AMRContainer", "ForeignContainers", "LibraryCodecs", "MPEGAudioCodec",
      "MPEGAudioContainer",
      "MPEGTransportContainer",
      "USACCodec",
    ]
  ),
  (
    "LosslessAudio",
    engine + [
      "ADPCMCodec", "AIFFContainer", "ALACCodec", "CAFContainer", "DSDCodec", "FLACCodec", "FLACContainer",
      "G711Codec", "MP4Container",
      "RawPCMContainer", "SunAudioContainer", "TTACodec", "WAVEContainer",
    ]
  ),
  ("OggAudio", engine + ["MatroskaContainer", "OggContainer", "XiphLibraries"]),
]

let package = Package(
  name: "swift-audio-toolbox",
  platforms: [.macOS("26.0")],
  products: libraries.map { .library(name: $0.name, targets: $0.modules) }
    + coreAudioProducts
    + [.library(name: "swift_audio_toolbox", type: .dynamic, targets: ["PlainInterface"])]
    + ["af", "af-stream"].map { .executable(name: $0, targets: [$0]) },
  traits: [
    .default(enabledTraits: ["Streaming"]),
    .trait(name: "Streaming", description: "AudioStreaming and af-stream, which need SwiftNIO and swift-crypto."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [processor] + packageTargets + streamingTargets + [swiftInterface, swiftInterfaceTests] + plainInterface
    + inspectionPages
    + commandLineTargets
    + [testSupport] + coreAudioTargets
)
