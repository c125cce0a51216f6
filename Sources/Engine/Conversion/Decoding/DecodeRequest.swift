public import AudioBase

/// The treatment of a packet that cannot be decoded.
public enum DamagePolicy: Sendable {
  /// The decoder conceals and counts the damage, and decoding continues.
  case conceal
  /// Decoding ends with the error.
  case stop
}

/// The range of decoded frames to keep.
public enum Trimming: Sendable {
  /// The recording: the track's packet table removes priming and remainder, for gapless playback.
  case packetTable
  /// All decoded frames.
  case none
}

/// The accuracy of decoding that begins in the middle of a track.
public enum SeekingAccuracy: Sendable {
  /// Bit-exact: the frames equal those of decoding from the first packet. Where pre-roll cannot promise that, because
  /// the codec remembers more or a packet is damaged, decoding begins at the first packet, which takes its time.
  case exact
  /// Like ``exact``, but throws `AudioError` if only decoding from the first packet would suffice.
  case exactOrRefused
  /// The pre-roll that the codec and the container request, as in players: the state of predictors and of spectral band
  /// replication may be missing at first.
  case quick
}

/// The requested part of a track, and the settings for decoding it.
public struct DecodeRequest: Sendable {
  /// The removal of priming and remainder.
  public var trimming = Trimming.packetTable
  /// The handling of damaged packets.
  public var damagePolicy = DamagePolicy.conceal
  /// The settings of the decoder. `AudioError` is thrown if the track's codec does not know a setting.
  /// `DecoderSettings.concealment` applies to ``DamagePolicy/conceal``.
  public var decoder = DecoderSettings()
  /// The verification of a check over all samples, such as the MD5 of FLAC. Other codecs have no such check, and a part
  /// of a recording is decoded as with `StreamCheck.packets`.
  public var streamCheck = StreamCheck.packets
  /// The configuration that replaces the track's cookie, for streams that carry none.
  public var configuration: [UInt8]?
  /// The seconds to skip at the beginning; finite, not negative.
  public var start = 0.0
  /// The seconds to decode at most, or `nil` for all; finite, not negative.
  public var duration: Double?
  /// The range of frames to decode, counted from the first frame selected by ``start`` and ``duration``; `nil` for all.
  public var stretch: Range<Int64>?
  /// The accuracy of the frames if decoding does not begin at the first packet.
  public var seeking = SeekingAccuracy.exact

  /// True if only a part of the recording is requested.
  public var isPart: Bool { start > 0 || duration != nil || stretch != nil }

  /// Returns the range of frames to decode, counted from the first frame after ``trimming``, at the decoder's rate; its
  /// end is `Int64.max` if the range lasts to the end of the recording.
  public func frames(atRate rate: Double) -> Range<Int64> {
    var trimmer = Trimmer(nil, decodedRate: rate)
    narrow(&trimmer, rate: rate)
    return trimmer.kept
  }

  /// Keeps only the requested frames among those that a trimmer keeps.
  func narrow(_ trimmer: inout Trimmer, rate: Double) {
    // Both ends are rounded, not the length: what one part leaves off with is where the next begins.
    let first = frameIndex(start, rate: rate)
    trimmer.narrow(toStart: first, count: duration.map { frameIndex(start + $0, rate: rate) - first })
    if let stretch { trimmer.narrow(toStart: stretch.lowerBound, count: Int64(stretch.count)) }
  }

  /// Creates a request for the whole recording, gapless, with damage concealed.
  public init() {}

  /// Creates a copy of the request with settings of the decoder.
  public init(decoder: DecoderSettings) { self.decoder = decoder }

  /// Creates a copy of the request with a check and, if given, another treatment of damage.
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
  /// The first frame that the packet decodes to, counted from the first frame that the track decodes to.
  public var frame: Int64
}

/// A position at which the decoded frames change to another format.
public struct FormatChange: Sendable, Equatable {
  /// The time in seconds from the first decoded frame of the track, priming included.
  public var time: Double
  /// The decoded format from here on.
  public var format: DecodedFormat
}

/// The result of decoding a track.
public struct DecodingReport: Sendable {
  /// The number of damaged packets that are recorded individually.
  public static let rememberedDamageCount = 8

  /// The number of decoded packets, without pre-roll; if each packet is one frame, as in linear PCM, the number of
  /// returned frames.
  public internal(set) var packetCount: Int64 = 0
  /// The first of the decoded packets.
  public internal(set) var firstPlace: PacketPlace?
  /// The last of the decoded packets.
  public internal(set) var lastPlace: PacketPlace?
  /// The position after the last packet.
  public internal(set) var nextPlace: PacketPlace?
  /// The number of returned frames.
  public internal(set) var frameCount: Int64 = 0
  /// The number of packets that could not be decoded.
  public internal(set) var damagedPacketCount: Int64 = 0
  /// The number of packets that never arrived, by their source; they were concealed.
  public internal(set) var lostPacketCount: Int64 = 0
  /// The first damaged packets, at most ``rememberedDamageCount``.
  public internal(set) var damage: [DamagedPacket] = []
  /// The number of packets with complete sound but an error in other data.
  public internal(set) var remarkedPacketCount: Int64 = 0
  /// The first packet with an error in other data, or `nil`.
  public internal(set) var firstRemark: DamagedPacket?
  /// The decoder settings that the stream made impossible.
  public internal(set) var unmetSettings: [UnmetSetting] = []
  /// The number of changes to another stream, each with a new decoder; includes the stream in which decoding began,
  /// unless it is the track's first.
  public internal(set) var formatChangeCount: Int64 = 0
  /// The first changes of stream, at most ``rememberedDamageCount``.
  public internal(set) var formatChanges: [FormatChange] = []
  /// The number of samples that were NaN or infinite and became silence before processing.
  public internal(set) var replacedSampleCount: Int64 = 0
  /// The number of samples that were clipped to full scale because the output has integers: after decoding, gains,
  /// mixing and rate conversion.
  public internal(set) var clippedSampleCount: Int64 = 0
  /// The error that ended the container early, or `nil`. Everything before it has been decoded.
  public internal(set) var earlyEnd: AudioError?

  /// Creates the report of nothing.
  public init() {}

  /// True if every packet was decoded without error and none was missing.
  public var isFlawless: Bool {
    damagedPacketCount == 0 && lostPacketCount == 0 && remarkedPacketCount == 0 && earlyEnd == nil
  }

  /// Returns true if another range of the same track continues this one: with the last packet, which both share, or
  /// with the next packet.
  public func isContinued(by other: DecodingReport) -> Bool {
    guard let first = other.firstPlace else { return lastPlace == nil || other.frameCount == 0 }
    return first == lastPlace || first == nextPlace
  }

  /// Adds the result of decoding the following range; a packet in both ranges counts once.
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
