public import AudioBase

/// The mapping of an input's channels to an output's, decided by the decoder's output, with notes on it.
public struct ChannelRoute: Hashable, Sendable {
  /// The gains.
  public let matrix: ChannelMatrix
  /// The loudspeakers that were assumed for the input because it states none; `nil` if it states them, or if they do
  /// not matter.
  public let assumed: ChannelLayout?
  /// The input's loudspeakers that the output lacks and that are mixed into others.
  public let mixed: [Speaker]
  /// The input's loudspeakers that are dropped.
  public let leftOut: [Speaker]

  /// The largest number of gains of a matrix: 1,024 channels to as many.
  private static let largestMatrix = 1 << 20

  /// Decides the mapping of the channels.
  ///
  /// - Parameters:
  ///   - input: The loudspeakers of the channels as they are decoded.
  ///   - output: The loudspeakers of the channels that are requested.
  ///   - mapping: For ``ChannelMapping/mixing``, channels without stated loudspeakers are taken for the usual ones of
  ///     their number, as soon as the output has positions for them.
  /// - Throws: `AudioError` if a map or a matrix does not fit, or has more than 2²⁰ gains.
  package init(
    from input: ChannelLayout, to output: ChannelLayout, by mapping: ChannelMapping
  ) throws(AudioError) {
    guard input.channelCount * output.channelCount <= Self.largestMatrix else {
      throw .format(CodecError(.limitExceeded, "so many channels cannot be led to so many others"))
    }
    let given = Self.taken(input, by: mapping, for: output)
    matrix = try Self.matrix(from: given, to: output, by: mapping)
    let isByNumber = !given.namesEachChannel && output.namesEachChannel && given.channelCount > 2
    assumed = given != input ? given : isByNumber && given.channelCount == output.channelCount ? output : nil
    (mixed, leftOut) = Self.lost(given, in: output, matrix)
  }

  /// Returns the assumed loudspeakers of channels: the usual ones of their number, if none are stated and it matters.
  static func taken(
    _ input: ChannelLayout, by mapping: ChannelMapping, for output: ChannelLayout
  ) -> ChannelLayout {
    guard case .mixing = mapping, input.speakers.contains(.unknown), output.namesEachChannel else { return input }
    let usual = ChannelLayout(usualFor: input.channelCount)
    return usual.namesEachChannel ? usual : input
  }

  private static func matrix(
    from input: ChannelLayout, to output: ChannelLayout, by mapping: ChannelMapping
  ) throws(AudioError) -> ChannelMatrix {
    switch mapping {
    case .rearranging: return .rearranging(input, to: output)
    case .mixing: return .mixing(input, to: output)
    case .map(let map):
      let isValid = map.allSatisfy { $0.map((0..<input.channelCount).contains) ?? true }
      guard map.count == output.channelCount, isValid else { throw .channelMap }
      return ChannelMatrix(map: map, inputCount: input.channelCount)
    case .matrix(let matrix):
      guard matrix.inputCount == input.channelCount, matrix.outputCount == output.channelCount else {
        throw .channelMap
      }
      return matrix
    }
  }

  /// Returns the loudspeakers that have no channel in the output. One that has a channel to itself under another name
  /// is not included.
  private static func lost(
    _ input: ChannelLayout, in output: ChannelLayout, _ matrix: ChannelMatrix
  ) -> (mixed: [Speaker], leftOut: [Speaker]) {
    guard input.namesEachChannel, output.namesEachChannel, input.channelCount > 1 else { return ([], []) }
    var (mixed, leftOut): ([Speaker], [Speaker]) = ([], [])
    let (places, wanted) = (input.places, Set(output.places))
    for (channel, speaker) in input.speakers.enumerated() {
      let targets = (0..<matrix.outputCount).filter { matrix[$0, channel] != 0 }
      guard let target = targets.first else {
        leftOut.append(speaker)
        continue
      }
      let isAlone =
        targets.count == 1 && matrix[target, channel] == 1
        && (0..<matrix.inputCount).allSatisfy { $0 == channel || matrix[target, $0] == 0 }
      if !isAlone, !wanted.contains(places[channel]) { mixed.append(speaker) }
    }
    return (mixed, leftOut)
  }
}
