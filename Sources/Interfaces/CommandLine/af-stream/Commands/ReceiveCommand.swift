import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioFiles
import AudioPlayback
import AudioReception
import AudioStreaming
import RTPPayloads

/// `af receive`: a stream from a network, into a file or through a loudspeaker.
struct ReceiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive", abstract: "Receives audio from a network, by RTP.",
    discussion: """
      The session description states the format and the address; 'af send --sdp' and FFmpeg write one. With a URL in its \
      place the options state the format. Missing packets are concealed, so that the sound goes on in real time until \
      Ctrl-C, the end of --duration, or the sender's RTCP BYE if no packet follows it within half a second. --verbose and \
      --json report jitter, losses and the delay of each stage.

      Examples:
        af receive song.sdp --duration 0:10
        af receive song.sdp --output talk.wav
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var output: OutputOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write the sound to this file; device, or no --output, plays it.", valueName: "file"))
  var outputFile: Pathname?

  @Option(name: .long, help: ArgumentHelp("Receive no longer than this: 90, 1:30.", valueName: "time"))
  var duration: TimeArgument?

  @Option(
    name: .long, help: ArgumentHelp("A constant delay of the jitter buffer, 0 to 10000.", valueName: "ms"))
  var delay: Double?

  @OptionGroup var format: ReceivedFormatOptions
  @OptionGroup var stream: StreamOptions

  @Flag(name: .long, help: "Print what was received as one JSON object.")
  var json = false

  @OptionGroup var common: CommonOptions

  @Argument(
    help: ArgumentHelp(
      "The session description, - for standard input, or where the packets come: rtp://ADDRESS:PORT or srtp://…, of a "
        + "group or of this machine, 0.0.0.0 being all its addresses.", valueName: "sdp or url"))
  var file: Pathname

  /// The URL at which packets are received; `nil` if the argument is not a URL.
  private var url: StreamAddressArgument? { StreamAddressArgument(argument: file.description) }
  /// The file to write; `nil` for a device.
  private var written: Pathname? { outputFile.flatMap { $0.isDevice ? nil : $0 } }

  func validate() throws {
    try check(delay, "--delay", takes: 0...1000 * JitterBufferOptions.longestDelay, "ms")
    if outputFile?.isStandardStream == true { throw ValidationError("--output needs a file name.") }
    if written != nil, let name = device.names.first { throw ValidationError("\(name) is for devices, not --output.") }
    if written == nil, let name = output.names.first { throw ValidationError("\(name) needs --output with a file.") }
    if let url {
      try stream.check(isProtected: url.isProtected)
    } else if file.description.lowercased().hasPrefix("rtp:") || file.description.lowercased().hasPrefix("srtp:") {
      throw ValidationError("A URL is rtp://ADDRESS:PORT or srtp://ADDRESS:PORT, the port being 1 to 65534.")
    } else if let name = (format.names + stream.namesOfDescription).first {
      throw ValidationError("\(name) goes with a URL; a session description says it itself.")
    }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in
      do {
        try receive()
      } catch let error as CommandFailure {
        throw error
      } catch let error as AudioError {
        throw CommandFailure(file, error)
      } catch {
        throw CommandFailure(file, "\(error)")
      }
    }
  }

  private func receive() throws {
    let session =
      if let url { try format.session(url, stream, file) } else { try SessionDescription(parsing: try text()) }
    let media = session.media.filter { $0.kind.lowercased() == "audio" }
    // A medium whose port is 0 is refused by the sender of the description, and another one may follow it.
    guard let medium = media.first(where: { $0.port > 0 }) ?? media.first else {
      throw CommandFailure(file, "the session description has no audio")
    }
    let settings = try ReceptionSettings(medium)
    let received = ReceivedStream(settings.format.stream, framesPerUnit: settings.format.unitFrameCount(of: medium))
    var options = ReceptionOptions()
    if let delay { options.jitter = .fixed(delay / 1000) }
    let place = endpoint(session, medium)
    if let written {
      try record(received, options, written) { buffer in try RTPReceiver(settings, at: place, into: buffer) }
    } else {
      try play(received, options) { buffer in try RTPReceiver(settings, at: place, into: buffer) }
    }
  }

  private func text() throws(CommandFailure) -> String {
    String(decoding: try wholeFile(file, atMost: 1 << 20), as: UTF8.self)
  }

  /// Returns the address at which the session's packets arrive: its multicast group, or the receiver's own address.
  private func endpoint(_ session: SessionDescription, _ medium: SessionDescription.Media) -> RTPReceiver.Endpoint {
    var endpoint = RTPReceiver.Endpoint(
      address: session.connection(of: medium)?.address ?? "0.0.0.0", port: medium.port)
    if medium.controlPort != medium.port { endpoint.controlPort = medium.controlPort }
    endpoint.interface = stream.interface
    return endpoint
  }

  /// Returns true if it is time to end.
  private func isToEnd(_ receiver: RTPReceiver, after seconds: Double) -> Bool {
    Interruption.requested != nil || receiver.report.hasLeft || isLongEnough(seconds)
  }

  private func isLongEnough(_ seconds: Double) -> Bool {
    duration.map { seconds >= $0.seconds(atRate: 48_000) } ?? false
  }

  private func record(
    _ stream: ReceivedStream, _ options: ReceptionOptions, _ path: Pathname,
    receiving: (JitterBuffer) throws -> RTPReceiver
  ) throws {
    let buffer = try JitterBuffer(
      sampleRate: stream.sampleRate, framesPerUnit: stream.framesPerUnit, options: options.jitter)
    let heard = DeviceFormat(
      sampleRate: stream.coded.format.sampleRate, channelCount: max(1, stream.coded.format.channelsPerFrame))
    var settings = FileRecording.Options()
    settings.container = try output.container(of: settings.catalog, for: path)
    settings.replacement = output.replacement
    let container = settings.container?.sampleFormats.first ?? .int16
    let format = StreamFormat(container, sampleRate: heard.sampleRate, channelsPerFrame: heard.channelCount)
    let samples = try ReceivedSamples(stream, through: buffer, for: heard, options: options)
    let sink = try FileRecording(creating: path, PacketRequest(format), from: heard, settings)
    // Once the port is open, other programs may rely on a signal to complete the file.
    Interruption.deferFirst()
    let receiver = try receiving(buffer)
    defer { receiver.close() }
    var recording = ReceivedRecording(samples, into: sink)
    var isEnding = false
    var statistics = ReceivedStreamStatistics()
    while try recording.advance() {
      // To the next hundredth of a second; frames that still wait were not requested.
      if isLongEnough(Double(recording.frameCount) / heard.sampleRate) { break }
      guard !isEnding else { continue }
      waitForFarewell(receiver)
      guard isToEnd(receiver, after: 0) else { continue }
      buffer.endInput()
      isEnding = true
    }
    try recording.finish()
    statistics.network = buffer.statistics
    (statistics.delays.buffer, statistics.delays.conversion) = (
      statistics.network.actualDelay, samples.conversionDelay
    )
    tell(ReceivingRecord(file, receiver, statistics, rate: buffer.sampleRate))
  }

  /// Waits until an RTCP BYE is confirmed, or packets have shown that it was not the source's: meanwhile nothing is
  /// concealed, because it might follow the end. The recording catches up afterwards.
  private func waitForFarewell(_ receiver: RTPReceiver) {
    while receiver.report.isLeaving, Interruption.requested == nil {
      HostClock.sleep(until: HostClock.now + 10_000_000)
    }
  }

  private func play(
    _ stream: ReceivedStream, _ options: ReceptionOptions, receiving: (JitterBuffer) throws -> RTPReceiver
  ) throws {
    let device = try device.open(for: .output)
    let playing = try ReceivedStreamPlayer(stream, on: device, options: options)
    Interruption.deferFirst()
    let receiver = try receiving(playing.buffer)
    defer { receiver.close() }
    try start(playing, device)
    let start = HostClock.now
    var statistics = playing.statistics
    while playing.player.failure == nil, !isToEnd(receiver, after: Double(HostClock.now - start) / 1e9) {
      HostClock.sleep(until: HostClock.now + 20_000_000)
      // Figures of the sound itself: once it has ended there are no delays, and filled-in frames are not losses.
      let report = receiver.report
      if !report.isLeaving, !report.hasLeft { statistics = playing.statistics }
    }
    let delays = statistics.delays
    playing.buffer.endInput()
    // Queued frames are still played.
    HostClock.sleep(until: HostClock.now + UInt64(min(max(0, delays.total), 60) * 1e9))
    playing.player.stop()
    var record = ReceivingRecord(file, receiver, statistics, rate: playing.buffer.sampleRate)
    record.device = device.identifier
    (record.queueDelayMilliseconds, record.deviceDelayMilliseconds) = (delays.queue * 1000, delays.device * 1000)
    (record.missingFrameCount, record.deviceXrunCount) = (
      statistics.missingFrames.frames, device.report(.output).xrunCount
    )
    tell(record)
    if let failure = playing.player.failure { throw refusal(failure, device) }
  }

  private func start(_ playing: ReceivedStreamPlayer, _ device: any AudioDevice) throws {
    do throws(AudioError) {
      try playing.start()
    } catch {
      throw refusal(error, device)
    }
  }

  /// Returns the command's failure for one of the player.
  private func refusal(_ failure: AudioError, _ device: any AudioDevice) -> CommandFailure {
    failure.kind == .device ? CommandFailure(named: device.identifier, failure) : CommandFailure(file, failure)
  }

  private func tell(_ record: ReceivingRecord) {
    if json { StandardStream.output.write(jsonLine(record)) }
    common.remark(file, record.text)
    if record.packetCount == 0 { common.warn(file, "nothing came") }
    for (name, count) in record.dropped.sorted(by: { $0.key < $1.key }) where count > 0 && !common.verbose {
      common.warn(file, "\(count) packets dropped: \(name)")
    }
  }
}
