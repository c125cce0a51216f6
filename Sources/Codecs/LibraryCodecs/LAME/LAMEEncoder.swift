package import AudioBase
import MPEGAudioFrames

/// Encodes MP3 by the system's libmp3lame, which allocates its own memory.
///
/// Two channels are coded as joint stereo. Without a rate or a quality, streams get the same constant rate as from
/// `lame`, an eleventh of that of 16-bit samples: 128 kbit/s for stereo at 44.1 kHz. The library gives bytes, of which
/// packets are cut: frames that hold a part of their successors' bits.
package struct LAMEEncoder: PacketEncoder, ~Copyable {
  /// The formats of input and output.
  package let format: EncodedFormat

  private var handle: LAMEHandle
  private let shape: LAMEHandle.Shape
  /// Bytes that have not been returned yet; a packet is complete as soon as its last byte is available.
  private var pending: [UInt8] = []
  /// The number of frames that were given so far, and packets that were made.
  private var frameCount: Int64 = 0
  private var packetCount: Int64 = 0
  private var hasEnded = false

  /// The delay of every decoder of layer III: 528 frames of its filterbanks and one more.
  private static let decoderDelay = 529
  /// The number of frames after the delay, `lame.h`'s "padding", that LAME's files have at least. FFmpeg opens no file
  /// of one packet.
  private static let leastPadding = 576

  /// Creates an encoder.
  ///
  /// - Throws: `CodecError` where libmp3lame is missing, and for rates, channels and bit rates that MP3 does not have.
  package init(_ settings: EncoderSettings) throws(CodecError) {
    guard let rates = LAMERates(sampleRate: settings.sampleRate) else {
      throw CodecError(
        .unsupported, "MP3 has the rates 8, 11.025, 12, 16, 22.05, 24, 32, 44.1 and 48 kHz; ask for one of them",
        clause: "ISO/IEC 11172-3, 2.4.2.3")
    }
    let count = settings.layout.channelCount
    guard (1...2).contains(count) else {
      throw CodecError(
        .unsupported, "MP3 has one or two channels; ask for two", clause: "ISO/IEC 11172-3, 2.4.2.3")
    }
    let shape = LAMEHandle.Shape(
      sampleRate: Int(settings.sampleRate), channelCount: count, rate: try rates.choice(for: settings),
      effort: settings.effort.map { 9 - (min(max($0, 0), 127) * 9 + 63) / 127 },
      lowPass: settings.bandwidth.flatMap { Int(exactly: $0.rounded()) })
    let handle = try LAMEHandle(shape)
    let stream = StreamFormat(
      formatID: .mpegLayer3, sampleRate: settings.sampleRate, channelsPerFrame: count,
      framesPerPacket: rates.framesPerPacket)
    var format = EncodedFormat(
      stream: stream, layout: ChannelLayout(unlabelledChannelCount: count),
      maximumPacketByteCount: LAMERates.maximumFrameByteCount, primingFrames: handle.delay + Self.decoderDelay)
    format.encoderName = handle.name
    format.largestSample = Double(LAMEHandle.largestSample)
    format.leastRemainderFrames = Self.leastPadding - Self.decoderDelay
    self.shape = shape
    self.handle = handle
    self.format = format
  }

  /// Encodes the frames of a packet, and appends a packet if one is ready.
  package mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    guard input.channelCount == shape.channelCount else {
      throw CodecError(.invalidState, "the encoder was made for another number of channels")
    }
    guard !frames.isEmpty, frames.count <= format.stream.framesPerPacket, frames.lowerBound >= 0,
      frames.upperBound <= input.frameCount
    else { throw CodecError(.invalidState, "a packet has its number of frames, or fewer at the end") }
    for channel in 0..<input.channelCount { handle.load(input.channel(channel).extracting(frames), channel: channel) }
    try handle.encode(frameCount: frames.count, into: &pending)
    frameCount += Int64(frames.count)
    _ = try give(&packet)
  }

  /// Appends the next packet; returns false if the packets so far already decode to all of the input.
  package mutating func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool {
    let size = Int64(format.stream.framesPerPacket)
    let needed = frameCount + Int64(format.primingFrames + format.leastRemainderFrames)
    guard frameCount > 0, packetCount * size < needed else { return false }
    if !hasEnded {
      hasEnded = true
      try handle.finish(into: &pending)
    }
    guard try give(&packet) else {
      throw CodecError(.unsupported, "libmp3lame gives fewer packets than the samples need")
    }
    return true
  }

  /// Starts with a new encoder, because the library cannot reset one.
  package mutating func reset() {
    // Holds: the same settings have made one before.
    guard let fresh = try? LAMEHandle(shape) else { return }
    handle = fresh
    pending.removeAll(keepingCapacity: true)
    (frameCount, packetCount, hasEnded) = (0, 0, false)
  }

  private mutating func give(_ packet: inout [UInt8]) throws(CodecError) -> Bool {
    guard pending.count >= MPEGAudioHeader.byteCount else { return false }
    guard let header = MPEGAudioHeader(pending.span, at: 0), let size = header.frameByteCount,
      header.layer == 3, header.sampleRate == shape.sampleRate, header.channelCount == shape.channelCount
    else { throw CodecError(.unsupported, "libmp3lame gives other frames than it was asked for") }
    guard pending.count >= size else { return false }
    packet.append(contentsOf: pending[..<size])
    pending.removeFirst(size)
    packetCount += 1
    return true
  }
}
