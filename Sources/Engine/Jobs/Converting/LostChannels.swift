import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles

extension ConversionWork {
  /// Returns notes on the channels: loudspeakers that the file and its packets name differently, assumed ones, and
  /// those that the output lacks.
  ///
  /// Explicit choices get no note, except another number of channels that could not be mixed.
  func channelNotes(_ converter: borrowing TrackConverter) -> [JobNote] {
    let (given, route) = (converter.decoded.layout, converter.route)
    let output = converter.output.layout ?? ChannelLayout([])
    var notes: [JobNote] = []
    if let stated = info.statedLayout, stated.contradicts(given) {
      notes.append(.layoutContradicted(stated: stated, given))
    }
    if case .map = job.channels { return notes }
    if case .matrix = job.channels { return notes }
    if let assumed = route.assumed { notes.append(.channelsAssumed(assumed)) }
    if let taken = layoutElsewhere(converter) { notes.append(.layoutNotStated(output, taken: taken)) }
    let isAskedFor = job.channelCount > 0 && job.channelCount != given.channelCount || job.layout != nil
    if !isAskedFor, given.hasPlaces(of: output), given.hasOtherName(than: output) {
      notes.append(.layoutNotStated(given, taken: output))
    }
    if isAskedFor {
      if route.assumed == nil, !given.namesEachChannel, output.channelCount < given.channelCount {
        notes.append(.channelsLeftOut(taken: output.channelCount, of: given.channelCount))
      }
      // Low frequencies have no place in fewer channels, by the rule of ITU-R BS.775.
      let missing = route.leftOut.filter { $0 != .lowFrequency && $0 != .lowFrequency2 }
      if !missing.isEmpty { notes.append(.channelsWithoutPlace(mixed: [], leftOut: missing, output)) }
    } else if !(route.mixed.isEmpty && route.leftOut.isEmpty) {
      notes.append(.channelsWithoutPlace(mixed: route.mixed, leftOut: route.leftOut, output))
    }
    return notes
  }

  /// Returns the layout that decoders will assign to the output's packets, if it differs from the intended one;
  /// otherwise `nil`.
  private func layoutElsewhere(_ converter: borrowing TrackConverter) -> ChannelLayout? {
    let output = converter.output
    guard let own = converter.encoded?.layout, own.namesEachChannel, own.channelCount > 2,
      let codec = job.catalog.codec(formatID: output.format.formatID),
      let found = (try? codec.summary(of: output))?.decoded.layout, found.places != own.places
    else { return nil }
    return found
  }

  /// Returns the layout of the complete output in linear PCM or FLAC, whose packets do not state one, if it differs
  /// from the requested layout; `nil` if it does not, or if the output cannot be read back.
  func layoutLost(_ converter: borrowing TrackConverter, in sink: any FileSink) -> ChannelLayout? {
    let output = converter.output
    guard [.linearPCM, .flac].contains(output.format.formatID), let own = output.layout, own.namesEachChannel,
      own.channelCount > 2,
      let open = container.open, let source = sink.written,
      let track = (try? open(source, ResourceLimits()))?.tracks.first
    else { return nil }
    let found = track.layout ?? ChannelLayout(unlabelledChannelCount: own.channelCount)
    return found.places == own.places && !own.hasOtherName(than: found) ? nil : found
  }
}

extension ChannelLayout {
  /// Returns true if WAVE knows the pair of surround loudspeakers as another than that of a layout of the same places:
  /// side ones, where the other has back ones.
  fileprivate func hasOtherName(than other: ChannelLayout) -> Bool {
    waveMask != 0 && other.waveMask != 0 && waveMask != other.waveMask
  }

  /// Returns true if the layout that a file states cannot be that of the decoded channels: their number or their
  /// loudspeakers differ. Their order is left to the decoder.
  fileprivate func contradicts(_ decoded: ChannelLayout) -> Bool {
    guard channelCount == decoded.channelCount else { return true }
    return namesEachChannel && decoded.namesEachChannel && !hasPlaces(of: decoded)
  }
}
