package import AudioBase
import Bitstream

/// `ALACSpecificConfig`: the magic cookie, validated.
package struct ALACConfiguration: Equatable, Sendable {
  /// `frameLength`: frames of a packet that is not the last.
  package let frameLength: Int
  /// `bitDepth`: bits of a sample.
  package let bitDepth: LosslessDepth
  /// `numChannels`, 1…8.
  package let channelCount: Int
  /// `sampleRate`, in Hz.
  package let sampleRate: Int
  /// `pb`, `mb` and `kb`: the adaptation of the entropy coder to the residuals.
  package let adaptation: Adaptation
  /// `maxRun`, which decoders ignore.
  package let maximumRun: Int
  /// `maxFrameBytes`: the largest packet, in bytes; 0 if it is unknown.
  package let maximumPacketByteCount: Int
  /// The layout of the `chan` atom after the fields; `nil` if it is missing or unknown.
  package let statedLayout: ChannelLayout?
  /// `avgBitRate`, in bits per second; 0 if it is unknown.
  package let averageBitRate: Int

  /// The parameters of the adaptive Golomb coder.
  package struct Adaptation: Equatable, Sendable, BitwiseCopyable {
    /// `pb`: the weight of a new residual in the running mean, in 512ths.
    package var historyMultiplier: UInt8
    /// `mb`: the running mean at the start of each channel.
    package var initialHistory: UInt8
    /// `kb`: the largest Golomb parameter, 1…31.
    package var parameterLimit: UInt8

    /// The parameters that all known encoders use.
    package static let usual = Adaptation(historyMultiplier: 40, initialHistory: 10, parameterLimit: 14)

    /// Creates parameters.
    package init(historyMultiplier: UInt8, initialHistory: UInt8, parameterLimit: UInt8) {
      self.historyMultiplier = historyMultiplier
      self.initialHistory = initialHistory
      self.parameterLimit = parameterLimit
    }
  }

  /// The largest number of frames of a packet that this package decodes: encoders use 352, 4096 or a few more.
  static let maximumFrameLength = 1 << 16

  /// Creates the configuration of an encoder.
  init(bitDepth: LosslessDepth, sampleRate: Int, frameLength: Int, layout: ChannelLayout) {
    statedLayout = layout.channelCount > 2 && layout.tag != nil ? layout : nil
    channelCount = layout.channelCount
    self.frameLength = frameLength
    self.bitDepth = bitDepth
    self.sampleRate = sampleRate
    adaptation = .usual
    maximumRun = 255
    maximumPacketByteCount = 0
    averageBitRate = 0
  }

  /// Reads a magic cookie: bare, followed by a `chan` atom, or inside `frma` and `alac` atoms as QuickTime wraps it.
  ///
  /// - Throws: `CodecError` if it is too short or states values that no stream of this format has.
  package init(parsing cookie: Span<UInt8>) throws(CodecError) {
    do throws(ALACError) {
      try self.init(unwrapped: cookie.extracting(Self.wrappingByteCount(of: cookie)...))
    } catch {
      throw error.asCodecError
    }
  }

  /// Returns the number of bytes of the atom headers before the fields: `size 4, 'frma', 'alac'` and `size 4, 'alac',
  /// version and flags 4`.
  private static func wrappingByteCount(of cookie: Span<UInt8>) -> Int {
    var start = 0
    for atom: FourCharacterCode in ["frma", "alac"] {
      guard cookie.count >= start + 12 else { break }
      var reader = ByteReader(cookie.extracting((start + 4)...))
      if let type = try? reader.readUInt32(), type == atom.rawValue { start += 12 }
    }
    return start
  }

  private init(unwrapped bytes: Span<UInt8>) throws(ALACError) {
    var reader = BitReader(bytes)
    guard bytes.count >= Self.byteCount else { throw ALACError(.cookieTooShort, at: bytes.count * 8) }
    let frameLength = Int(try reader.field(32))
    guard frameLength > 0 else { throw ALACError(.noFrames) }
    guard frameLength <= Self.maximumFrameLength else { throw ALACError(.tooManyFrames) }
    guard try reader.field(8) == 0 else { throw ALACError(.compatibleVersion, at: 32) }
    guard let bitDepth = LosslessDepth(rawValue: Int(try reader.field(8))) else { throw ALACError(.bitDepth, at: 40) }
    adaptation = Adaptation(
      historyMultiplier: UInt8(try reader.field(8)), initialHistory: UInt8(try reader.field(8)),
      parameterLimit: UInt8(try reader.field(8)))
    guard (1...31).contains(adaptation.parameterLimit) else { throw ALACError(.parameterLimit, at: 64) }
    channelCount = Int(try reader.field(8))
    guard (1...8).contains(channelCount) else { throw ALACError(.channelCount, at: 72) }
    maximumRun = Int(try reader.field(16))
    maximumPacketByteCount = Int(try reader.field(32))
    averageBitRate = Int(try reader.field(32))
    sampleRate = Int(try reader.field(32))
    guard sampleRate > 0 else { throw ALACError(.sampleRate, at: 160) }
    self.frameLength = frameLength
    self.bitDepth = bitDepth
    statedLayout = Self.layout(inAtom: bytes.extracting(Self.byteCount...), channelCount: channelCount)
  }

  /// Returns the layout of a `chan` atom: `size 4, 'chan', version and flags 4`, then an `AudioChannelLayout`.
  private static func layout(inAtom atom: Span<UInt8>, channelCount: Int) -> ChannelLayout? {
    var reader = ByteReader(atom)
    guard (try? reader.skip(4)) != nil, let type = try? reader.readUInt32(),
      type == FourCharacterCode("chan").rawValue, atom.count >= 12,
      let layout = ChannelLayout(parsing: atom.extracting(12...)), layout.channelCount == channelCount
    else { return nil }
    return layout
  }

  /// The number of bytes of the cookie without a layout.
  static let byteCount = 24

  /// The cookie: 24 bytes, and a `chan` atom of 24 more where a layout is stated.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt32(frameLength))
    bytes += [0, UInt8(bitDepth.rawValue), adaptation.historyMultiplier, adaptation.initialHistory]
    bytes += [adaptation.parameterLimit, UInt8(channelCount)]
    bytes.append(bigEndian: UInt16(maximumRun))
    for word in [maximumPacketByteCount, averageBitRate, sampleRate] { bytes.append(bigEndian: UInt32(word)) }
    guard let statedLayout else { return bytes }
    let layout = statedLayout.bytes
    bytes.append(bigEndian: UInt32(12 + layout.count))
    bytes.append(bigEndian: FourCharacterCode("chan").rawValue)
    bytes.append(bigEndian: UInt32(0))
    return bytes + layout
  }

  /// Returns the format that a packet decodes to.
  ///
  /// - Parameter layout: The loudspeakers as the container states them. Those of the cookie take precedence.
  package func decodedFormat(layout: ChannelLayout? = nil) -> DecodedFormat {
    DecodedFormat(
      sampleRate: Double(sampleRate),
      layout: ALACChannels.layout(channelCount: channelCount, cookie: statedLayout, container: layout),
      framesPerPacket: frameLength, precision: bitDepth.precision)
  }
}

extension LosslessDepth {
  /// The precision that holds the samples without loss.
  package var precision: SamplePrecision { self == .thirtyTwo ? .double : .single }
}
