public import AudioBase

/// The handling of a packet that cannot be decoded.
public enum DamagePolicy: Sendable {
  /// The decoder conceals, the damage is counted, and decoding continues.
  case conceal
  /// Decoding ends with the error.
  case stop
}

/// The decoded frames that are kept.
public enum Trimming: Sendable {
  /// Priming and remainder are removed by the track's packet table: gapless.
  case packetTable
  /// Every decoded frame is kept.
  case none
}

/// The accuracy of decoding that begins in the middle of a track.
public enum SeekingAccuracy: Sendable {
  /// The frames are those of decoding from the first packet, bit by bit. Where pre-roll cannot promise that, because
  /// the codec remembers more or a packet is damaged, decoding begins at the first packet, which takes its time.
  case exact
  /// As ``exact``, but where only the first packet would suffice, `AudioError` is thrown.
  case exactOrRefused
  /// The pre-roll that the codec and the container request, as in players: the memory of predictors and spectral band
  /// replication may be missing at first.
  case quick
}

/// The part of a track that is wanted, and how it is decoded.
public struct DecodeRequest: Sendable {
  /// The removal of priming and remainder.
  public var trimming = Trimming.packetTable
  /// The handling of damaged packets.
  public var damagePolicy = DamagePolicy.conceal
  /// The settings of the decoder. A track whose codec does not know a setting is refused:
  /// `AudioError`. `DecoderSettings.concealment` is for ``DamagePolicy/conceal``.
  public var decoder = DecoderSettings()
  /// The use of a check over all samples by a codec that has one, such as FLAC. Others have nothing to compare, nor
  /// does a part of a recording: it is decoded as if with `StreamCheck.packets`.
  public var streamCheck = StreamCheck.packets
  /// The configuration to use in place of the track's cookie, for streams that carry none.
  public var configuration: [UInt8]?
  /// The seconds to leave out at the beginning; finite, not negative.
  public var start = 0.0
  /// The seconds to decode at most, or `nil` for all; finite, not negative.
  public var duration: Double?
  /// The range of the frames left by ``start`` and ``duration`` that are decoded, counted from the first of them, or
  /// `nil` for all.
  public var stretch: Range<Int64>?
  /// The accuracy of the frames where decoding does not begin at the first packet.
  public var seeking = SeekingAccuracy.exact

  /// True if only a part of the recording is wanted.
  public var isPart: Bool { start > 0 || duration != nil || stretch != nil }

  /// Returns the frames that are decoded, counted from the first that ``trimming`` leaves, at the rate of the decoder;
  /// the end is `Int64.max` where only that of the recording ends them.
  public func frames(atRate rate: Double) -> Range<Int64> {
    var trimmer = Trimmer(nil, decodedRate: rate)
    narrow(&trimmer, rate: rate)
    return trimmer.kept
  }

  /// Leaves of the frames that a trimmer keeps those that are wanted.
  func narrow(_ trimmer: inout Trimmer, rate: Double) {
    // Both ends are rounded, not the length: what one part leaves off with is where the next begins.
    let first = frameIndex(start, rate: rate)
    trimmer.narrow(toStart: first, count: duration.map { frameIndex(start + $0, rate: rate) - first })
    if let stretch { trimmer.narrow(toStart: stretch.lowerBound, count: Int64(stretch.count)) }
  }

  /// Creates a request for the whole recording, gapless, that conceals damage.
  public init() {}

  /// Creates the same request with settings of the decoder.
  public init(decoder: DecoderSettings) { self.decoder = decoder }

  /// Creates the same request with a check, and another handling of damage if one is given.
  public init(streamCheck: StreamCheck, damagePolicy: DamagePolicy = .conceal) {
    self.streamCheck = streamCheck
    self.damagePolicy = damagePolicy
  }
}

/// A packet that could not be decoded.
public struct DamagedPacket: Sendable {
  /// The packet's index in its track.
  public var packet: Int64
  /// The offset of the packet in the file, in bytes.
  public var fileOffset: Int64
  /// The error.
  public var error: CodecError
}

/// The position of a packet in its track.
public struct PacketPlace: Sendable, Equatable, BitwiseCopyable {
  /// The packet's index in its track.
  public var packet: Int64
  /// The first frame that it decodes to, counted from the first frame of the track that the decoder gives.
  public var frame: Int64
}

/// A place at which the decoded frames become those of another format.
public struct FormatChange: Sendable, Equatable {
  /// The seconds from the first decoded frame of the track, priming included.
  public var time: Double
  /// The decoded format from here on.
  public var format: DecodedFormat
}

/// The result of decoding a track.
public struct DecodingReport: Sendable {
  /// The number of damaged packets that are recorded one by one.
  public static let rememberedDamageCount = 8

  /// The number of packets that were decoded, without those that only lead to the first wanted frame; of linear PCM and
  /// the like, where a packet is a frame, the frames that were handed out.
  public internal(set) var packetCount: Int64 = 0
  /// The first of these packets.
  public internal(set) var firstPlace: PacketPlace?
  /// The last of these packets.
  public internal(set) var lastPlace: PacketPlace?
  /// The position of the packet after the last one.
  public internal(set) var nextPlace: PacketPlace?
  /// The number of frames that were handed out.
  public internal(set) var frameCount: Int64 = 0
  /// The number of packets that could not be decoded.
  public internal(set) var damagedPacketCount: Int64 = 0
  /// The number of packets that never arrived, by the source of the packets; they were concealed.
  public internal(set) var lostPacketCount: Int64 = 0
  /// The first damaged packets, at most ``rememberedDamageCount``.
  public internal(set) var damage: [DamagedPacket] = []
  /// The number of packets whose sound is whole, but that carry something broken beside it.
  public internal(set) var remarkedPacketCount: Int64 = 0
  /// The first such packet, or `nil`.
  public internal(set) var firstRemark: DamagedPacket?
  /// The settings of the decoder that the stream did not let it fulfil.
  public internal(set) var unmetSettings: [UnmetSetting] = []
  /// The number of changes of the stream to another one, for which a decoder was recreated; the stream in which
  /// decoding began counts, too, where it is not the first of its track.
  public internal(set) var formatChangeCount: Int64 = 0
  /// The first of these changes, at most ``rememberedDamageCount``.
  public internal(set) var formatChanges: [FormatChange] = []
  /// The number of samples that were not a number, or infinite, and became silence, because something was to be
  /// computed from them.
  public internal(set) var replacedSampleCount: Int64 = 0
  /// The number of samples beyond full scale that were clipped because the output has integers: after decoding, gains,
  /// mixing and rate conversion.
  public internal(set) var clippedSampleCount: Int64 = 0
  /// The error that ended the container early, or `nil`. Everything read before it has been decoded.
  public internal(set) var earlyEnd: AudioError?

  /// Creates the report of nothing.
  public init() {}

  /// True if every packet was decoded without a flaw, and none was missing.
  public var isFlawless: Bool {
    damagedPacketCount == 0 && lostPacketCount == 0 && remarkedPacketCount == 0 && earlyEnd == nil
  }

  /// Returns true if another stretch of the same track continues where this one ends: with the last packet, of which
  /// each has a part, or with the next one.
  public func isContinued(by other: DecodingReport) -> Bool {
    guard let first = other.firstPlace else { return lastPlace == nil || other.frameCount == 0 }
    return first == lastPlace || first == nextPlace
  }

  /// Adds the result of decoding the following stretch; a packet that both have counts once.
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
    note(other.unmetSettings)
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

  // Bound: a configuration names at most 126 sets of gains, of which one of each is kept.
  mutating func note(_ unmet: [UnmetSetting]) {
    for setting in unmet where !unmetSettings.contains(setting) { unmetSettings.append(setting) }
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
