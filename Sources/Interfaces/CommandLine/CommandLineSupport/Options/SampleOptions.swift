package import ArgumentParser
package import AudioBase
package import AudioFiles
package import AudioJobs

/// The rate and the bits of the output, by simple options.
package struct SampleOptions: ParsableArguments {
  package init() {}

  @Option(name: .long, help: ArgumentHelp("The sample rate of the output: 48000 or 48k.", valueName: "hz"))
  package var rate: RateArgument?

  @Option(
    name: .long,
    help: ArgumentHelp("The bits of a sample of linear PCM, FLAC or Apple Lossless: 16, 24 …", valueName: "n"))
  package var bits: Int?

  /// The names of the given options.
  package var names: [String] { [(rate != nil, "--rate"), (bits != nil, "--bits")].filter(\.0).map(\.1) }

  /// Returns the data format that `-d`, `--rate` and `--bits` request together, or `nil` without any of them.
  ///
  /// - Parameters:
  ///   - asked: The value of `-d`.
  ///   - container: The output's container.
  package func dataFormat(
    _ asked: DataFormatArgument?, in container: ContainerDescriptor, for output: Pathname
  ) throws(CommandFailure) -> OutputDataFormat? {
    guard rate != nil || bits != nil else { return asked?.format }
    var format = asked?.format ?? OutputDataFormat(.usual)
    if let rate = rate?.hertz {
      if let other = format.sampleRate, other != rate {
        throw CommandFailure(
          output: output, "--rate and @RATE behind -d name different rates", advice: "give one of them")
      }
      format.sampleRate = rate
    }
    if let bits { try choose(bits, &format, container, output) }
    return format
  }

  private func choose(
    _ bits: Int, _ format: inout OutputDataFormat, _ container: ContainerDescriptor, _ output: Pathname
  ) throws(CommandFailure) {
    switch format.kind {
    case .keep: throw CommandFailure(output: output, "-d 0 keeps the packets, which --bits would change")
    case .samples(let samples):
      guard samples.bitsPerSample == bits else {
        throw CommandFailure(output: output, "--bits \(bits) contradicts -d \(samples)", advice: "give one of them")
      }
    case .coded(let code): try choose(bits, of: code, &format, output)
    case .usual:
      let usual = container.formatIDs.first ?? .linearPCM
      guard usual == .linearPCM else { return try choose(bits, of: usual, &format, output) }
      let suitable = container.sampleFormats.filter { $0.bitsPerSample == bits }
      guard let samples = suitable.first(where: { $0.encoding != .floatingPoint }) ?? suitable.first else {
        let all = Set(container.sampleFormats.map(\.bitsPerSample)).sorted().map { "\($0)" }
        throw CommandFailure(
          output: output, "'\(container.fileType)' holds no samples of \(bits) bits",
          advice: "--bits takes \(all.joined(separator: ", ")) here")
      }
      format.kind = .samples(samples)
    }
  }

  /// Chooses the bits of a compressed format, which numbers them by its flags.
  private func choose(
    _ bits: Int, of code: FourCharacterCode, _ format: inout OutputDataFormat, _ output: Pathname
  ) throws(CommandFailure) {
    guard [.appleLossless, .flac].contains(code) else {
      throw CommandFailure(
        output: output, "\(AudioError.name(of: code)) has no bits of a sample, which --bits asks for",
        advice: "leave it away, or choose a lossless format with -d")
    }
    guard let depth = LosslessDepth(rawValue: bits) else {
      throw CommandFailure(
        output: output, "\(AudioError.name(of: code)) has no samples of \(bits) bits",
        advice: "--bits takes 16, 20, 24 or 32 here")
    }
    if let flags = format.formatFlags, flags != depth.formatFlags {
      throw CommandFailure(output: output, "--bits \(bits) contradicts /FLAGS behind -d", advice: "give one of them")
    }
    format.kind = .coded(code)
    format.formatFlags = depth.formatFlags
  }
}

/// A sample rate: `48000`, `44.1k`.
package struct RateArgument: ExpressibleByArgument {
  package var hertz: Double

  package init?(argument: String) {
    let isKilo = argument.lowercased().hasSuffix("k")
    guard let number = Double(isKilo ? String(argument.dropLast()) : argument), number.isFinite, number > 0 else {
      return nil
    }
    hertz = isKilo ? (number * 1000).rounded() : number
  }
}

/// A level with an optional unit: `-3`, `-3dB`, `-16 LUFS`.
package struct DecibelsArgument: ExpressibleByArgument {
  package var value: Double

  package init?(argument: String) {
    var text = argument.lowercased()
    if let unit = ["dbfs", "dbtp", "db", "lufs", "lu"].first(where: text.hasSuffix) {
      text.removeLast(unit.count)
      if text.hasSuffix(" ") { text.removeLast() }
    }
    guard let number = Double(text), number.isFinite else { return nil }
    value = number
  }
}
