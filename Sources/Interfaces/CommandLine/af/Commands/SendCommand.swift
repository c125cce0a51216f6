import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import AudioStreaming
import Foundation
import RTPPayloads

/// `af send`: a file over a network.
struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Sends an audio file over a network, by RTP.",
    discussion: """
      AAC, Opus and G.711 are sent as they are unless --data-format says otherwise; everything else becomes AAC-LC. The \
      description that the other side needs is written by --sdp, and printed with --verbose. The file is sent at its own \
      pace, until its end or Ctrl-C.

      Examples:
        af send song.m4a rtp://127.0.0.1:5004 --sdp song.sdp
        af send talk.wav rtp://127.0.0.1:5004 -d aace@24000 -c 1 -b 32k
      """)

  /// The ways of `--packing`.
  enum Packing: String, ExpressibleByArgument, CaseIterable {
    case hbr, lbr, latm
    case latmInBand = "latm-in-band"
    case raw

    var packing: PayloadFormat.AACPacking {
      switch self {
      case .hbr: .highBitRate
      case .lbr: .lowBitRate
      case .latm: .latm
      case .latmInBand: .latmInBand
      case .raw: .accessUnits
      }
    }
  }

  /// The profiles of `--srtp-suite`.
  enum Suite: String, ExpressibleByArgument, CaseIterable {
    case counter80 = "AES_CM_128_HMAC_SHA1_80"
    case counter32 = "AES_CM_128_HMAC_SHA1_32"
    case gcm128 = "AEAD_AES_128_GCM"
    case gcm256 = "AEAD_AES_256_GCM"

    var suite: CryptoAttribute.Suite {
      switch self {
      case .counter80: .aes128CounterHMAC80
      case .counter32: .aes128CounterHMAC32
      case .gcm128: .aes128GCM
      case .gcm256: .aes256GCM
      }
    }
  }

  @Option(
    name: [.customShort("d"), .long],
    help: ArgumentHelp(
      "The data format: aac, aace (AAC-ELD), opus, ulaw, alaw, I16 or I24, with @RATE and #FRAMES behind it; 0 for the "
        + "packets as they are.", valueName: "format"))
  var dataFormat: DataFormatArgument?

  @Option(name: .long, help: "How AAC is laid into packets: RFC 3640's modes, RFC 6416, or the bare access unit.")
  var packing = Packing.hbr

  @Option(
    name: .long, help: ArgumentHelp("Milliseconds of audio in a packet, 2.5 to 60.", valueName: "ms"))
  var packetTime: Double?

  @Option(name: .long, help: ArgumentHelp("Write the session description to this file.", valueName: "file"))
  var sdp: FilePath?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The key of srtp:// in base64, salt included; a random one, which --sdp tells, where it is not given.",
      valueName: "base64"))
  var srtpKey: String?

  @Option(name: .long, help: "The protection of srtp://.")
  var srtpSuite = Suite.counter80

  @Option(name: .long, help: ArgumentHelp("Send each packet so many times, 1 to 8.", valueName: "n"))
  var copies = 1

  @Option(
    name: .long,
    help: ArgumentHelp("Bring so many earlier payloads along in each packet, 0 to 8: RFC 2198.", valueName: "n"))
  var redundancy = 0

  @Option(name: .long, help: ArgumentHelp("Routers that packets to a group may pass, 0 to 255.", valueName: "n"))
  var ttl = 1

  @Option(name: .long, help: ArgumentHelp("The network interface of a group, by name or address.", valueName: "name"))
  var interface: String?

  @Flag(name: .long, help: "Print what was sent as one JSON object.")
  var json = false

  @OptionGroup var encoding: EncodingOptions
  @OptionGroup var processing: ProcessingOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to send; - is standard input.")
  var file: FilePath

  @Argument(help: ArgumentHelp("Where to: rtp://HOST:PORT or srtp://HOST:PORT.", valueName: "url"))
  var url: StreamAddressArgument

  func validate() throws {
    if let packetTime, !(2.5...60).contains(packetTime) { throw ValidationError("--packet-time takes 2.5 to 60 ms.") }
    guard (1...8).contains(copies) else { throw ValidationError("--copies takes 1 to 8.") }
    guard (0...8).contains(redundancy) else { throw ValidationError("--redundancy takes 0 to 8.") }
    guard (0...255).contains(ttl) else { throw ValidationError("--ttl takes 0 to 255.") }
    if srtpKey != nil, !url.isProtected { throw ValidationError("--srtp-key needs srtp://.") }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in
      let media = try openMedia(file, Catalog.standard)
      let index = try input.trackIndex(in: media.reader, of: file)
      var options = TrackTransmission.Options()
      options.packing = packing.packing
      options.decoding.configuration = input.asc?.bytes
      options.conversion = processing.conversion
      options.layout = processing.layout
      options.encoding = try encoding.settings(file)
      let (format, key) = (try wanted(of: media.reader.tracks[index]), try key())
      do throws(StreamingError) {
        var track = try TrackTransmission(of: media.reader, track: index, as: format, options: options)
        try send(&track, key)
      } catch {
        throw CommandFailure(file, error.description)
      }
    }
  }

  private func send(_ track: inout TrackTransmission, _ key: CryptoAttribute?) throws(StreamingError) {
    var settings = TransmissionSettings(track.payload)
    (settings.packetTime, settings.copyCount, settings.redundancy) = (packetTime, copies, redundancy)
    settings.key = key
    var destination = RTPSender.Destination(host: url.host, port: url.port)
    (destination.timeToLive, destination.interface) = (ttl, interface)
    let sender = try RTPSender(settings, to: destination)
    try tell(settings.sessionDescription(address: url.host, port: url.port, timeToLive: ttl))
    Interruption.deferFirst()
    while Interruption.requested == nil, try track.sendNext(to: sender) {}
    try sender.finish()
    tell(sender)
    sender.close()
  }

  /// The format to send; `nil` for the track's packets.
  private func wanted(of track: TrackInfo) throws(CommandFailure) -> StreamFormat? {
    let channels = processing.channelCount
    let rate = dataFormat?.format.sampleRate ?? 0
    switch dataFormat?.format.kind {
    case .keep: return nil
    case .samples(let samples):
      guard samples.encoding == .signedInteger, [16, 24].contains(samples.bitsPerSample) else {
        throw CommandFailure(file, "samples that are sent have 16 or 24 bits", advice: "choose -d I16 or I24")
      }
      let big = SampleFormat(.signedInteger, bitsPerSample: samples.bitsPerSample, byteOrder: .bigEndian)
      return StreamFormat(
        big, sampleRate: rate > 0 ? rate : track.format.sampleRate,
        channelsPerFrame: channels > 0 ? channels : track.format.channelsPerFrame)
    case .coded(let code):
      var format = StreamFormat(formatID: code, sampleRate: rate, channelsPerFrame: channels)
      format.framesPerPacket = dataFormat?.format.framesPerPacket ?? 0
      if let flags = dataFormat?.format.formatFlags { format.formatFlags = flags }
      return format
    case nil:
      let stream = CodedStream(of: track, configuration: input.asc?.bytes)
      let isAsked = channels > 0 || encoding.bitRate != nil
      if !isAsked, track.format.formatID != .linearPCM, (try? PayloadFormat(stream)) != nil { return nil }
      return StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: channels)
    }
  }

  /// The key that is asked for, or a random one.
  private func key() throws(CommandFailure) -> CryptoAttribute? {
    guard url.isProtected else { return nil }
    let suite = srtpSuite.suite
    let count = suite.keyByteCount + suite.saltByteCount
    do throws(RTPError) {
      if let srtpKey { return try CryptoAttribute(suite: suite, base64Key: srtpKey) }
      return try CryptoAttribute(suite: suite, key: (0..<count).map { _ in .random(in: .min ... .max) })
    } catch {
      throw CommandFailure(file, "the key of \(suite.rawValue) is \(count) bytes in base64")
    }
  }

  private func tell(_ description: SessionDescription) throws(StreamingError) {
    for line in description.text.split(whereSeparator: \.isNewline) { common.remark(file, String(line)) }
    guard let sdp else { return }
    do {
      try Data(description.text.utf8).write(to: URL(fileURLWithPath: sdp.description))
    } catch {
      throw StreamingError(.inputOutput, "the session description can be written", detail: sdp.description)
    }
  }

  private func tell(_ sender: RTPSender) {
    let record = SendingRecord(file, sender)
    if json { StandardStream.output.write(jsonLine(record)) }
    common.remark(
      file,
      "\(decimal(record.seconds, digits: 3)) s sent in \(record.packetCount) packets, \(record.byteCount) bytes"
        + (record.roundTripMilliseconds.map { ", round trip \(decimal($0, digits: 1)) ms" } ?? "")
        + (record.lostPacketCount.map { ", \($0) packets lost" } ?? ""))
    if record.failedDatagramCount > 0 { common.warn(file, "\(record.failedDatagramCount) datagrams were refused") }
  }
}

/// What `af send --json` prints.
struct SendingRecord: Encodable {
  var file: String
  var format: String
  var seconds: Double
  var packetCount: Int64
  var copyCount: Int64
  var byteCount: Int64
  var unitCount: Int64
  var failedDatagramCount: Int64
  /// By the last report of a receiver; absent where none came.
  var lostPacketCount: Int?
  var jitterMilliseconds: Double?
  var roundTripMilliseconds: Double?

  init(_ path: FilePath, _ sender: RTPSender) {
    let (report, payload) = (sender.report, sender.settings.format)
    file = path.description
    format = "\(payload.format.formatID)"
    seconds = Double(report.frameCount) / max(1, payload.format.sampleRate)
    (packetCount, copyCount, byteCount) = (report.packetCount, report.copyCount, report.byteCount)
    (unitCount, failedDatagramCount) = (report.unitCount, report.failedCount)
    lostPacketCount = report.receiver.map { Int($0.cumulativeLost) }
    jitterMilliseconds = report.receiver.map { Double($0.jitter) * 1000 / Double(max(1, payload.clockRate)) }
    roundTripMilliseconds = report.roundTrip.map { Double($0) / 1e6 }
  }
}
