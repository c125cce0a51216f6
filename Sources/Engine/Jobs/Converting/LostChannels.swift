import AudioBase
import AudioConversion

extension TrackConverter {
  /// The input's loudspeakers that the encoder's layout lacks, and which a channel each of its own would lose.
  ///
  /// Empty where nothing is known of the places, where channels are taken by their number since no place is common, and
  /// for linear PCM, whose layout is the input's.
  var lostSpeakers: [Speaker] {
    let given = decoded.layout.speakers
    guard let encoded = encoded?.layout.speakers, given.count > 1, !given.contains(.unknown),
      !encoded.contains(.unknown), encoded.contains(where: given.contains)
    else { return [] }
    return given.filter { !encoded.contains($0) }
  }
}

extension ConversionWork {
  /// What to say of loudspeakers that the encoder's layout lacks: those that are mixed into others, or else left out.
  static func note(on lost: [Speaker], _ converter: borrowing TrackConverter, areMixed: Bool) -> JobNote {
    let (given, encoded) = (converter.decoded.layout, converter.output.layout ?? ChannelLayout([]))
    let matrix = ChannelMatrix.mixing(given, to: encoded)
    let mixed = lost.filter { speaker in
      guard areMixed, let channel = given.speakers.firstIndex(of: speaker) else { return false }
      return (0..<matrix.outputCount).contains { matrix[$0, channel] != 0 }
    }
    return .channelsWithoutPlace(mixed: mixed, leftOut: lost.filter { !mixed.contains($0) }, encoded)
  }
}
