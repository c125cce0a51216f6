import AudioBase
import Bitstream

/// `GASpecificConfig()`: the fields that the AAC types other than ELD add to an AudioSpecificConfig.
///
/// ISO/IEC 14496-3, 4.4.1.
public struct GASpecificConfig: Sendable, Hashable {
  /// `layerNr`, `numOfSubFrame` and `layer_length`, of scalable and bit-sliced types.
  public struct Scalable: Sendable, Hashable {
    /// `layerNr`, for object types 6 and 20.
    public var layerNumber = 0
    /// `numOfSubFrame`, for object type 22.
    public var subframeCount = 0
    /// `layer_length`, for object type 22.
    public var layerLength = 0

    /// Creates a configuration of zeros.
    public init() {}
  }

  /// `frameLengthFlag`: true for 960 samples per frame (480 in AAC-LD), false for 1024 (512).
  public var hasShortFrames = false
  /// `coreCoderDelay`, or `nil` if `dependsOnCoreCoder` is 0.
  public var coreCoderDelay: Int?
  /// The channel elements, if `channelConfiguration` is 0.
  public var programConfig: ProgramConfigElement?
  /// The fields of scalable types.
  public var scalable = Scalable()
  /// The resilience tools, for object types 17, 19, 20 and 23.
  public var resilience = ResilienceFlags()
  /// `extensionFlag`. The error-resilient types must have it.
  public var hasExtension = false
  /// `extensionFlag3`, reserved.
  public var extensionFlag3 = false

  /// Creates a configuration of 1024 samples without extensions.
  public init() {}

  init(
    parsing reader: inout BitReader, objectType: AudioObjectType, channelConfiguration: Int, start: Int
  ) throws(CodecError) {
    hasShortFrames = try reader.flag()
    // Files in the wild set the flag and end before the delay (configuration 12 12), which only a core coder would
    // need.
    if try reader.flag(), reader.remaining >= 14 { coreCoderDelay = try reader.field(14) }
    hasExtension = try reader.flag()
    if channelConfiguration == 0 { programConfig = try ProgramConfigElement(parsing: &reader, anchor: start) }
    if objectType == .aacScalable || objectType == .erAACScalable { scalable.layerNumber = try reader.field(3) }
    guard hasExtension else { return }
    if objectType == .erBSAC {
      scalable.subframeCount = try reader.field(5)
      scalable.layerLength = try reader.field(11)
    }
    if objectType.hasResilienceFlags { resilience = try ResilienceFlags(parsing: &reader) }
    extensionFlag3 = try reader.flag()
  }

  func write(to writer: inout BitWriter, objectType: AudioObjectType, start: Int) {
    writer.write(hasShortFrames)
    writer.write(coreCoderDelay != nil)
    if let coreCoderDelay { writer.write(UInt32(coreCoderDelay), 14) }
    writer.write(hasExtension)
    programConfig?.write(to: &writer, anchor: start)
    if objectType == .aacScalable || objectType == .erAACScalable {
      writer.write(UInt32(scalable.layerNumber), 3)
    }
    guard hasExtension else { return }
    if objectType == .erBSAC {
      writer.write(UInt32(scalable.subframeCount), 5)
      writer.write(UInt32(scalable.layerLength), 11)
    }
    if objectType.hasResilienceFlags { resilience.write(to: &writer) }
    writer.write(extensionFlag3)
  }
}
