package import ArgumentParser
package import AudioBase
package import AudioCatalog
package import AudioFiles
import AudioJobs

/// The container of the output.
package struct OutputOptions: ParsableArguments {
  package init() {}

  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp(
      "The container, by its four characters or an extension, instead of what the output's extension says: WAVE, m4a, raw.",
      valueName: "fourcc"), completion: .list(Self.fileFormats))
  package var fileFormat: String?

  @Flag(name: .long, help: "Replace the output if it exists.")
  package var force = false

  /// The names of the given options.
  package var names: [String] { [(fileFormat != nil, "--file-format"), (force, "--force")].filter(\.0).map(\.1) }

  /// The completions of shells after `-f`: the types that can be written, and their extensions.
  private static let fileFormats: [String] = {
    let written = Catalog.standard.containers.filter { $0.create != nil }
    return (written.map { "\($0.fileType)".trimmingSpaces } + written.flatMap(\.extensions)).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }()

  /// Returns the descriptor of the container to write.
  package func container(of catalog: Catalog, for path: Pathname) throws(CommandFailure) -> ContainerDescriptor {
    let found: ContainerDescriptor?
    if let fileFormat {
      // Headerless samples by their name, as FFmpeg has them: -f s16le.
      let fileFormat = namedSamples == nil ? fileFormat : "raw"
      found =
        catalog.containers.first { container in
          FourCharacterCode(padding: fileFormat) == container.fileType
            || fileFormat.lowercased() == "\(container.fileType)".lowercased().trimmingSpaces
        } ?? catalog.writableContainer(extension: fileFormat.lowercased())
    } else if let suffix = path.fileExtension {
      found = catalog.writableContainer(extension: suffix)
    } else {
      let what = path.isStandardStream ? "standard output" : path
      throw CommandFailure(what, "nothing says which container to write", advice: "choose one with -f, such as -f WAVE")
    }
    guard let found, found.create != nil else {
      throw CommandFailure(
        path.isStandardStream ? "standard output" : path,
        fileFormat.map { "files of type '\($0)' cannot be written" }
          ?? JobFiles.refusal(ofExtension: path.fileExtension, catalog)
          ?? "the extension stands for no container that can be written",
        advice: "'af formats' lists those that can")
    }
    return found.named(extension: path.fileExtension)
  }

  /// The sample format that `-f` names for a headerless file, such as `s16le`.
  package var namedSamples: SampleFormat? { fileFormat.flatMap { SampleFormat(word: $0) } }

  /// Returns the extension of output names, without its dot: by `-f`, or the usual one.
  package func fileExtension(of container: ContainerDescriptor) -> String {
    guard let fileFormat, namedSamples == nil, FourCharacterCode(padding: fileFormat) != container.fileType,
      container.extensions.contains(fileFormat.lowercased())
    else { return (container.extensions.first ?? "audio").lowercased() }
    return fileFormat.lowercased()
  }

  /// Returns the sample format of a headerless file's extension, such as `.s24`.
  package func impliedSamples(of path: Pathname) -> SampleFormat? {
    if let namedSamples { return namedSamples }
    return switch path.fileExtension {
    case "u8": SampleFormat(.unsignedInteger, bitsPerSample: 8)
    case "s24": .int24
    case "s32": .int32
    case "f32": .float32
    case "f64": .float64
    default: nil
    }
  }

  /// The permission to replace a file.
  package var replacement: ReplacementPolicy { force ? .replace : .refuse }
}

extension String {
  /// The text without the spaces at its end.
  package var trimmingSpaces: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
