/// The requested encoder: its format, its input and its options.
@dynamicMemberLookup
public struct EncoderSettings: Sendable {
  /// The format to encode.
  public var formatID: FourCharacterCode
  /// The frames per second of the input, in Hz.
  public var sampleRate: Double
  /// The loudspeakers of the input, in any order; ``EncodedFormat/layout`` is the encoder's own order.
  public var layout: ChannelLayout
  /// The options of the encoder.
  public var options: EncoderOptions

  /// Creates settings.
  public init(
    formatID: FourCharacterCode, sampleRate: Double, layout: ChannelLayout, options: EncoderOptions = EncoderOptions()
  ) {
    self.formatID = formatID
    self.sampleRate = sampleRate
    self.layout = layout
    self.options = options
  }

  /// The intended use of the encoded sound: Opus's `OPUS_APPLICATION_…`.
  public enum Application: String, Sendable, CaseIterable {
    /// Intelligible speech: `OPUS_APPLICATION_VOIP`.
    case speech
    /// Any sound, as faithful as possible: `OPUS_APPLICATION_AUDIO`.
    case music
    /// The shortest delay, without the codec's part for speech: `OPUS_APPLICATION_RESTRICTED_LOWDELAY`.
    case lowDelay
  }

  /// The distribution of a lossy encoder's bits over time: `kAudioCodecPropertyBitRateControlMode`.
  public enum RateControlMode: UInt32, Sendable, BitwiseCopyable, CaseIterable {
    /// `kAudioCodecBitRateControlMode_Constant`: a decoder with the smallest legal buffer plays it at the constant
    /// rate.
    case constant
    /// `kAudioCodecBitRateControlMode_LongTermAverage`: the rate holds over many seconds.
    case average
    /// `kAudioCodecBitRateControlMode_VariableConstrained`: as many bits as the sound needs, the rate is a soft
    /// ceiling.
    case constrainedVariable
    /// `kAudioCodecBitRateControlMode_Variable`: as many bits as the sound needs at one quality; there is no rate.
    case variable
  }

  /// An option of the encoder.
  public subscript<Value>(dynamicMember option: WritableKeyPath<EncoderOptions, Value>) -> Value {
    get { options[keyPath: option] }
    set { options[keyPath: option] = newValue }
  }
}

/// The options of an encoder, whatever its format and its input.
///
/// An option that is `nil` is left to the encoder, which takes the usual value of its format.
public struct EncoderOptions: Sendable {
  /// The bits of a sample that a lossless format keeps: 16, 20, 24 or 32.
  public var bitDepth: Int?
  /// The frames of a packet, for formats that have a choice.
  public var framesPerPacket: Int?
  /// The bytes of a packet, for ADPCM formats whose packets may have any size.
  public var bytesPerPacket: Int?
  /// The bit rate that a lossy format aims at, in bits/s of all channels together.
  public var bitRate: Int?
  /// The strictness with which ``bitRate`` is kept; `nil` lets the encoder choose.
  public var rateControl: EncoderSettings.RateControlMode?
  /// The quality of ``EncoderSettings/RateControlMode/variable``, among ``qualities``:
  /// `kAudioCodecPropertySoundQualityForVBR`.
  public var quality: Int?
  /// The effort of a lossy encoder, among ``efforts``, 0 being the fastest; `nil` counts as 64:
  /// `kAudioConverterCodecQuality`.
  public var effort: Int?
  /// The highest frequency to keep, in Hz; `nil` lets the encoder choose it by the bit rate.
  public var bandwidth: Double?
  /// The intended use of the sound, for encoders that distinguish uses: Opus.
  public var application: EncoderSettings.Application?
  /// The percentage of packets expected to be lost, among ``expectedLosses``: Opus then repeats speech in the packets
  /// that follow, as far as the bit rate allows, which a decoder uses to fill gaps: `OPUS_SET_INBAND_FEC`,
  /// `OPUS_SET_PACKET_LOSS_PERC`. `nil` and 0 repeat nothing.
  public var expectedLoss: Int?
  /// True if each payload of LD-SBR begins with a CRC of 10 bits, by which a decoder finds errors of the transmission
  /// (ISO/IEC 14496-3, 4.5.2.8). Only AAC-ELD with SBR and AAC-ELD v2 with SBR have it.
  public var hasReplicationCRC = false

  /// The values of ``quality``.
  public static let qualities = 0...127
  /// The values of ``effort``.
  public static let efforts = 0...127
  /// The values of ``expectedLoss``.
  public static let expectedLosses = 0...100

  /// Creates options that leave every choice to the encoder.
  public init() {}

  /// Rejects numbers that are out of their range.
  ///
  /// - Throws: ``CodecError`` of the kind ``ErrorKind/unsupported``, which names the number and its range.
  public func check() throws(CodecError) {
    let rule: StaticString? =
      if let quality, !Self.qualities.contains(quality) {
        "the quality of a variable rate is not within 0 and 127"
      } else if let effort, !Self.efforts.contains(effort) {
        "the effort of an encoder is not within 0 and 127"
      } else if let expectedLoss, !Self.expectedLosses.contains(expectedLoss) {
        "the expected loss is not within 0 and 100 per cent"
      } else if let bandwidth, !bandwidth.isFinite {
        "the bandwidth of an encoder is not a number of hertz"
      } else {
        nil
      }
    if let rule { throw CodecError(.unsupported, rule) }
  }
}

/// The input and output formats of an encoder.
public struct EncodedFormat: Sendable {
  /// The format of the packets, as a container states it.
  public var stream: StreamFormat
  /// The loudspeakers, in the order in which the encoder expects the planes of its input.
  public var layout: ChannelLayout
  /// The magic cookie, without a container's wrapping.
  public var cookie: [UInt8]
  /// The largest packet that can occur, in bytes.
  public var maximumPacketByteCount: Int
  /// The number of decoded frames before the first frame of the input.
  public var primingFrames: Int
  /// The least number of decoded frames after the last frame of the input; the last packet may add more.
  public var leastRemainderFrames = 0
  /// The precision that the input needs so that nothing is lost.
  public var precision: SamplePrecision
  /// The form of a last packet with fewer frames.
  public var lastPacket: LastPacket
  /// The magnitude that the encoder limits samples to: 1, full scale, if it rounds them to integers; `nil` if there is
  /// no limit.
  public var largestSample: Double?
  /// The frames of each call if packets differ in duration: few enough for a call to complete one packet at most. `nil`
  /// where a call has the frames of a packet.
  public var framesPerCall: Int?
  /// The name and version of the library that encodes, such as `LAME3.100`; `nil` for an encoder of this package.
  public var encoderName: String?

  /// The form of a packet that gets fewer frames than the others.
  public enum LastPacket: Sendable, BitwiseCopyable {
    /// A packet that decodes to as many frames as the others; the container must mark which ones are the recording.
    case padded
    /// A packet that decodes to the frames that went into it.
    case short
  }

  /// Creates a description.
  public init(
    stream: StreamFormat, layout: ChannelLayout, cookie: [UInt8] = [], maximumPacketByteCount: Int,
    primingFrames: Int = 0, precision: SamplePrecision = .single, lastPacket: LastPacket = .padded,
    framesPerCall: Int? = nil
  ) {
    self.stream = stream
    self.layout = layout
    self.cookie = cookie
    self.maximumPacketByteCount = maximumPacketByteCount
    self.primingFrames = primingFrames
    self.precision = precision
    self.lastPacket = lastPacket
    self.framesPerCall = framesPerCall
  }
}

/// Encodes planar samples to packets, one packet per call.
///
/// An encoder is moved, not shared. After its first packet it allocates nothing, takes no lock and does no input or
/// output. Formats whose packet is one frame (G.711) take any number of frames in a call.
public protocol PacketEncoder: ~Copyable {
  /// The formats of input and output.
  var format: EncodedFormat { get }

  /// The number of frames that the last packet decodes to, if packets differ in duration; `nil` if it is that of the
  /// call.
  var lastFrameCount: Int? { get }

  /// Encodes the frames `frames` of a block and appends the bytes of the packet to `packet`.
  ///
  /// - Parameters:
  ///   - input: Planes in the order of ``EncodedFormat/layout``.
  ///   - frames: Within the filled frames of the block: as many as a packet has, or fewer, at least one, in the last.
  ///   - packet: Has room for ``EncodedFormat/maximumPacketByteCount`` more bytes if it shall not allocate.
  mutating func encode(_ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]) throws(CodecError)

  /// Encodes samples of twice the precision, as the method for single precision does.
  ///
  /// Only encoders whose ``EncodedFormat/precision`` is ``SamplePrecision/double`` offer it; the others refuse.
  mutating func encode(
    _ input: borrowing SampleBlock<Double>, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError)

  /// Appends the next packet that remains to be returned after the last input; `false` if there is none.
  mutating func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool

  /// Clears all earlier input, as if newly created.
  mutating func reset()
}

extension PacketEncoder where Self: ~Copyable {
  /// `nil`: each packet holds the frames of its call.
  public var lastFrameCount: Int? { nil }

  /// Throws: the encoder takes samples of the precision of `Float`.
  public mutating func encode(
    _ input: borrowing SampleBlock<Double>, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    throw CodecError(.unsupported, "this encoder takes samples of single precision")
  }

  /// Returns false: no packet remains.
  public mutating func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool { false }
}
