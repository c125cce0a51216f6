public import AudioBase

/// What happens when a packet cannot be decoded.
public enum DamagePolicy: Sendable {
  /// The decoder fills in, the damage is counted, and decoding goes on.
  case conceal
  /// Decoding ends with the error.
  case stop
}

/// Which decoded frames are kept.
public enum Trimming: Sendable {
  /// Priming and remainder are cut, as the track's packet table says: gapless.
  case packetTable
  /// Every decoded frame is kept.
  case none
}

/// How a track is decoded.
public struct DecodingOptions: Sendable {
  /// Whether priming and remainder are cut.
  public var trimming = Trimming.packetTable
  /// What happens to damaged packets.
  public var damagePolicy = DamagePolicy.conceal
  /// The configuration to use in place of the track's cookie, for streams that carry none.
  public var configuration: [UInt8]?
  /// Seconds to leave out at the beginning; finite, not negative.
  public var start = 0.0
  /// Seconds to decode at most, or `nil` for all; finite, not negative.
  public var duration: Double?

  /// Creates options that decode the whole recording, gapless, and conceal damage.
  public init() {}
}

/// A packet that could not be decoded.
public struct DamagedPacket: Sendable {
  /// The packet's index in its track.
  public var packet: Int64
  /// Where the packet lies in the file, in bytes.
  public var fileOffset: Int64
  /// What was wrong.
  public var error: CodecError
}

/// What decoding a track came to.
public struct DecodingReport: Sendable {
  /// How many damaged packets are remembered one by one.
  public static let rememberedDamageCount = 8

  /// Packets that were given to the decoder, pre-roll included.
  public internal(set) var packetCount: Int64 = 0
  /// Frames that were handed out.
  public internal(set) var frameCount: Int64 = 0
  /// Packets that could not be decoded.
  public internal(set) var damagedPacketCount: Int64 = 0
  /// The first damaged packets, at most ``rememberedDamageCount``.
  public internal(set) var damage: [DamagedPacket] = []
  /// Packets whose sound is whole, but that carry something broken beside it.
  public internal(set) var remarkedPacketCount: Int64 = 0
  /// The first such packet, or `nil`.
  public internal(set) var firstRemark: DamagedPacket?
  /// Samples that were not a number, or infinite, and became silence, because something was to be computed from them.
  public internal(set) var replacedSampleCount: Int64 = 0
  /// What made the container end early, or `nil`. What was read before it has been decoded.
  public internal(set) var earlyEnd: ContainerError?

  /// Creates the report of nothing.
  public init() {}

  /// Adds what decoding another stretch of the same track came to.
  ///
  /// Packets of pre-roll count in both.
  public mutating func add(_ other: DecodingReport) {
    packetCount += other.packetCount
    frameCount += other.frameCount
    damagedPacketCount += other.damagedPacketCount
    damage = Array((damage + other.damage).prefix(Self.rememberedDamageCount))
    remarkedPacketCount += other.remarkedPacketCount
    firstRemark = firstRemark ?? other.firstRemark
    replacedSampleCount += other.replacedSampleCount
    earlyEnd = earlyEnd ?? other.earlyEnd
  }

  mutating func noteRemark(_ remarked: DamagedPacket) {
    remarkedPacketCount += 1
    firstRemark = firstRemark ?? remarked
  }

  mutating func note(_ damaged: DamagedPacket) {
    damagedPacketCount += 1
    if damage.count < Self.rememberedDamageCount { damage.append(damaged) }
  }
}
