import AudioBase
import Bitstream

/// `COMM`: the format of the samples.
struct CommonChunk {
  /// The longest body: more than any encoder's name needs.
  static let maximumByteCount = 512

  /// `numChannels`.
  var channelCount: Int
  /// `numSampleFrames`: frames, or for IMA4 packets, as QuickTime counts; some programs count the frames of IMA4 too.
  var frameCount: UInt32
  /// `sampleSize`: bits of a sample.
  var sampleSize: Int
  /// `sampleRate`, in Hz.
  var sampleRate: Double
  /// The encoding of the samples.
  var coding: SampleCoding
  /// True if the compression type, which AIFF-C must have, is missing.
  private(set) var lacksCompression = false

  /// Describes the contents of a new file.
  init(channelCount: Int, sampleRate: Double, coding: SampleCoding) {
    self.channelCount = channelCount
    frameCount = AIFFLayout.unknownSize
    sampleSize = coding.sampleSize
    self.sampleRate = sampleRate
    self.coding = coding
  }

  /// Reads the chunk's body, which begins at `offset` of the file.
  init(parsing body: Span<UInt8>, form: AIFFForm, at offset: Int64) throws(ContainerError) {
    var compression: FourCharacterCode = "NONE"
    let rate: ExtendedFloat
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      channelCount = Int(Int16(bitPattern: try reader.readUInt16()))
      frameCount = try reader.readUInt32()
      sampleSize = Int(Int16(bitPattern: try reader.readUInt16()))
      rate = ExtendedFloat(signAndExponent: try reader.readUInt16(), significand: try reader.readUInt64())
      if form == .aifc {
        lacksCompression = reader.remaining < 4
        if !lacksCompression { compression = FourCharacterCode(rawValue: try reader.readUInt32()) }
      }
    } catch {
      throw ContainerError(.truncated, "the common chunk is too short", at: offset, in: .commonChunk)
    }
    guard let sampleRate = rate.value, sampleRate > 0, sampleRate < 0x1p32 else {
      throw ContainerError(
        .malformed, "a sample rate lies above 0 and below 4294967296 Hz", at: offset + 8, in: .commonChunk)
    }
    self.sampleRate = sampleRate
    coding = try SampleCoding(compression: compression, sampleSize: sampleSize, at: offset)
  }

  /// Returns the format as Core Audio describes it.
  func streamFormat(at offset: Int64, limits: ResourceLimits) throws(ContainerError) -> StreamFormat {
    guard channelCount > 0 else {
      throw ContainerError(.malformed, "a stream has channels", at: offset, in: .commonChunk)
    }
    guard channelCount <= limits.channelCount else {
      throw ContainerError(.limitExceeded, "there are too many channels", at: offset, in: .commonChunk)
    }
    return coding.streamFormat(sampleRate: sampleRate, channelCount: channelCount)
  }

  /// The offset of `numSampleFrames` in the body.
  static let frameCountOffset = 2

  /// Returns the chunk's body.
  func bytes(form: AIFFForm) -> [UInt8] {
    var body: [UInt8] = []
    body.append(bigEndian: UInt16(channelCount))
    body.append(bigEndian: frameCount)
    body.append(bigEndian: UInt16(sampleSize))
    let rate = ExtendedFloat(sampleRate)
    body.append(bigEndian: rate.signAndExponent)
    body.append(bigEndian: rate.significand)
    if form == .aifc {
      let compression = coding.compression
      body.append(bigEndian: compression.type.rawValue)
      body += MacText.pascalString(compression.name)
    }
    return body
  }
}
