import AudioBase
import MPEG4Systems

/// The channel configuration of an encoder's stream, or a program configuration if no channel configuration has these
/// loudspeakers.
enum AACLayouts {
  /// Returns the channel configuration with the layout's loudspeakers, or, if there is none, the one for the layout's
  /// number of channels.
  static func channelConfiguration(of layout: ChannelLayout) throws(CodecError) -> Int {
    if let exact = exactConfiguration(of: layout) { return exact }
    switch layout.channelCount {
    case 1...6: return layout.channelCount
    case 7: return 11
    case 8: return 12
    default: throw CodecError(.unsupported, "the encoder takes 1 to 8 channels")
    }
  }

  private static func exactConfiguration(of layout: ChannelLayout) -> Int? {
    [1, 2, 3, 4, 5, 6, 7, 11, 12, 14].first { configuration in
      ChannelConfiguration.layout(configuration)?.hasPlaces(of: layout) ?? false
    }
  }

  /// Returns the program configuration of three to eight channels for a layout that no channel configuration has; `nil`
  /// if one has it, if the loudspeakers are not known, or if a program configuration cannot express them.
  static func program(of layout: ChannelLayout, sampleRate: Int) -> ProgramConfigElement? {
    guard (3...8).contains(layout.channelCount), layout.namesEachChannel, exactConfiguration(of: layout) == nil,
      let rate = SamplingFrequency.rates.firstIndex(of: sampleRate)
    else { return nil }
    var program = ProgramConfigElement()
    program.samplingFrequencyIndex = rate
    var left = Set(layout.places)
    var (singles, pairs) = (0, 0)
    // Tags count the elements of a kind in the order of a packet, as the encoder numbers them.
    func element(_ speakers: Speaker...) -> ProgramConfigElement.Element? {
      guard left.isSuperset(of: speakers) else { return nil }
      left.subtract(speakers)
      let isPair = speakers.count == 2
      defer { if isPair { pairs += 1 } else { singles += 1 } }
      return ProgramConfigElement.Element(flag: isPair, tag: isPair ? pairs : singles)
    }
    program.front = [element(.center), element(.leftCenter, .rightCenter), element(.left, .right)].compactMap(\.self)
    program.side = [element(.leftSide, .rightSide)].compactMap(\.self)
    program.back = [
      element(.leftSurround, .rightSurround), element(.leftRear, .rightRear), element(.centerSurround),
    ].compactMap(\.self)
    for (tag, speaker) in [Speaker.lowFrequency, .lowFrequency2].enumerated() where left.remove(speaker) != nil {
      program.lowFrequency.append(tag)
    }
    // Decoders name loudspeakers by the lists: a layout that they would name otherwise cannot be expressed this way.
    return left.isEmpty && program.layout.hasPlaces(of: layout) ? program : nil
  }
}
