import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import TestSupport
import Testing

/// `.opus` stands for Opus, whatever the input, the system and the container's other formats are.
@Suite struct ExtensionMeaningTests {
  private static let missing = CodecError(.unsupported, "the library is not installed (package libopus0)")

  /// The catalog of a system without libraries for some formats.
  private static func catalog(without formats: Set<FourCharacterCode>) -> Catalog {
    var catalog = Catalog.standard
    catalog.codecs = catalog.codecs.map { codec in
      guard let first = codec.encodedFormatIDs.first, formats.contains(first) else { return codec }
      return CodecDescriptor(
        formatIDs: codec.formatIDs, name: codec.name, describe: codec.describe,
        makeDecoder: { _, _ throws(CodecError) in throw missing }, encodedFormatIDs: codec.encodedFormatIDs,
        encoderSettings: codec.encoderSettings, makeEncoder: { _ throws(CodecError) in throw missing },
        encoderChoices: codec.encoderChoices, missing: { _ in missing })
    }
    return catalog
  }

  static let opus = Need(description: "libopus0") {
    Catalog.standard.encoder(formatID: .opus)?.missing(.encoding) == nil
  }

  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(2 * 20_000), rate: 48_000))
    try FileConversion(from: directory.file("in.wav"), to: directory.file("in.flac")).run()
    return directory
  }

  private func formatID(_ name: String, in directory: TemporaryDirectory) throws -> FourCharacterCode {
    try MediaFile(path: directory.file(name), containers: Catalog.standard.containers).reader.tracks[0].format.formatID
  }

  @Test("what a container holds is narrowed to what an extension stands for")
  func narrowing() throws {
    let ogg = try required(Catalog.standard.container(fileType: "Oggf"))
    #expect(ogg.named(extension: "opus").formatIDs == [.opus] && ogg.named(extension: "opus").meantExtension == "opus")
    for suffix in ["ogg", "oga", nil] { expectEqual(ogg.named(extension: suffix).formatIDs, ogg.formatIDs) }
    expectEqual(Catalog.standard.writableContainer(extension: "opus")?.formatIDs, [.opus])
    expectEqual(Catalog.standard.writableContainer(extension: "ogg")?.formatIDs, ogg.formatIDs)
  }

  @Test("FLAC and Vorbis become Opus", .needs(opus), arguments: ["in.wav", "in.flac", "in.ogg"])
  func inputs(name: String) throws {
    let directory = try directory()
    if name == "in.ogg" {
      var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
      conversion.dataFormat = OutputDataFormat(.coded(.flac))
      try conversion.run()
    }
    let report = try FileConversion(from: directory.file(name), to: directory.file("out.opus")).run()
    #expect(!report.isCopy)
    try expectEqual(formatID("out.opus", in: directory), .opus)
    // The container named otherwise changes nothing.
    var conversion = FileConversion(from: directory.file(name), to: directory.file("again.opus"))
    conversion.container = Catalog.standard.container(fileType: "Oggf")
    try conversion.run()
    try expectEqual(formatID("again.opus", in: directory), .opus)
  }

  @Test("another format is refused by name, encoded or copied, with the extensions that hold it")
  func refusals() throws {
    let directory = try directory()
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.opus"))
    conversion.dataFormat = OutputDataFormat(.coded(.flac))
    let errors = [
      jobError { try conversion.run() },
      jobError { try FileCopy(from: directory.file("in.flac"), to: directory.file("out.opus")).run() },
    ]
    for error in errors {
      expectEqual(error?.rule, "the extension .opus does not stand for 'flac'")
      expectEqual(error?.advice, .extensions(["ogg", "oga"]))
    }
    expectNil(directory.read("out.opus"))
  }

  @Test("a missing library is an error that names the package", arguments: ["in.wav", "in.flac"])
  func missingLibrary(name: String) throws {
    let directory = try directory()
    for formats: Set<FourCharacterCode> in [[.opus], [.opus, .vorbis]] {
      var conversion = FileConversion(from: directory.file(name), to: directory.file("out.opus"))
      conversion.catalog = Self.catalog(without: formats)
      let error = jobError { try conversion.run() }
      expectEqual(error?.description.contains("libopus0"), true)
      expectNil(directory.read("out.opus"))
    }
  }

  @Test("Ogg takes what can be encoded, and what is not Opus is told")
  func fallback() throws {
    let directory = try directory()
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.ogg"))
    conversion.catalog = Self.catalog(without: [.opus, .vorbis])
    let report = try conversion.run()
    try expectEqual(formatID("out.ogg", in: directory), .flac)
    #expect(
      report.notes.contains { note in
        guard case .otherFormat(.flac, insteadOf: .opus, let error) = note else { return false }
        return "\(note)".contains("libopus0") && error.kind == .unsupported
      })
  }

  @Test("extensions of formats that are not written are refused by the format's name")
  func otherExtensions() throws {
    let directory = try directory()
    for (suffix, name) in [("mpc", "Musepack"), ("ape", "Monkey"), ("wma", "Windows Media")] {
      let error = jobError {
        try FileConversion(from: directory.file("in.wav"), to: directory.file("out." + suffix)).run()
      }
      expectEqual(error?.description.contains(name), true, "\(suffix)")
    }
  }
}
