import AudioBase
import TestSupport

/// A made-up stream of one format: packets with bytes that mean nothing to a container, and all that belongs to them.
struct SampleStream: CustomStringConvertible {
  var format: StreamFormat
  var layout: ChannelLayout
  var cookie: [UInt8] = []
  /// Packets one after the other, and where each begins and ends.
  var packets: [[UInt8]]
  var name: String

  var description: String { "\(name), \(format.channelsPerFrame) channels, \(Int(format.sampleRate)) Hz" }

  /// Whether all packets are alike, so that a writer needs no descriptions.
  var isConstant: Bool { format.bytesPerPacket > 0 }

  /// Frames that each packet lasts.
  var framesPerPacket: Int { format.framesPerPacket }
}

extension SampleStream {
  /// Linear PCM.
  init(_ samples: SampleFormat, _ shape: Shape, _ random: inout SplitMix64) {
    format = StreamFormat(samples, sampleRate: Double(shape.rate), channelsPerFrame: shape.channels)
    layout = ChannelLayout(unlabelledChannelCount: shape.channels)
    name = "\(samples)"
    let size = format.bytesPerPacket
    packets = (0..<Self.packetCount).map { _ in random.bytes(size) }
  }

  /// Any other format, or `nil` where it has no stream of this shape.
  init?(_ formatID: FourCharacterCode, _ shape: Shape, _ random: inout SplitMix64) {
    var format = StreamFormat(
      formatID: formatID, sampleRate: Double(shape.rate), channelsPerFrame: shape.channels)
    var cookie: [UInt8] = []
    switch formatID {
    case .aLaw, .muLaw: format.setConstantPackets(byteCount: shape.channels, frameCount: 1)
    case .ima4: format.setConstantPackets(byteCount: 34 * shape.channels, frameCount: 64)
    case .microsoftADPCM, .dviADPCM:
      guard shape.channels <= 2 else { return nil }
      let header = formatID == .dviADPCM ? 4 : 7
      let frames = (1024 - header) * 2 + (formatID == .dviADPCM ? 1 : 2)
      format.setConstantPackets(byteCount: 1024 * shape.channels, frameCount: frames)
      if formatID == .microsoftADPCM { cookie = Self.microsoftCoefficients(framesPerBlock: frames) }
    case .microsoftGSM:
      guard shape.channels == 1 else { return nil }
      format.setConstantPackets(byteCount: 65, frameCount: 320)
    case .appleLossless:
      format.framesPerPacket = 4096
      format.formatFlags = 1
      cookie = Self.losslessCookie(shape)
    case .mpegLayer1, .mpegLayer2, .mpegLayer3: return nil
    case .flac, .opus: return nil
    default:
      guard let configuration = AACConfigurationBytes(formatID, shape) else { return nil }
      cookie = configuration.bytes
      format.framesPerPacket = configuration.framesPerPacket
    }
    self.format = format
    self.cookie = cookie
    layout =
      Self.advancedAudio.contains(formatID)
      ? AACConfigurationBytes.layout(shape.channels) : ChannelLayout(unlabelledChannelCount: shape.channels)
    name = "'\(formatID)'"
    packets = (0..<Self.packetCount).map { _ in
      random.bytes(format.bytesPerPacket > 0 ? format.bytesPerPacket : Int.random(in: 7...300, using: &random))
    }
  }

  private static let packetCount = 37

  static let advancedAudio: Set<FourCharacterCode> = [
    .aac, .aacLowDelay, .aacEnhancedLowDelay, .aacHighEfficiency, .aacHighEfficiencyV2,
  ]

  /// The channels and the rate of a stream.
  struct Shape: Sendable {
    var channels: Int
    var rate: Int
  }

  /// The fields behind a WAVE format of MS ADPCM: frames of a block, and the seven pairs of the format.
  private static func microsoftCoefficients(framesPerBlock: Int) -> [UInt8] {
    let pairs = [(256, 0), (512, -256), (0, 0), (192, 64), (240, 0), (460, -208), (392, -232)]
    let numbers = [framesPerBlock, pairs.count] + pairs.flatMap { [$0.0, $0.1] }
    return numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// ALAC's cookie of 24 bytes: 4096 frames, 16 bits, the usual parameters.
  private static func losslessCookie(_ shape: Shape) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 16, 0, 0, 16, 40, 10, 14, UInt8(shape.channels), 0, 255]
    bytes += [0, 0, 0, 0, 0, 0, 0, 0]
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: shape.rate >> (24 - 8 * $0)) }
  }
}

extension StreamFormat {
  fileprivate mutating func setConstantPackets(byteCount: Int, frameCount: Int) {
    bytesPerPacket = byteCount
    framesPerPacket = frameCount
    if frameCount == 1 {
      bytesPerFrame = byteCount
      bitsPerChannel = 8
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
  }
}
