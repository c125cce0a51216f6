package import AudioBase

/// Encodes Apple Lossless packets, which are independent.
package struct ALACEncoder: PacketEncoder, ~Copyable {
  /// The formats of input and output; planes in the order of the elements of a packet.
  package let format: EncodedFormat

  private let configuration: ALACConfiguration
  private let identities: [ElementIdentity]
  private var element: ElementEncoder
  private var bits: PacketBits

  /// The number of frames per packet if the settings leave it open, as in all common files.
  static let usualFrameLength = 4096
  /// The largest number of frames of a packet.
  static let longestFrameLength = 1 << 14

  /// Creates an encoder. The bit depth is 16 if the settings do not state it.
  ///
  /// - Throws: `CodecError` if the format has no place for the bit depth, the number of channels, the sample rate or
  ///   the packet size of the settings.
  package init(_ settings: EncoderSettings) throws(CodecError) {
    let configuration: ALACConfiguration
    do throws(ALACError) {
      configuration = try ALACConfiguration(encoding: settings)
    } catch {
      throw error.asCodecError
    }
    self.configuration = configuration
    let elements = ALACChannels.elements(channelCount: configuration.channelCount)
    identities = ElementIdentity.all(channelCount: configuration.channelCount)
    element = ElementEncoder(configuration)
    let layout = configuration.decodedFormat().layout
    let byteCount = Self.maximumPacketByteCount(configuration, elements)
    bits = PacketBits(capacity: byteCount + Self.overshoot)
    let stream = StreamFormat(
      formatID: .appleLossless, sampleRate: settings.sampleRate, channelsPerFrame: configuration.channelCount,
      framesPerPacket: configuration.frameLength, formatFlags: configuration.bitDepth.formatFlags)
    var format = EncodedFormat(
      stream: stream, layout: layout, cookie: configuration.bytes,
      maximumPacketByteCount: byteCount, precision: configuration.bitDepth.precision, lastPacket: .short)
    format.largestSample = 1
    self.format = format
  }

  /// The largest number of bytes by which a packet may exceed its limit before the check: those of
  /// ``ChannelEncoder/stretch`` codes of zeros' runs (25 bits) and of values (41 bits), after an element's headers.
  static let overshoot = ChannelEncoder.stretch * 66 / 8 + 64

  /// Returns the size of a packet whose elements are all stored uncompressed: no packet of the given number of frames
  /// is larger. A packet with one frame less counts as well, because a packet that is not full states its number of
  /// frames.
  private static func maximumPacketByteCount(_ configuration: ALACConfiguration, _ elements: [ElementKind]) -> Int {
    func bitCount(_ frames: Int, statesFrames: Bool) -> Int {
      let headers = elements.count * (3 + 20 + (statesFrames ? 32 : 0)) + 3
      return headers + frames * configuration.channelCount * configuration.bitDepth.rawValue
    }
    let full = bitCount(configuration.frameLength, statesFrames: false)
    let partial = configuration.frameLength > 1 ? bitCount(configuration.frameLength - 1, statesFrames: true) : 0
    return (max(full, partial) + 7) / 8
  }

  /// Encodes a packet. Samples of 32 bits keep only the 24 of a `Float`.
  package mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try encodeAny(input, frames, &packet)
  }

  /// Encodes a packet of samples that hold 32 bits.
  package mutating func encode(
    _ input: borrowing SampleBlock<Double>, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try encodeAny(input, frames, &packet)
  }

  /// Does nothing: packets are independent.
  package mutating func reset() {}

  private mutating func encodeAny<Sample: PlaneSample>(
    _ input: borrowing SampleBlock<Sample>, _ frames: Range<Int>, _ packet: inout [UInt8]
  ) throws(CodecError) {
    guard input.channelCount == configuration.channelCount else {
      throw ALACError(.wrongChannelCount).asCodecError
    }
    guard !frames.isEmpty, frames.count <= configuration.frameLength, frames.lowerBound >= 0,
      frames.upperBound <= input.frameCount
    else { throw ALACError(.inputFrameCount).asCodecError }
    var channel = 0
    for identity in identities {
      bits.put(identity.id, 3)
      bits.put(identity.tag, 4)
      element.encode(input, ElementEncoder.Input(kind: identity.kind, channel: channel, frames: frames), to: &bits)
      channel += identity.kind.channelCount
    }
    bits.put(ElementID.end, 3)
    bits.drain(into: &packet)
  }
}

/// The identifier of an element of a packet.
struct ElementIdentity: Sendable {
  /// The kind: one channel or two.
  var kind: ElementKind
  /// The identifier, as ``ElementID`` lists it.
  var id: UInt32
  /// `elementInstanceTag`: the number of the element among those of its ID.
  var tag: UInt32

  /// Returns the elements of a packet. If there is a channel of low frequencies, it is the last.
  static func all(channelCount: Int) -> [ElementIdentity] {
    let elements = ALACChannels.elements(channelCount: channelCount)
    var counts: [UInt32] = [0, 0, 0, 0]
    return elements.enumerated().map { place, kind in
      let isLowFrequency = channelCount >= 6 && place == elements.count - 1
      let single = isLowFrequency ? ElementID.lowFrequency : ElementID.singleChannel
      let id = kind == .pair ? ElementID.channelPair : single
      defer { counts[Int(id)] += 1 }
      return ElementIdentity(kind: kind, id: id, tag: counts[Int(id)])
    }
  }
}

extension ALACConfiguration {
  /// Creates the configuration that settings ask for.
  init(encoding settings: EncoderSettings) throws(ALACError) {
    guard let depth = LosslessDepth(rawValue: settings.bitDepth ?? 16) else { throw ALACError(.bitDepth) }
    guard (1...8).contains(settings.layout.channelCount) else { throw ALACError(.channelCount) }
    guard let rate = UInt32(exactly: settings.sampleRate), rate > 0 else { throw ALACError(.sampleRate) }
    let frameLength = settings.framesPerPacket ?? ALACEncoder.usualFrameLength
    guard (1...ALACEncoder.longestFrameLength).contains(frameLength) else { throw ALACError(.unsupportedFrameLength) }
    guard let layout = ALACChannels.layout(encoding: settings.layout) else {
      throw ALACError(settings.layout.channelCount == 8 ? .layoutOfEight : .layout)
    }
    self.init(bitDepth: depth, sampleRate: Int(rate), frameLength: frameLength, layout: layout)
  }
}
