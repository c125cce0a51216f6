public import AudioBase
import MPEG4Systems
import SpeechFrames
import XiphAudio

/// The format of the audio of a stream, and its layout in packets.
public struct PayloadFormat: Sendable, Equatable {
  /// The clock rates, in Hz, that a session may state.
  static let clockRates = 1...1_000_000

  /// The formats for audio in packets.
  public enum Encoding: Sendable, Equatable {
    /// `mpeg4-generic`: AAC with a header for each access unit, RFC 3640.
    case mpeg4Generic(AccessUnitHeaderFormat)
    /// `MP4A-LATM`: AAC in AudioMuxElements, RFC 6416. The StreamMuxConfig is `nil` if it is sent only in band.
    case latm(hasConfigurationInBand: Bool, streamMuxConfig: [UInt8]?)
    /// `L16`, `L24` and `L8`: samples, most significant byte first; 8-bit samples are unsigned. RFC 3551, 4.5; RFC
    /// 3190.
    case linearPCM(bitsPerSample: Int)
    /// `PCMU`: G.711 mu-law.
    case muLaw
    /// `PCMA`: G.711 A-law.
    case aLaw
    /// `opus`: one Opus packet in each RTP packet, RFC 7587.
    case opus
    /// One bare access unit in each packet, as in AirPlay's mirroring.
    case accessUnits
    /// `AMR` and `AMR-WB` of one channel: frames of speech after a table of contents, RFC 4867.
    case amr(isOctetAligned: Bool)
    /// `speex`: one Speex packet in each RTP packet, RFC 5574.
    case speex
    /// `G722` and `GSM`: blocks with fixed numbers of bytes and frames, RFC 3551, 4.5.2 and 4.5.8.
    case blocks(byteCount: Int, frameCount: Int)
  }

  /// `PT`: 0…127; a session description defines those from 96 on.
  public var payloadType: UInt8
  /// The layout of audio in packets.
  public var encoding: Encoding
  /// The clock rate of the timestamps, in ticks per second. Frames of the stream are converted to it.
  public var clockRate: Int
  /// The stream's format; for AAC the rate and the frames of its core.
  public var format: StreamFormat
  /// The decoder's configuration: an AudioSpecificConfig, an `OpusHead`, or empty.
  public var cookie: [UInt8]

  init(_ encoding: Encoding, payloadType: UInt8, format: StreamFormat, cookie: [UInt8] = []) {
    self.encoding = encoding
    self.payloadType = payloadType & 127
    self.format = format
    self.cookie = cookie
    clockRate = Int(format.sampleRate)
  }

  /// Returns the format of AAC of any kind as `mpeg4-generic`.
  ///
  /// The clock ticks at the rate of the decoder's output, which SBR doubles.
  ///
  /// - Throws: ``RTPError`` if the configuration cannot be read.
  public static func mpeg4Generic(
    configuration: [UInt8], headers: AccessUnitHeaderFormat = .highBitRate, payloadType: UInt8 = 96
  ) throws(RTPError) -> PayloadFormat {
    try aac(.mpeg4Generic(headers), configuration: configuration, payloadType: payloadType)
  }

  /// Returns the format of AAC as `MP4A-LATM`, with the configuration in the session description, in band, or both.
  ///
  /// - Throws: ``RTPError`` if the configuration cannot be read.
  public static func latm(
    configuration: [UInt8], hasConfigurationInBand: Bool = false, payloadType: UInt8 = 96
  ) throws(RTPError) -> PayloadFormat {
    let parsed = try audioSpecificConfig(configuration)
    return try aac(
      .latm(hasConfigurationInBand: hasConfigurationInBand, streamMuxConfig: StreamMuxConfig(parsed).bytes),
      configuration: configuration, payloadType: payloadType)
  }

  /// Returns the format of bare access units of AAC.
  ///
  /// - Throws: ``RTPError`` if the configuration cannot be read.
  public static func accessUnits(
    configuration: [UInt8], payloadType: UInt8 = 96
  ) throws(RTPError) -> PayloadFormat {
    try aac(.accessUnits, configuration: configuration, payloadType: payloadType)
  }

  private static func aac(
    _ encoding: Encoding, configuration: [UInt8], payloadType: UInt8
  ) throws(RTPError) -> PayloadFormat {
    let parsed = try audioSpecificConfig(configuration)
    var payload = PayloadFormat(encoding, payloadType: payloadType, format: parsed.coreFormat, cookie: configuration)
    payload.clockRate = parsed.unifiedCoding?.sampleRate ?? parsed.extensionRate ?? parsed.coreRate
    return payload
  }

  static func audioSpecificConfig(_ bytes: [UInt8]) throws(RTPError) -> AudioSpecificConfig {
    do throws(CodecError) {
      return try AudioSpecificConfig(parsing: bytes.span)
    } catch {
      throw RTPError(error.kind, error.rule, clause: "ISO/IEC 14496-3, 1.6.2.1", at: error.bitOffset / 8)
    }
  }

  /// Returns the format of linear PCM of 8, 16 or 24 bits.
  ///
  /// - Throws: ``RTPError`` of kind unsupported for other widths, and for more than 64 channels.
  public static func linearPCM(
    bitsPerSample: Int, sampleRate: Int, channelCount: Int, payloadType: UInt8? = nil
  ) throws(RTPError) -> PayloadFormat {
    guard [8, 16, 24].contains(bitsPerSample) else {
      throw RTPError(.unsupported, "samples of linear PCM have 8, 16 or 24 bits", clause: "RFC 3551, 4.5")
    }
    guard ResourceLimits.channelCounts.contains(channelCount), clockRates.contains(sampleRate) else {
      throw RTPError(.unsupported, "linear PCM has 1…64 channels and up to 1 MHz", clause: "RFC 3551, 4.5")
    }
    let samples = SampleFormat(
      bitsPerSample == 8 ? .unsignedInteger : .signedInteger, bitsPerSample: bitsPerSample, byteOrder: .bigEndian)
    let format = StreamFormat(samples, sampleRate: Double(sampleRate), channelsPerFrame: channelCount)
    let isStatic = bitsPerSample == 16 && sampleRate == 44_100 && channelCount <= 2
    return PayloadFormat(
      .linearPCM(bitsPerSample: bitsPerSample), payloadType: payloadType ?? (isStatic ? 12 - UInt8(channelCount) : 96),
      format: format)
  }

  /// Returns the format of G.711, mu-law or A-law.
  ///
  /// - Throws: ``RTPError`` of kind unsupported for more than 64 channels.
  public static func g711(
    isALaw: Bool, sampleRate: Int = 8000, channelCount: Int = 1, payloadType: UInt8? = nil
  ) throws(RTPError) -> PayloadFormat {
    guard ResourceLimits.channelCounts.contains(channelCount), clockRates.contains(sampleRate) else {
      throw RTPError(.unsupported, "G.711 has 1…64 channels and up to 1 MHz", clause: "RFC 3551, 4.5.14")
    }
    var format = StreamFormat(
      formatID: isALaw ? .aLaw : .muLaw, sampleRate: Double(sampleRate), channelsPerFrame: channelCount,
      framesPerPacket: 1)
    (format.bytesPerFrame, format.bytesPerPacket, format.bitsPerChannel) = (channelCount, channelCount, 8)
    let isStatic = sampleRate == 8000 && channelCount == 1
    let type: UInt8 = isStatic ? (isALaw ? 8 : 0) : 96
    return PayloadFormat(isALaw ? .aLaw : .muLaw, payloadType: payloadType ?? type, format: format)
  }

  /// Returns the format of Opus of one or two channels. The clock rate is 48 000 Hz, unless a device uses another.
  public static func opus(channelCount: Int = 2, payloadType: UInt8 = 96) -> PayloadFormat {
    let count = min(max(channelCount, 1), 2)
    let format = StreamFormat(formatID: .opus, sampleRate: 48_000, channelsPerFrame: count)
    return PayloadFormat(
      .opus, payloadType: payloadType, format: format, cookie: OpusHeader(channelCount: count).bytes)
  }

  /// Returns the format of AMR, or of AMR-WB.
  public static func amr(isWideBand: Bool, isOctetAligned: Bool = true, payloadType: UInt8 = 96) -> PayloadFormat {
    let kind: AMRFrame = isWideBand ? .wideBand : .narrowBand
    let format = StreamFormat(
      formatID: isWideBand ? "sawb" : "samr", sampleRate: Double(kind.sampleRate), channelsPerFrame: 1,
      framesPerPacket: kind.sampleCount)
    return PayloadFormat(.amr(isOctetAligned: isOctetAligned), payloadType: payloadType, format: format)
  }

  /// Returns the format of Speex of one channel.
  ///
  /// - Parameters:
  ///   - sampleRate: 8000, 16 000 or 32 000 Hz, which are its modes.
  ///   - framesPerPacket: The coded frames of 20 ms in a packet.
  /// - Throws: ``RTPError`` of kind unsupported for other rates, and more than 64 frames.
  public static func speex(
    sampleRate: Int, framesPerPacket: Int = 1, payloadType: UInt8 = 96
  ) throws(RTPError) -> PayloadFormat {
    guard let mode = [8000, 16_000, 32_000].firstIndex(of: sampleRate),
      (1...SpeexHeader.maximumFrameCount).contains(framesPerPacket)
    else { throw RTPError(.unsupported, "Speex has 8000, 16000 or 32000 Hz", clause: "RFC 5574, 4.1.1") }
    let format = StreamFormat(
      formatID: "spex", sampleRate: Double(sampleRate), channelsPerFrame: 1,
      framesPerPacket: (160 << mode) * framesPerPacket)
    // The header of Ogg: mode, rate, one channel, coded frames of a packet ("The Speex Codec Manual", 7).
    var header = SpeexHeader.magic
    // Bound: 80 bytes.
    header += [UInt8](repeating: 0, count: SpeexHeader.byteCount - header.count)
    for (place, number) in [(36, sampleRate), (40, mode), (48, 1), (64, framesPerPacket)] {
      for byte in 0..<4 { header[place + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
    }
    return PayloadFormat(.speex, payloadType: payloadType, format: format, cookie: header)
  }

  /// Returns the format of G.722 at 64 kbit/s. The clock rate is 8000 Hz, an old mistake that RFC 3551, 4.5.2 keeps.
  public static func g722(payloadType: UInt8 = 9) -> PayloadFormat {
    let format = StreamFormat(
      formatID: .g722, sampleRate: 16_000, channelsPerFrame: 1, framesPerPacket: usualG722FrameCount)
    var payload = PayloadFormat(.blocks(byteCount: 1, frameCount: 2), payloadType: payloadType, format: format)
    payload.clockRate = 8000
    return payload
  }
  /// 20 ms.
  private static let usualG722FrameCount = 320

  /// Returns the format of GSM 06.10 in frames of 33 bytes.
  public static func gsm(payloadType: UInt8 = 3) -> PayloadFormat {
    let format = StreamFormat(formatID: "agsm", sampleRate: 8000, channelsPerFrame: 1, framesPerPacket: 160)
    return PayloadFormat(.blocks(byteCount: 33, frameCount: 160), payloadType: payloadType, format: format)
  }

  /// The stream in the form that decoders need.
  public var stream: CodedStream { CodedStream(format: format, cookie: cookie) }

  /// Returns the clock ticks for a number of frames of the stream, rounded down and wrapping around at 64 bits.
  public func ticks(ofFrames frames: Int64) -> Int64 {
    Self.scaled(frames, by: Int64(clockRate), over: Int64(format.sampleRate))
  }

  /// Returns the number of frames of the stream for a number of clock ticks, rounded to the nearest.
  public func frames(ofTicks ticks: Int64) -> Int64 {
    Self.scaled(ticks, by: Int64(format.sampleRate), over: Int64(clockRate), rounding: true)
  }

  private static func scaled(_ value: Int64, by factor: Int64, over divisor: Int64, rounding: Bool = false) -> Int64 {
    guard divisor > 0, factor != divisor else { return value }
    var (whole, rest) = value.quotientAndRemainder(dividingBy: divisor)
    if rest < 0 {
      rest += divisor
      whole -= 1
    }
    // Rates that are read are below 2²⁴, so that nothing wraps around.
    return whole &* factor &+ (rest &* factor &+ (rounding ? divisor / 2 : 0)) / divisor
  }

  /// Returns the frames of a unit, as far as its format states them; `nil` for damaged units of Opus and Speex.
  public func frameCount(of unit: Span<UInt8>) -> Int? {
    switch encoding {
    case .opus: OpusPacket.frameCount(unit)
    case .linearPCM, .muLaw, .aLaw: format.bytesPerFrame > 0 ? unit.count / format.bytesPerFrame : nil
    case .mpeg4Generic, .latm, .accessUnits, .amr: format.framesPerPacket
    case .speex:
      // The mode is how often the rate of the narrow band is doubled.
      SpeexPacket.frameCount(unit, layers: (Int(format.sampleRate) / 8000).trailingZeroBitCount).map {
        $0 * Int(format.sampleRate) / 50
      }
    case .blocks(let byteCount, let frameCount): unit.count / byteCount * frameCount
    }
  }
}
