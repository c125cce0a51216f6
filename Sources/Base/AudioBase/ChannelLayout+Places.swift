extension ChannelLayout {
  /// Speakers with one canonical name for each position, for the comparison of layouts.
  ///
  /// Formats call the loudspeakers beside and behind the listener surround, side or rear ones as they like. If a layout
  /// has one pair of these it is the surround pair, whatever its name. If it has two, surround loudspeakers stand for
  /// those that the other pair leaves: with sides they are behind the listener, as in WAVE's 7.1, and with rear ones at
  /// the sides, as in MPEG's.
  package var places: [Speaker] {
    let names = speakers.map(\.commonName)
    let pairs = Speaker.surroundPairs.filter { pair in names.contains { $0 == pair.left || $0 == pair.right } }
    let usual = Speaker.surroundPairs[0]
    let stands: (left: Speaker, right: Speaker)
    switch (pairs.count, pairs.first) {
    case (1, let pair?):
      return names.map { $0 == pair.left ? usual.left : $0 == pair.right ? usual.right : $0 }
    case (2, let first?) where first == usual:
      stands = pairs[1] == Speaker.surroundPairs[1] ? Speaker.surroundPairs[2] : Speaker.surroundPairs[1]
    default: return names
    }
    return names.map { $0 == usual.left ? stands.left : $0 == usual.right ? stands.right : $0 }
  }

  /// True if every channel belongs to a loudspeaker and no two share one, as mixing requires.
  package var namesEachChannel: Bool {
    let places = places
    return places.allSatisfy(\.isLoudspeaker) && Set(places).count == places.count
  }

  /// Returns true if another layout has the same speakers, in any order.
  package func hasPlaces(of other: ChannelLayout) -> Bool {
    channelCount == other.channelCount && Set(places) == Set(other.places)
  }

  /// Returns this layout's speakers in the order of another layout with the same speakers; `nil` if the speakers
  /// differ.
  package func ordered(as other: ChannelLayout) -> ChannelLayout? {
    guard namesEachChannel, hasPlaces(of: other) else { return nil }
    let places = places
    return ChannelLayout(other.places.compactMap { place in places.firstIndex(of: place).map { speakers[$0] } })
  }
}

extension Speaker {
  /// The pairs of loudspeakers beside and behind the listener: surround, side, rear.
  fileprivate static let surroundPairs: [(left: Speaker, right: Speaker)] = [
    (.leftSurround, .rightSurround), (.leftSide, .rightSide), (.leftRear, .rightRear),
  ]

  /// True if the label names a place in a room: not a channel by number, of ambisonics, or of a pair of microphones.
  fileprivate var isLoudspeaker: Bool { (1...66).contains(rawValue) }

  /// The name that this package prefers among several labels of one position.
  fileprivate var commonName: Speaker {
    switch self {
    case .mono: .center
    case .leftSideSurround: .leftSide
    case .rightSideSurround: .rightSide
    // WAVE's three at the top behind (`kAudioChannelLabel_TopBackLeft` to `TopBackRight`).
    case Speaker(rawValue: 16): .leftTopRear
    case Speaker(rawValue: 17): .centerTopRear
    case Speaker(rawValue: 18): .rightTopRear
    default: self
    }
  }
}
