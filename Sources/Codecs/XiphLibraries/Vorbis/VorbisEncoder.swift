package import AudioBase
import XiphAudio

/// Encodes Vorbis with the system's libvorbis and libvorbisenc, which allocate their own memory for packets.
///
/// Without a bit rate the quality is that of `oggenc -q 3`. `EncoderSettings.quality`, 0…127, is its scale from −1 to
/// 10.
package struct VorbisEncoder: PacketEncoder, ~Copyable {
  /// The formats of input and output.
  package let format: EncodedFormat
  /// The number of frames that the last packet adds.
  package private(set) var lastFrameCount: Int?

  private var handle: VorbisEncoderHandle
  private let headers: VorbisHeaders
  private let settings: EncoderSettings
  /// The packets that are ready; those before ``nextReady`` have been returned.
  private var ready: [[UInt8]] = []
  private var nextReady = 0
  private var previousBlock: Int?
  private var hasEnded = false

  /// The number of frames per call. No block is so short that one call completes two packets.
  private static let framesPerCall = 64

  /// Creates an encoder.
  ///
  /// - Throws: `CodecError` if a library is missing, and for rates, channels and bit rates that libvorbisenc has
  ///   no set-up for.
  package init(_ settings: EncoderSettings) throws(CodecError) {
    guard let sampleRate = Int(exactly: settings.sampleRate), (1...200_000).contains(sampleRate) else {
      throw CodecError(.unsupported, "Vorbis is encoded at rates up to 200 kHz")
    }
    guard settings.effort == nil, settings.bandwidth == nil, settings.framesPerPacket == nil else {
      throw CodecError(.unsupported, "libvorbisenc leaves no choice of effort, bandwidth or packet size")
    }
    let count = settings.layout.channelCount
    guard (1...255).contains(count) else { throw CodecError(.unsupported, "Vorbis has 1 to 255 channels") }
    let order = XiphChannels.order(for: settings.layout)
    // Of six channels libvorbisenc keeps nothing of the last one but low frequencies.
    guard count != 6 || order != nil || settings.layout.speakers.contains(.unknown) else {
      throw CodecError(
        .unsupported, "Vorbis has six channels as 5.1 alone: the last would keep nothing but low frequencies",
        clause: "Vorbis I, 4.3.9")
    }
    let handle = try Self.make(settings, sampleRate: sampleRate)
    let packets = try handle.headers()
    let (identification, setup) = (packets[0], packets[2])
    headers = try VorbisHeaders(identification: identification.span, setup: setup.span)
    let stream = StreamFormat(formatID: .vorbis, sampleRate: settings.sampleRate, channelsPerFrame: count)
    var format = EncodedFormat(
      stream: stream, layout: order ?? settings.layout,
      cookie: XiphLacing.join(packets), maximumPacketByteCount: 1 << 16,
      primingFrames: headers.shortBlockSize / 2, lastPacket: .short, framesPerCall: Self.framesPerCall)
    format.largestSample = Double(VorbisEncoderHandle.largestSample)
    self.format = format
    self.handle = handle
    self.settings = settings
  }

  private static func make(
    _ settings: EncoderSettings, sampleRate: Int
  ) throws(CodecError) -> VorbisEncoderHandle {
    let count = settings.layout.channelCount
    guard let bitRate = settings.bitRate else {
      guard settings.rateControl ?? .variable == .variable else {
        throw CodecError(.unsupported, "a mode with a bit rate needs one; without it, Vorbis has a quality")
      }
      let quality = settings.quality.map { Float($0) / 127 * 1.1 - 0.1 } ?? 0.3
      return try VorbisEncoderHandle.make(channelCount: count, sampleRate: sampleRate, .quality(quality))
    }
    guard settings.quality == nil else {
      throw CodecError(.unsupported, "Vorbis has a bit rate or a quality, and not both")
    }
    let rate: VorbisEncoderHandle.Rate =
      switch settings.rateControl ?? .average {
      case .constant: .bits(most: bitRate, nominal: bitRate, least: bitRate)
      case .constrainedVariable: .bits(most: bitRate, nominal: bitRate, least: -1)
      case .average, .variable: .bits(most: -1, nominal: bitRate, least: -1)
      }
    return try VorbisEncoderHandle.make(channelCount: count, sampleRate: sampleRate, rate)
  }

  /// Encodes up to 64 frames, and appends a packet if one is ready.
  package mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    guard input.channelCount == headers.channelCount else {
      throw CodecError(.invalidState, "the encoder was made for another number of channels")
    }
    guard !frames.isEmpty, frames.count <= Self.framesPerCall, frames.lowerBound >= 0,
      frames.upperBound <= input.frameCount
    else { throw CodecError(.invalidState, "a call has its number of frames, or fewer at the end") }
    try handle.write(frameCount: frames.count, input, from: frames.lowerBound)
    try handle.takePackets(into: &ready)
    _ = give(&packet)
  }

  /// Appends the next remaining packet.
  package mutating func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool {
    if !hasEnded {
      hasEnded = true
      handle.end()
      try handle.takePackets(into: &ready)
    }
    return give(&packet)
  }

  /// Starts with a new encoder, because the library cannot reset one.
  package mutating func reset() {
    // Holds: the same settings have made one before.
    guard let fresh = try? Self.make(settings, sampleRate: headers.sampleRate) else { return }
    handle = fresh
    ready.removeAll(keepingCapacity: true)
    (nextReady, previousBlock, lastFrameCount, hasEnded) = (0, nil, nil, false)
  }

  private mutating func give(_ packet: inout [UInt8]) -> Bool {
    guard nextReady < ready.count else {
      ready.removeAll(keepingCapacity: true)
      nextReady = 0
      return false
    }
    let next = ready[nextReady]
    nextReady += 1
    packet.append(contentsOf: next)
    let size = headers.blockSize(next.span)
    lastFrameCount = size.map { VorbisHeaders.frameCount(blockSize: $0, previous: previousBlock) }
    previousBlock = size
    return true
  }
}
