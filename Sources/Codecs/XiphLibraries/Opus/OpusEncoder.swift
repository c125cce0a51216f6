package import AudioBase
import XiphAudio

/// Encodes Opus by the system's own libopus.
///
/// Packets have 2.5 to 60 ms. Without a bit rate, streams get 64 kbit/s a stream and 32 kbit/s more for a second
/// channel, like those of `opusenc`. Sets of loudspeakers that Vorbis has are coded as such (mapping families 0 and 1),
/// all others as channels without places (255).
package struct OpusEncoder: PacketEncoder, ~Copyable {
  /// The formats of input and output.
  package let format: EncodedFormat

  private let handle: OpusEncoderHandle
  private let framesPerPacket: Int
  /// The number of frames that were given so far, and packets that were made.
  private var frameCount: Int64 = 0
  private var packetCount: Int64 = 0

  /// The durations of packets in frames at 48 kHz: 2.5, 5, 10, 20, 40 and 60 ms.
  static let packetFrameCounts = [120, 240, 480, 960, 1920, 2880]
  /// The range of the bit rate per channel, in bits per second.
  static let bitRatesPerChannel = 500...256_000

  /// Creates an encoder.
  ///
  /// - Throws: `CodecError` where libopus is missing, and for a rate, a duration of packets, a number of channels or
  ///   a bit rate that Opus does not have, or an expected loss beyond 0 to 100. `EncoderSettings.quality` is refused:
  ///   the bit rate is the quality.
  package init(_ settings: EncoderSettings) throws(CodecError) {
    guard OpusDescription.sampleRates.contains(settings.sampleRate) else {
      throw CodecError(
        .unsupported, "Opus is encoded from 8, 12, 16, 24 or 48 kHz; ask for one of these rates",
        clause: "RFC 6716, 2")
    }
    guard settings.quality == nil else {
      throw CodecError(.unsupported, "Opus has no quality to choose; ask for a bit rate")
    }
    let rate = Int(settings.sampleRate)
    let divisor = OpusPacket.sampleRate / rate
    let size = settings.framesPerPacket ?? 960 / divisor
    guard Self.packetFrameCounts.contains(where: { $0 == size * divisor }) else {
      throw CodecError(
        .unsupported, "packets of Opus are encoded with 2.5, 5, 10, 20, 40 or 60 ms", clause: "RFC 6716, 2.1.4")
    }
    let order = XiphChannels.order(for: settings.layout)
    let count = settings.layout.channelCount
    guard (1...255).contains(count) else { throw CodecError(.unsupported, "Opus has 1 to 255 channels") }
    let application: Int32 =
      switch settings.application ?? .music {
      case .speech: 2048
      case .music: 2049
      case .lowDelay: 2051
      }
    let handle = try OpusEncoderHandle(
      OpusEncoderHandle.Shape(
        sampleRate: rate, channelCount: count, mappingFamily: order == nil ? 255 : count <= 2 ? 0 : 1,
        application: application, frameCount: size))
    try Self.apply(settings, to: handle)
    var header = handle.header
    header.preSkip = handle.lookahead * divisor
    let stream = StreamFormat(
      formatID: .opus, sampleRate: settings.sampleRate, channelsPerFrame: count, framesPerPacket: size)
    var format = EncodedFormat(
      stream: stream, layout: order ?? settings.layout, cookie: header.bytes,
      maximumPacketByteCount: handle.maximumPacketByteCount, primingFrames: handle.lookahead)
    format.largestSample = Double(OpusEncoderHandle.largestSample)
    self.format = format
    framesPerPacket = size
    self.handle = handle
  }

  private static func apply(
    _ settings: EncoderSettings, to handle: borrowing OpusEncoderHandle
  ) throws(CodecError) {
    let header = handle.header
    let usual = 64_000 * header.streamCount + 32_000 * header.coupledCount
    let bitRate = settings.bitRate ?? usual
    let range = bitRatesPerChannel
    guard (range.lowerBound * header.channelCount...range.upperBound * header.channelCount).contains(bitRate) else {
      throw CodecError(.unsupported, "Opus has 500 to 256000 bit/s a channel")
    }
    // libopus's constrained mode keeps the rate over a buffer, which suits an average over time as well.
    let mode = settings.rateControl ?? .variable
    var wanted: [OpusEncoderHandle.Setting] = [
      .bitRate(bitRate), .isVariable(mode != .constant), .isConstrained(mode != .variable),
      .complexity(settings.effort.map { ($0 * 10 + 63) / 127 } ?? 10),
    ]
    if let bandwidth = settings.bandwidth {
      let bands: [(top: Double, code: Int)] = [
        (4000, 1101), (6000, 1102), (8000, 1103), (12_000, 1104), (20_000, 1105),
      ]
      wanted.append(.bandwidth(bands.first { $0.top >= bandwidth }?.code ?? 1105))
    }
    if let loss = settings.expectedLoss {
      wanted += [.repeatsPackets(loss > 0), .expectedLoss(loss)]
    }
    for setting in wanted where !handle.set(setting) {
      throw CodecError(.unsupported, "libopus refuses a setting")
    }
  }

  /// Returns the bit rates that can be requested.
  static func bitRates(_ settings: EncoderSettings) -> EncoderBitRates {
    let count = max(1, settings.layout.channelCount)
    let range = (bitRatesPerChannel.lowerBound * count)...(bitRatesPerChannel.upperBound * count)
    let usual = [6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 160, 192, 256, 320, 384, 510].map { $0 * 1000 }
    return EncoderBitRates(
      range: range, recommended: count == 1 ? 64_000 : 48_000 * count, usual: usual.filter(range.contains))
  }

  /// Encodes a packet. If the last packet gets fewer frames, silence follows them.
  package mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    guard input.channelCount == handle.header.channelCount else {
      throw CodecError(.invalidState, "the encoder was made for another number of channels")
    }
    guard !frames.isEmpty, frames.count <= framesPerPacket, frames.lowerBound >= 0,
      frames.upperBound <= input.frameCount
    else { throw CodecError(.invalidState, "a packet has its number of frames, or fewer at the end") }
    if frames.count < framesPerPacket { handle.clearInput() }
    for channel in 0..<input.channelCount { handle.load(input.channel(channel).extracting(frames), channel: channel) }
    try handle.encode(into: &packet)
    frameCount += Int64(frames.count)
    packetCount += 1
  }

  /// Appends packets of silence until all input has been returned.
  package mutating func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool {
    guard packetCount > 0, packetCount * Int64(framesPerPacket) < frameCount + Int64(handle.lookahead) else {
      return false
    }
    handle.clearInput()
    try handle.encode(into: &packet)
    packetCount += 1
    return true
  }

  /// Clears all input.
  package mutating func reset() {
    handle.reset()
    (frameCount, packetCount) = (0, 0)
  }
}
