import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import AudioStreaming
import RTPPayloads

/// `af send`: sends a file, or the sound that a device captures, over a network.
struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Sends audio over a network, by RTP.",
    discussion: """
      AAC, Opus, G.711, AMR, Speex, G.722 and GSM are sent as they are unless --data-format says otherwise; everything \
      else becomes AAC-LC. The word device in place of a file sends what --device captures, as AAC-ELD of 480 frames unless --data-format says \
      otherwise. --sdp writes the session description that the receiver needs; --verbose prints it without a key. A file \
      is sent in real time; Ctrl-C and --duration end it, and a device.

      Examples:
        af send song.m4a rtp://127.0.0.1:5004 --sdp song.sdp
        af send talk.wav rtp://127.0.0.1:5004 -d aace@24000 -c 1 -b 32k
      """)

  @Option(
    name: [.customShort("d"), .long],
    help: ArgumentHelp(
      "The data format: aac, aace (AAC-ELD), opus, ulaw, alaw, I16 or I24, with @RATE and #FRAMES after it; 0 for the "
        + "packets as they are. Without @RATE opus has 48 kHz, ulaw and alaw have 8 kHz and one channel.",
      valueName: "format"))
  var dataFormat: DataFormatArgument?

  @Option(name: .long, help: ArgumentHelp("Write the session description to this file.", valueName: "file"))
  var sdp: Pathname?

  @OptionGroup var stream: StreamOptions

  @Option(name: .long, help: ArgumentHelp("Send each packet so many times, 1 to 8.", valueName: "n"))
  var copies = 1

  @Option(
    name: .long,
    help: ArgumentHelp("Repeat so many earlier payloads in each packet, 0 to 8: RFC 2198.", valueName: "n"))
  var redundancy = 0

  @Option(
    name: .long,
    help: ArgumentHelp("The TTL: routers that packets to a multicast group may pass, 0 to 255.", valueName: "n"))
  var ttl = 1

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The SSRC, if both sides have agreed on one; the default is random.",
      valueName: "0-4294967295"))
  var ssrc: UInt32?

  @Option(name: .long, help: ArgumentHelp("Send no more than this: 90, 1:30.", valueName: "time"))
  var duration: TimeArgument?

  @Flag(name: .long, help: "Print what was sent as one JSON object.")
  var json = false

  @OptionGroup var device: DeviceOptions
  @OptionGroup var encoding: EncodingOptions
  @OptionGroup var processing: ProcessingOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to send, - for standard input, or device.")
  var file: Pathname

  @Argument(help: ArgumentHelp("Where to: rtp://HOST:PORT or srtp://HOST:PORT.", valueName: "url"))
  var url: StreamAddressArgument

  func validate() throws {
    try check(copies, "--copies", takes: TransmissionSettings.copyCounts)
    try check(redundancy, "--redundancy", takes: TransmissionSettings.redundancies)
    try check(ttl, "--ttl", takes: 0...255)
    if let duration, duration.frames(atRate: 48_000) < 1 {
      throw ValidationError("--duration takes more than nothing.")
    }
    try stream.check(isProtected: url.isProtected)
    if file.isStandardStream, stream.keyFile?.isStandardStream == true {
      throw ValidationError("Standard input is either the sound or the key.")
    }
    if file.isDevice, let name = input.names.first { throw ValidationError("\(name) is for files.") }
    if !file.isDevice, let name = device.names.first {
      throw ValidationError("\(name) goes with the word device in place of a file.")
    }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in
      if url.isProtected, !stream.hasKey, sdp == nil {
        throw CommandFailure(
          file, "nobody would know the key", advice: "give one with --key-file, or have --sdp write a random one")
      }
      let key = url.isProtected ? try stream.key(file) : nil
      if file.isDevice { try sendDevice(key) } else { try sendFile(key) }
    }
  }

  private func sendFile(_ key: CryptoAttribute?) throws(CommandFailure) {
    let media = try openMedia(file, Catalog.standard)
    let index = try input.trackIndex(in: media.reader, of: file)
    var settings = encoding.settings
    let track = media.reader.tracks[index]
    let format = try wanted(of: track).map { wanted throws(CommandFailure) in
      try encoding.choosingReplication(
        wanted, &settings, of: (track.format.sampleRate, track.format.channelsPerFrame), layout: processing.layout, file
      )
    }
    do throws(AudioError) {
      var transmission = try transmission(of: media.reader, index, format, settings)
      let sender = try open(transmission.payload, key, .realTime)
      Interruption.deferFirst()
      while Interruption.requested == nil, !isLongEnough(sender), try transmission.sendNext(to: sender) {}
      try sender.finish()
      tell(SendingRecord(file, sender))
      sender.close()
    } catch {
      throw CommandFailure(file, error)
    }
  }

  /// Opens a track; its packets are kept if there is no format.
  private func transmission(
    of reader: any ContainerReader, _ track: Int, _ format: StreamFormat?, _ settings: EncoderOptions
  ) throws(AudioError) -> TrackTransmission {
    let configuration = input.asc?.bytes
    guard let format else {
      return try TrackTransmission(
        of: reader, track: track, configuration: configuration, packing: stream.aacPacking)
    }
    var decoding = DecodeRequest()
    decoding.configuration = configuration
    return try TrackTransmission(
      of: TrackInput(of: reader, track: track, decoding: decoding),
      as: processing.packets(format, settings, mixing: true), packing: stream.aacPacking,
      codecs: Catalog.standard.codecs)
  }

  /// Opens the sender, and prints the session description.
  func open(
    _ payload: PayloadFormat, _ key: CryptoAttribute?, _ pacing: RTPSender.Pacing
  ) throws(AudioError) -> RTPSender {
    var settings = TransmissionSettings(payload)
    (settings.packetTime, settings.copyCount, settings.redundancy) = (stream.packetTime, copies, redundancy)
    (settings.key, settings.source) = (key, ssrc)
    var destination = RTPSender.Destination(host: url.host, port: url.port)
    (destination.timeToLive, destination.interface) = (ttl, stream.interface)
    let sender = try RTPSender(settings, to: destination, pacing: pacing)
    try tell(settings.sessionDescription(address: url.host, port: url.port, timeToLive: ttl))
    return sender
  }

  /// Returns true if the requested amount has been sent.
  func isLongEnough(_ sender: RTPSender) -> Bool {
    let rate = sender.settings.format.format.sampleRate
    return duration.map { sender.report.frameCount >= $0.frames(atRate: rate) } ?? false
  }

  /// Returns the format to send; `nil` for the track's packets.
  private func wanted(of track: TrackInfo) throws(CommandFailure) -> StreamFormat? {
    let channels = processing.channelCount
    switch dataFormat?.format.kind {
    case .keep:
      if let name = (encoding.names + processing.names).first {
        throw CommandFailure(
          file, "packets that are sent as they are cannot follow \(name)",
          advice: "leave it away, or choose another format with -d")
      }
      return nil
    case .samples(let samples):
      let rate = dataFormat?.format.sampleRate ?? 0
      return StreamFormat(
        try checked(samples), sampleRate: rate > 0 ? rate : track.format.sampleRate,
        channelsPerFrame: channels > 0 ? channels : track.format.channelsPerFrame)
    case .coded(let code): return StreamedFormat.coded(code, dataFormat?.format, channels)
    case .usual, nil:
      let stream = CodedStream(of: track, configuration: input.asc?.bytes)
      let isAsked = !(encoding.names + processing.names).isEmpty || dataFormat != nil
      if !isAsked, track.format.formatID != .linearPCM, (try? PayloadFormat(stream)) != nil { return nil }
      return StreamFormat(
        formatID: .aac, sampleRate: dataFormat?.format.sampleRate ?? 0, channelsPerFrame: channels)
    }
  }

  /// Returns the format of samples that are sent as linear PCM; throws if an encoder's option is given.
  func checked(_ samples: SampleFormat) throws(CommandFailure) -> SampleFormat {
    if let name = encoding.names.first {
      throw CommandFailure(
        file, "samples cannot follow \(name)", advice: "leave it away, or choose a format that is encoded with -d")
    }
    return try StreamedFormat.samples(samples, file)
  }

  private func tell(_ description: SessionDescription) throws(AudioError) {
    for line in description.textWithoutKeys.split(whereSeparator: \.isNewline) { common.remark(file, String(line)) }
    guard let sdp else { return }
    do throws(AudioError) {
      let sink = try makeSink(
        path: sdp, replacement: .replace, placement: description.hasKeys ? .privately : .whenWhole)
      try raising { () throws(ContainerError) in try sink.append(Array(description.text.utf8).span) }
      try sink.commit()
    } catch {
      throw .streaming(.inputOutput, "the session description can be written", detail: "\(sdp): \(error)")
    }
  }

  func tell(_ record: SendingRecord) {
    if json { StandardStream.output.write(jsonLine(record)) }
    common.remark(
      file,
      "\(decimal(record.seconds, digits: 3)) s sent in \(record.packetCount) packets, \(record.byteCount) bytes"
        + (record.roundTripMilliseconds.map { ", round trip \(decimal($0, digits: 1)) ms" } ?? "")
        + (record.lostPacketCount.map { ", \($0) packets lost" } ?? "") + record.delayText)
    if record.failedDatagramCount > 0 { common.warn(file, "\(record.failedDatagramCount) datagrams were refused") }
    if record.gapCount > 0 { common.warn(file, "\(record.gapCount) gaps: the machine was too busy") }
  }
}
