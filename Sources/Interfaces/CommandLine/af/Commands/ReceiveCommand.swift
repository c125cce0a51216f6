import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioFiles
import AudioPlayback
import AudioReception
import AudioStreaming
import Foundation
import RTPPayloads

/// `af receive`: a stream from a network, into a file or through a loudspeaker.
struct ReceiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive", abstract: "Receives audio from a network, by RTP.",
    discussion: """
      The session description says what is sent where; 'af send --sdp', FFmpeg and GStreamer write such. What is missing \
      is filled in, so that the sound goes on at the pace of the clock until Ctrl-C, the end of --duration, or the \
      sender's farewell.

      Examples:
        af receive song.sdp --duration 0:10
        af receive song.sdp --output talk.wav
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var output: OutputOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write what is heard to this file instead of a device.", valueName: "file"))
  var outputFile: FilePath?

  @Option(name: .long, help: ArgumentHelp("Receive no longer than this: 90, 1:30.", valueName: "time"))
  var duration: TimeArgument?

  @Option(
    name: .long, help: ArgumentHelp("A constant delay of the jitter buffer, 0 to 10000.", valueName: "ms"))
  var delay: Double?

  @Option(name: .long, help: ArgumentHelp("The network interface of a group, by name or address.", valueName: "name"))
  var interface: String?

  @Flag(name: .long, help: "Print what was received as one JSON object.")
  var json = false

  @OptionGroup var common: CommonOptions

  @Argument(help: "The session description; - is standard input.")
  var file: FilePath

  func validate() throws {
    if let delay, !(0...10_000).contains(delay) { throw ValidationError("--delay takes 0 to 10000 ms.") }
    if outputFile?.isStandardStream == true { throw ValidationError("--output needs a file name.") }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in
      do {
        try receive()
      } catch let error as CommandFailure {
        throw error
      } catch {
        throw CommandFailure(file, "\(error)")
      }
    }
  }

  private func receive() throws {
    let session = try SessionDescription(parsing: try text())
    guard let medium = session.media.first(where: { $0.kind.lowercased() == "audio" }) else {
      throw CommandFailure(file, "the session description has no audio")
    }
    let settings = try ReceptionSettings(medium)
    let stream = ReceivedStream(settings.format.stream, framesPerUnit: settings.format.unitFrameCount(of: medium))
    var options = ReceptionOptions()
    if let delay { options.jitter = .fixed(delay / 1000) }
    let buffer = try JitterBuffer(
      sampleRate: stream.sampleRate, framesPerUnit: stream.framesPerUnit, options: options.jitter)
    let receiver = try RTPReceiver(settings, at: endpoint(session, medium), into: buffer)
    defer { receiver.close() }
    if let outputFile {
      try record(stream, buffer, receiver, options, outputFile)
    } else {
      try play(stream, buffer, receiver, options)
    }
    tell(receiver, buffer)
  }

  private func text() throws(CommandFailure) -> String {
    String(decoding: try wholeFile(file, atMost: 1 << 20), as: UTF8.self)
  }

  /// Where the session's packets come: its group or, as other addresses are the receiver's own, that address.
  private func endpoint(_ session: SessionDescription, _ medium: SessionDescription.Media) -> RTPReceiver.Endpoint {
    var endpoint = RTPReceiver.Endpoint(
      address: session.connection(of: medium)?.address ?? "0.0.0.0", port: medium.port)
    if medium.controlPort != medium.port { endpoint.controlPort = medium.controlPort }
    endpoint.interface = interface
    return endpoint
  }

  /// Whether it is time to end.
  private func isToEnd(_ receiver: RTPReceiver, after seconds: Double) -> Bool {
    Interruption.requested != nil || receiver.report.hasLeft || isLongEnough(seconds)
  }

  private func isLongEnough(_ seconds: Double) -> Bool {
    duration.map { seconds >= $0.seconds(atRate: 48_000) } ?? false
  }

  private func record(
    _ stream: ReceivedStream, _ buffer: JitterBuffer, _ receiver: RTPReceiver, _ options: ReceptionOptions,
    _ path: FilePath
  ) throws {
    let heard = DeviceFormat(
      sampleRate: stream.coded.format.sampleRate, channelCount: max(1, stream.coded.format.channelsPerFrame))
    var settings = FileRecording.Options()
    settings.container = try output.container(of: settings.catalog, for: path)
    settings.replacement = output.replacement
    let container = settings.container?.sampleFormats.first ?? .int16
    let format = StreamFormat(container, sampleRate: heard.sampleRate, channelsPerFrame: heard.channelCount)
    let sink = try FileRecording(creating: path, format, from: heard, settings)
    var recording = ReceivedRecording(
      try ReceivedSamples(stream, through: buffer, for: heard, options: options), into: sink)
    Interruption.deferFirst()
    var isEnding = false
    while try recording.advance() {
      // To the next hundredth of a second; what still waits was not asked for.
      if isLongEnough(Double(recording.frameCount) / heard.sampleRate) { break }
      guard !isEnding, isToEnd(receiver, after: 0) else { continue }
      buffer.endInput()
      isEnding = true
    }
    try recording.finish()
  }

  private func play(
    _ stream: ReceivedStream, _ buffer: JitterBuffer, _ receiver: RTPReceiver, _ options: ReceptionOptions
  ) throws {
    let device = try device.open(for: .output)
    var playing = PlayerOptions()
    playing.queueSeconds = 0.02
    let samples = try ReceivedSamples(stream, through: buffer, for: device.format, options: options)
    let player = try Player(samples, on: device, options: playing)
    Interruption.deferFirst()
    try player.play()
    let start = HostClock.now
    while !isToEnd(receiver, after: Double(HostClock.now - start) / 1e9) { Thread.sleep(forTimeInterval: 0.02) }
    buffer.endInput()
    // What is queued is heard.
    Thread.sleep(forTimeInterval: buffer.statistics.targetDelay + playing.queueSeconds)
    player.stop()
  }

  private func tell(_ receiver: RTPReceiver, _ buffer: JitterBuffer) {
    let record = ReceivingRecord(file, receiver, buffer)
    if json { StandardStream.output.write(jsonLine(record)) }
    common.remark(
      file,
      "\(record.unitCount) units in \(record.packetCount) packets, jitter \(decimal(record.jitterMilliseconds, digits: 1)) "
        + "ms, lost \(record.lostPacketCount), late \(record.lateUnitCount), filled in "
        + "\(decimal(record.concealedMilliseconds, digits: 0)) ms; delay \(decimal(record.delayMilliseconds, digits: 1)) ms"
    )
    if record.packetCount == 0 { common.warn(file, "nothing came") }
    for (name, count) in record.dropped.sorted(by: { $0.key < $1.key }) where count > 0 && !common.verbose {
      common.warn(file, "\(count) packets dropped: \(name)")
    }
  }
}

/// What `af receive --json` prints.
struct ReceivingRecord: Encodable {
  var file: String
  var packetCount: Int64
  var unitCount: Int64
  var recoveredUnitCount: Int64
  var lostPacketCount: Int64
  var jitterMilliseconds: Double
  var lateUnitCount: Int
  var concealedMilliseconds: Double
  /// From the fastest arrival to the decoder: aimed at, and in the end.
  var targetDelayMilliseconds: Double
  var delayMilliseconds: Double
  var driftPartsPerMillion: Double
  var underrunCount: Int
  /// Packets that were dropped, by the reason.
  var dropped: [String: Int]

  init(_ path: FilePath, _ receiver: RTPReceiver, _ buffer: JitterBuffer) {
    let (report, statistics) = (receiver.report, buffer.statistics)
    file = path.description
    (packetCount, unitCount, recoveredUnitCount) = (report.packetCount, report.unitCount, report.recoveredUnitCount)
    (lostPacketCount, jitterMilliseconds) = (report.lostPacketCount, Double(report.jitter) / 1e6)
    lateUnitCount = statistics.lateUnits
    concealedMilliseconds = Double(statistics.concealedFrames) * 1000 / buffer.sampleRate
    (targetDelayMilliseconds, delayMilliseconds) = (statistics.targetDelay * 1000, statistics.actualDelay * 1000)
    (driftPartsPerMillion, underrunCount) = (statistics.driftPartsPerMillion, statistics.underruns)
    dropped = Dictionary(uniqueKeysWithValues: report.dropped.named.filter { $0.count > 0 })
  }
}
