import AudioBase
import AudioConversion

extension TrackConverter {
  /// The input's loudspeakers that the encoder's layout lacks; taken place by place, their channels would be lost.
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
  ///
  /// Nothing is said of one that has a place for itself by another name, as the sides of 5.1 do in AAC.
  static func note(on lost: [Speaker], _ converter: borrowing TrackConverter, areMixed: Bool) -> JobNote? {
    let (given, encoded) = (converter.decoded.layout, converter.output.layout ?? ChannelLayout([]))
    guard areMixed else { return .channelsWithoutPlace(mixed: [], leftOut: lost, encoded) }
    let matrix = ChannelMatrix.mixing(given, to: encoded)
    var (mixed, leftOut): ([Speaker], [Speaker]) = ([], [])
    for (channel, speaker) in given.speakers.enumerated() where lost.contains(speaker) {
      let places = (0..<matrix.outputCount).filter { matrix[$0, channel] != 0 }
      let others = given.speakers.indices.filter { $0 != channel }
      let isAlone =
        places.count == 1 && matrix[places[0], channel] == 1 && others.allSatisfy { matrix[places[0], $0] == 0 }
      if places.isEmpty { leftOut.append(speaker) } else if !isAlone { mixed.append(speaker) }
    }
    return mixed.isEmpty && leftOut.isEmpty ? nil : .channelsWithoutPlace(mixed: mixed, leftOut: leftOut, encoded)
  }
}
