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

/// How true decoding is that begins in the middle of a track.
public enum SeekingAccuracy: Sendable {
  /// The frames are those of decoding from the first packet, bit by bit. Where pre-roll cannot promise that, because
  /// the codec remembers more or a packet is damaged, decoding begins at the first packet, which takes its time.
  case exact
  /// As ``exact``, but where only the first packet would do, ``TrackDecodingError/needsHistory(_:)`` is thrown.
  case exactOrRefused
  /// The pre-roll that the codec and the container ask for, as players do: what predictors and spectral band
  /// replication remember may be missing at first.
  case quick
}

/// How a track is decoded.
public struct DecodingOptions: Sendable {
  /// Whether priming and remainder are cut.
  public var trimming = Trimming.packetTable
  /// What happens to damaged packets.
  public var damagePolicy = DamagePolicy.conceal
  /// What the decoder is asked for. A track whose codec does not know a setting is refused:
  /// ``TrackDecodingError/setting(_:_:)``. `DecoderSettings.concealment` is for ``DamagePolicy/conceal``.
  public var decoder = DecoderSettings()
  /// Whether a codec whose streams have a check of all samples, as FLAC has, compares it. Others have nothing to
  /// compare, and a part of a recording never has: it is decoded as if `StreamCheck.packets` were asked for.
  public var streamCheck = StreamCheck.packets
  /// The configuration to use in place of the track's cookie, for streams that carry none.
  public var configuration: [UInt8]?
  /// Seconds to leave out at the beginning; finite, not negative.
  public var start = 0.0
  /// Seconds to decode at most, or `nil` for all; finite, not negative.
  public var duration: Double?
  /// Which of the frames that ``start`` and ``duration`` leave are decoded, counted from the first of them, or `nil`
  /// for all.
  public var stretch: Range<Int64>?
  /// How true the frames are where decoding does not begin at the first packet.
  public var seeking = SeekingAccuracy.exact

  /// Whether only a part of the recording is wanted.
  public var isPart: Bool { start > 0 || duration != nil || stretch != nil }

  /// Creates options that decode the whole recording, gapless, and conceal damage.
  public init() {}

  /// Creates the same options with settings of the decoder.
  public init(decoder: DecoderSettings) { self.decoder = decoder }

  /// Creates the same options with a check.
  public init(streamCheck: StreamCheck) { self.streamCheck = streamCheck }
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

/// Where a packet stands in its track.
public struct PacketPlace: Sendable, Equatable, BitwiseCopyable {
  /// The packet's index in its track.
  public var packet: Int64
  /// The first frame that it decodes to, counted from the first frame of the track that the decoder gives.
  public var frame: Int64
}

/// A place at which the decoded frames become those of another format.
public struct FormatChange: Sendable, Equatable {
  /// Seconds from the first decoded frame of the track, priming included.
  public var time: Double
  /// What packets decode to from here on.
  public var format: DecodedFormat
}

/// What decoding a track came to.
public struct DecodingReport: Sendable {
  /// How many damaged packets are remembered one by one.
  public static let rememberedDamageCount = 8

  /// Packets that were decoded, without those that only lead to the first wanted frame; of linear PCM and the like,
  /// where a packet is a frame, the frames that were handed out.
  public internal(set) var packetCount: Int64 = 0
  /// The first of these packets.
  public internal(set) var firstPlace: PacketPlace?
  /// The last of these packets.
  public internal(set) var lastPlace: PacketPlace?
  /// Where the packet behind the last one stands.
  public internal(set) var nextPlace: PacketPlace?
  /// Frames that were handed out.
  public internal(set) var frameCount: Int64 = 0
  /// Packets that could not be decoded.
  public internal(set) var damagedPacketCount: Int64 = 0
  /// Packets that never came, as the source of the packets said; they were filled in for.
  public internal(set) var lostPacketCount: Int64 = 0
  /// The first damaged packets, at most ``rememberedDamageCount``.
  public internal(set) var damage: [DamagedPacket] = []
  /// Packets whose sound is whole, but that carry something broken beside it.
  public internal(set) var remarkedPacketCount: Int64 = 0
  /// The first such packet, or `nil`.
  public internal(set) var firstRemark: DamagedPacket?
  /// How often the stream has changed to another one, for which a decoder was made anew; the stream in which decoding
  /// began counts, too, where it is not the first of its track.
  public internal(set) var formatChangeCount: Int64 = 0
  /// The first of these changes, at most ``rememberedDamageCount``.
  public internal(set) var formatChanges: [FormatChange] = []
  /// Samples that were not a number, or infinite, and became silence, because something was to be computed from them.
  public internal(set) var replacedSampleCount: Int64 = 0
  /// Samples beyond full scale that were cut because the output has integers: what decoding gave, and what gains,
  /// mixing and rate conversion made of it.
  public internal(set) var clippedSampleCount: Int64 = 0
  /// What made the container end early, or `nil`. What was read before it has been decoded.
  public internal(set) var earlyEnd: ContainerError?

  /// Creates the report of nothing.
  public init() {}

  /// Whether every packet gave its sound, and none was missing.
  public var isFlawless: Bool {
    damagedPacketCount == 0 && lostPacketCount == 0 && remarkedPacketCount == 0 && earlyEnd == nil
  }

  /// Whether another stretch of the same track goes on where this one ends: with the last packet, of which each has a
  /// part, or with the one behind it.
  public func isContinued(by other: DecodingReport) -> Bool {
    guard let first = other.firstPlace else { return lastPlace == nil || other.frameCount == 0 }
    return first == lastPlace || first == nextPlace
  }

  /// Adds what decoding the stretch behind this one came to; a packet that both have counts once.
  public mutating func add(_ other: DecodingReport) {
    if let lastPlace, lastPlace == other.firstPlace, packetCount > 0 { packetCount -= 1 }
    packetCount += other.packetCount
    firstPlace = firstPlace ?? other.firstPlace
    lastPlace = other.lastPlace ?? lastPlace
    nextPlace = other.nextPlace ?? nextPlace
    frameCount += other.frameCount
    damagedPacketCount += other.damagedPacketCount
    lostPacketCount += other.lostPacketCount
    damage = Array((damage + other.damage).prefix(Self.rememberedDamageCount))
    remarkedPacketCount += other.remarkedPacketCount
    firstRemark = firstRemark ?? other.firstRemark
    formatChangeCount += other.formatChangeCount
    formatChanges = Array((formatChanges + other.formatChanges).prefix(Self.rememberedDamageCount))
    replacedSampleCount += other.replacedSampleCount
    clippedSampleCount += other.clippedSampleCount
    earlyEnd = earlyEnd ?? other.earlyEnd
  }

  mutating func noteRemark(_ remarked: DamagedPacket) {
    remarkedPacketCount += 1
    firstRemark = firstRemark ?? remarked
  }

  mutating func note(_ change: FormatChange) {
    formatChangeCount += 1
    if formatChanges.count < Self.rememberedDamageCount { formatChanges.append(change) }
  }

  mutating func note(_ place: PacketPlace, next: PacketPlace) {
    firstPlace = firstPlace ?? place
    lastPlace = place
    nextPlace = next
  }

  mutating func note(_ damaged: DamagedPacket) {
    damagedPacketCount += 1
    if damage.count < Self.rememberedDamageCount { damage.append(damaged) }
  }
}
