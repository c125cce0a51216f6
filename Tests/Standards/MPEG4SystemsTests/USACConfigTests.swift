import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// `UsacConfig()`.
struct USACConfigTests {
  /// The configuration of a stream in 5.1 channels from exhale.
  @Test func surroundStream() throws {
    let bytes: [UInt8] = [
      0xF9, 0x46, 0x03, 0x26, 0x4C, 0xC0, 0x15, 0x5A, 0x14, 0x00, 0x08, 0x00, 0x25, 0x80, 0x11, 0xC7, 0x2C, 0x00,
    ]
    let systems = try AudioSpecificConfig(parsing: bytes.span)
    let config = try required(systems.unifiedCoding)
    expectEqual(systems.objectType, .usac)
    #expect(config.sampleRate == 48000 && config.coreRate == 48000)
    #expect(config.frameLength.index == 1 && config.frameLength.outputFrameLength == 1024)
    expectEqual(config.channelConfiguration, 6)
    let core = USACCore(hasNoiseFilling: true)
    expectEqual(
      config.elements,
      [
        .extension(USACExtension(type: USACExtension.audioPreRoll)), .single(core), .pair(core, USACStereo(.none)),
        .pair(core, USACStereo(.none)), .lowFrequency,
      ])
    expectEqual(config.extensions, [.init(type: 2, payload: [0x00, 0x10, 0x00, 0x4B, 0x00, 0x23, 0x8E, 0x58])])
    #expect(config.elementsFitChannels)
    expectEqual(config.layout.speakers, [.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency])
    expectEqual(systems.bytes, bytes)
    var writer = BitWriter()
    systems.write(to: &writer)
    expectEqual(writer.offset, 137)
    #expect(systems.coreFormat.formatID == .usac && systems.coreFormat.framesPerPacket == 1024)
  }

  /// Every part that a configuration can have, written and read.
  @Test func everyPart() throws {
    var config = USACConfig(
      samplingFrequencyIndex: 31, sampleRate: 47_123, frameLength: try required(.init(index: 3)),
      channelConfiguration: 0)
    config.positions = [0, 1, 2, 26]
    var replication = USACReplication()
    (replication.isHarmonic, replication.hasVectorCoding) = (true, true)
    (replication.startFrequency, replication.stopFrequency) = (11, 6)
    replication.frequency = .init()
    var other = USACReplication()
    (other.hasTemporalShaping, other.limiter) = (true, .init())
    var surround = USACStereo.Surround()
    (surround.frequencyResolution, surround.fixedGain, surround.temporalShaping) = (3, 5, 2)
    (surround.phaseBands, surround.residualBands, surround.envelopeQuantization) = (21, 30, true)
    let payload = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    config.elements = [
      .extension(USACExtension(type: 3)),
      .extension(USACExtension(type: 300, defaultByteCount: 700, isFragmented: true, configuration: payload)),
      .single(USACCore(isTimeWarped: true, hasNoiseFilling: false, replication: replication)),
      .pair(USACCore(hasNoiseFilling: true, replication: other), USACStereo(.residual, surround)), .lowFrequency,
    ]
    config.extensions = [
      .init(type: 7, payload: [1, 2]), .init(type: 15, payload: payload), .init(type: 0, payload: []),
    ]
    var writer = BitWriter()
    config.write(to: &writer)
    let bytes = writer.bytes
    var reader = BitReader(bytes.span)
    try expectEqual(USACConfig(parsing: &reader), config)
    expectEqual(reader.offset, writer.offset)
    #expect(config.elementsFitChannels)
    expectEqual(config.layout.speakers, [.left, .right, .center, .lowFrequency2])
    for count in 0..<(bytes.count - 1) {
      let part = Array(bytes.prefix(count))
      var reader = BitReader(part.span)
      #expect(throws: CodecError.self) { try USACConfig(parsing: &reader) }
    }
  }

  /// Reserved values, at the bits where they stand: rate 13, frame length 5, channels 14.
  @Test(arguments: [[0x6A, 0x21], [0x1D, 0x04, 0x00], [0x19, 0x70, 0x00]] as [[UInt8]])
  func reservedValues(bytes: [UInt8]) {
    var reader = BitReader(bytes.span)
    #expect { try USACConfig(parsing: &reader) } throws: { ($0 as? CodecError)?.kind == .malformed }
  }
}
