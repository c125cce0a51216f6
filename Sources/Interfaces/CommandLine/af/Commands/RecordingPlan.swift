import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioFiles
import AudioJobs
import AudioPlayback
import SignalProcessing

/// The file that `af record` is to write, and its format.
struct RecordingPlan {
  let path: Pathname
  let packets: PacketRequest
  let captured: DeviceFormat
  let options: FileRecording.Options
  /// The largest number of frames of the whole recording, and of each file.
  let frameLimit: Int64
  let splitLength: Int64?
  /// The magnitude that starts the recording, and the number of frames before it that are kept.
  let threshold: Float?
  let preRoll: Int
  /// True if options of rate conversion were given that have no effect.
  let asksInVainForResampling: Bool

  /// Chooses the container and the format by the options, or by the extension.
  init(_ command: RecordCommand, _ captured: DeviceFormat) throws(CommandFailure) {
    (path, self.captured) = (command.outputFile, captured)
    let catalog = Catalog.standard
    let container = try command.output.container(of: catalog, for: command.outputFile)
    if command.output.namedSamples != nil, command.dataFormat != nil || command.samples.bits != nil {
      throw CommandFailure(output: path, "-f names samples, and -d or --bits does too", advice: "give one of them")
    }
    let asked = try command.samples.dataFormat(command.dataFormat, in: container, for: path)
    var (format, settings) = (try Self.format(command, asked, container, catalog), command.encoding.settings)
    let isOpen = command.dataFormat == nil && format.formatID == .aac && settings.bitRate != nil
    if command.encoding.sbr != nil || isOpen {
      let kind: SpectralBandReplication? = isOpen ? .automatic : nil
      format = try command.encoding.choosingReplication(
        format, &settings, orElse: kind, of: (captured.sampleRate, captured.channelCount),
        layout: command.processing.layout, path)
      guard container.formatIDs.contains(format.formatID) else {
        throw Self.refusal(format.formatID, container, path)
      }
    }
    var options = FileRecording.Options()
    options.container = container
    let processing = command.processing
    settings = try RecordingCheck(path, format, catalog).settings(
      asked, settings, dithers: processing.dithering != .none)
    let channelCount = processing.channelCount
    packets = processing.packets(
      format, settings, mixing: channelCount > 0 && channelCount < captured.channelCount)
    options.replacement = command.output.replacement
    self.options = options
    frameLimit = command.duration?.frames(atRate: captured.sampleRate) ?? .max
    splitLength = command.split?.frames(atRate: captured.sampleRate)
    threshold = command.waitingLevel.map { Float(Decibels.amplitude(ofLevel: $0)) }
    let rate = format.sampleRate == 0 ? captured.sampleRate : format.sampleRate
    asksInVainForResampling = command.processing.asksForResampling && rate == captured.sampleRate
    preRoll = Int(clamping: command.preRoll?.frames(atRate: captured.sampleRate) ?? 0)
  }

  private static func format(
    _ command: RecordCommand, _ asked: OutputDataFormat?, _ container: ContainerDescriptor, _ catalog: Catalog
  ) throws(CommandFailure) -> StreamFormat {
    let path = command.outputFile
    let channelCount = command.processing.channelCount
    let rate = asked?.sampleRate ?? 0
    let code: FourCharacterCode
    switch asked?.kind {
    case .keep: throw CommandFailure(output: path, "-d 0 keeps packets, and a device gives none")
    case .samples(let samples):
      guard container.formatIDs.contains(.linearPCM) else { throw refusal(.linearPCM, container, path) }
      return pcm(samples, rate, channelCount)
    case .coded(let wanted): code = wanted
    case .usual, nil:
      if container.formatIDs.contains(.linearPCM) {
        let samples = command.output.impliedSamples(of: path) ?? container.sampleFormats.first ?? .int16
        return pcm(samples, rate, channelCount)
      }
      guard let first = container.formatIDs.first(where: { catalog.encoder(formatID: $0) != nil }) else {
        throw CommandFailure(
          output: path, "unsupported: there is no encoder for '\(container.fileType)'",
          advice: "'af formats' lists what can be encoded")
      }
      code = first
    }
    guard container.formatIDs.contains(code) else { throw refusal(code, container, path) }
    guard catalog.encoder(formatID: code) != nil else {
      throw CommandFailure(
        output: path, "unsupported: there is no encoder for \(AudioError.name(of: code))",
        advice: "'af formats' lists what can be encoded"
      )
    }
    var format = StreamFormat(formatID: code, sampleRate: rate, channelsPerFrame: channelCount)
    // Both lossless formats number their depths alike: 3 is 24 bits, all that a float holds.
    if code == .appleLossless || code == .flac { format.formatFlags = 3 }
    if let flags = asked?.formatFlags { format.formatFlags = flags }
    if let frames = asked?.framesPerPacket { format.framesPerPacket = frames }
    return format
  }

  private static func pcm(_ samples: SampleFormat, _ rate: Double, _ channelCount: Int) -> StreamFormat {
    StreamFormat(samples, sampleRate: rate, channelsPerFrame: channelCount)
  }

  private static func refusal(
    _ code: FourCharacterCode, _ container: ContainerDescriptor, _ path: Pathname
  ) -> CommandFailure {
    CommandFailure(
      output: path, "unsupported: files of type '\(container.fileType)' do not hold \(AudioError.name(of: code))",
      advice: "'af formats' lists what a file type holds")
  }

  /// Returns the name of a file of the recording, the first one being 0.
  func path(ofFile index: Int) -> Pathname {
    guard splitLength != nil else { return path }
    let number = String(index + 1).leftPadded(3, with: "0")
    let stem = path.deletingExtension
    return Pathname(bytes: stem.bytes + Array("-\(number)".utf8) + path.bytes[stem.bytes.count...])
  }

  /// Begins a file of the recording.
  func makeFile(_ index: Int) throws(AudioError) -> FileRecording {
    try FileRecording(creating: path(ofFile: index), packets, from: captured, options)
  }
}

/// The record that `af record --json` prints.
struct RecordingRecord: Encodable {
  var file: String
  /// The files that were written, if there may be several.
  var files: [String]?
  var fileFormat: String?
  var device: String
  var sampleRate: Double
  var channelCount: Int
  var seconds: Double
  var overrunCount: Int
  var lostFrameCount: Int
  var deviceXrunCount: Int
  var latencySeconds: Double
  var warnings: [String]

  init(_ path: Pathname, _ recorder: Recorder, _ progress: RecordingProgress, _ plan: RecordingPlan) {
    let (format, report) = (recorder.device.format, recorder.device.report(.input))
    file = path.description
    files =
      plan.splitLength == nil ? nil : (0..<progress.fileCount).map { plan.path(ofFile: $0).description }
    fileFormat = plan.options.container.map { "\($0.fileType)" }
    device = recorder.device.identifier
    (sampleRate, channelCount) = (format.sampleRate, format.channelCount)
    seconds = Double(progress.frameCount) / format.sampleRate
    (overrunCount, lostFrameCount) = (recorder.overruns.gaps, recorder.overruns.frames)
    deviceXrunCount = report.xrunCount
    latencySeconds = Double(report.latencyFrameCount) / format.sampleRate
    warnings = overrunCount + deviceXrunCount > 0 ? ["frames are missing"] : []
  }
}
