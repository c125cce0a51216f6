import AC3Frames
import AudioBase

/// The loudspeakers of a programme: those of its independent substream, and those added by dependent substreams.
///
/// ETSI TS 102 366, 4.4.2.3 and E.1.3.1.8 (ATSC A/52, Table 5.8 and E.2.3.1.8).
struct AC3Programme: Equatable, Sendable {
  private(set) var speakers: [Speaker]

  /// Returns the places that `chanmap` names, from its highest bit down.
  static func speakers(map: UInt16) -> [Speaker] {
    let places: [[Speaker]] = [
      [.left], [.center], [.right], [.leftSurround], [.rightSurround], [.leftCenter, .rightCenter],
      [.leftRear, .rightRear], [.centerSurround], [.topCenter], [.leftSide, .rightSide], [.leftWide, .rightWide],
      [.leftHeight, .rightHeight], [.centerHeight], [.leftTopSurround, .rightTopSurround], [.lowFrequency2],
      [.lowFrequency],
    ]
    return places.indices.filter { map >> UInt16(15 - $0) & 1 != 0 }.flatMap { places[$0] }
  }

  /// Begins with an independent substream.
  init(_ header: AC3FrameHeader) {
    speakers = header.speakers
  }

  /// Creates a stream for which only the number of channels is known.
  init(channelCount: Int) {
    switch channelCount {
    case 4: speakers = AC3FrameHeader.speakers(mode: 6)
    case 3, 5, 6:
      speakers = AC3FrameHeader.speakers(mode: channelCount == 3 ? 3 : 7) + (channelCount == 6 ? [.lowFrequency] : [])
    case 8: speakers = AC3FrameHeader.speakers(mode: 7) + [.lowFrequency, .leftRear, .rightRear]
    default: speakers = channelCount == 1 ? [.center] : [.left, .right]
    }
  }

  /// Adds the channels of a dependent substream that the programme lacks, and returns the index of each of its
  /// channels.
  mutating func add(_ header: AC3FrameHeader, _ information: BitStreamInformation) -> [Speaker] {
    let own = header.speakers
    let mapped = information.channelMap.map(Self.speakers(map:)) ?? own
    // A map of another number of places than there are channels is not believed.
    let places = mapped.count == own.count ? mapped : own
    for place in places where !speakers.contains(place) { speakers.append(place) }
    return places
  }

  /// The loudspeakers in decoding order. If there is a rear pair, the surround pair is at the sides.
  var layout: ChannelLayout {
    guard speakers.contains(.leftRear) else { return ChannelLayout(speakers) }
    return ChannelLayout(
      speakers.map { $0 == .leftSurround ? .leftSide : $0 == .rightSurround ? .rightSide : $0 })
  }

  /// Returns the channel of a place, or `nil` if the programme has none.
  func channel(of speaker: Speaker) -> Int? { speakers.firstIndex(of: speaker) }
}
