import AudioBase
import AudioConversion
import TestSupport
import Testing

@Suite struct ChannelMatrixTests {
  private static let half = 0.5.squareRoot()
  private static let mono = ChannelLayout([.center])
  private static let stereo = ChannelLayout([.left, .right])
  private static let surround = ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])
  /// AAC's order.
  private static let mpeg = ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency])

  private func rows(_ matrix: ChannelMatrix) -> [[Double]] {
    (0..<matrix.outputCount).map { output in (0..<matrix.inputCount).map { matrix[output, $0] } }
  }

  @Test func ordersAreConvertedByPlace() {
    expectEqual(ChannelMatrix.rearranging(Self.mpeg, to: Self.surround).copiedChannels, [1, 2, 0, 5, 3, 4])
    expectEqual(ChannelMatrix.mixing(Self.mpeg, to: Self.surround).copiedChannels, [1, 2, 0, 5, 3, 4])
    expectEqual(ChannelMatrix.rearranging(Self.surround, to: Self.stereo).copiedChannels, [0, 1])
  }

  @Test func monoAndStereo() {
    expectEqual(ChannelMatrix.rearranging(Self.mono, to: Self.stereo).copiedChannels, [0, 0])
    expectEqual(ChannelMatrix.mixing(Self.mono, to: Self.stereo).copiedChannels, [0, 0])
    expectEqual(ChannelMatrix.rearranging(Self.stereo, to: Self.mono).copiedChannels, [0])
    expectEqual(rows(ChannelMatrix.mixing(Self.stereo, to: Self.mono)), [[0.5, 0.5]])
    expectEqual(rows(ChannelMatrix.rearranging(Self.mono, to: Self.surround)), [[0], [0], [1], [0], [0], [0]])
  }

  /// ITU-R BS.775-3, Table 2: 3/2 to 2/0 and to 1/0.
  @Test func surroundIsMixedByTheStandard() {
    let half = Self.half
    expectEqual(
      rows(ChannelMatrix.mixing(Self.surround, to: Self.stereo)),
      [
        [1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half],
      ])
    expectEqual(rows(ChannelMatrix.mixing(Self.surround, to: Self.mono)), [[half, half, 1, 0, 0.5, 0.5]])
    // 3/2 to 2/1.
    let oneSurround = ChannelLayout([.left, .right, .centerSurround])
    expectEqual(
      rows(ChannelMatrix.mixing(Self.surround, to: oneSurround)),
      [
        [1, 0, half, 0, 0, 0], [0, 1, half, 0, 0, 0], [0, 0, 0, 0, half, half],
      ])
    // What the input lacks is silent.
    #expect(rows(ChannelMatrix.mixing(Self.stereo, to: Self.surround)).dropFirst(2).joined().allSatisfy { $0 == 0 })
  }

  /// Every loudspeaker of WAVE's mask above the listener is heard from fewer channels.
  @Test func heightsAreMixed() throws {
    // 5.1.4 and the three in the middle above: L R C LFE BL BR TC TFL TFC TFR TBL TBC TBR.
    let film = try required(ChannelLayout(bitmap: 0x3F83F))
    for output in [Self.mono, Self.stereo, Self.surround] {
      let mixed = rows(ChannelMatrix.mixing(film, to: output))
      for (channel, speaker) in film.speakers.enumerated() where speaker != .lowFrequency {
        let power = mixed.reduce(0) { $0 + $1[channel] * $1[channel] }
        #expect((0.2...1.01).contains(power), "\(speaker.name) in \(output)")
      }
    }
  }

  /// One pair behind the front is the surround pair, whatever its name; of two, the surround pair is the one that the
  /// other leaves.
  @Test func oneLoudspeakerHasSeveralNames() throws {
    let sides = try required(ChannelLayout(bitmap: 0x60F))
    expectEqual(ChannelMatrix.rearranging(sides, to: Self.mpeg).copiedChannels, [2, 0, 1, 4, 5, 3])
    let waveBacksAndSides = try required(ChannelLayout(bitmap: 0x63F))
    let mpegSurroundAndBacks = ChannelLayout([
      .center, .left, .right, .leftSurround, .rightSurround, .leftRear, .rightRear, .lowFrequency,
    ])
    let order = [2, 0, 1, 6, 7, 4, 5, 3]
    expectEqual(ChannelMatrix.rearranging(waveBacksAndSides, to: mpegSurroundAndBacks).copiedChannels, order)
    expectEqual(ChannelMatrix.mixing(waveBacksAndSides, to: mpegSurroundAndBacks).copiedChannels, order)
    // Backs and sides share one pair's power.
    expectEqual(
      rows(ChannelMatrix.mixing(waveBacksAndSides, to: Self.surround))[4], [0, 0, 0, 0, Self.half, 0, Self.half, 0])
  }

  @Test func labelsThatAreNoLoudspeakersGoByNumber() {
    let discrete = ChannelLayout((0..<4).map { Speaker.discrete($0) })
    expectEqual(ChannelMatrix.mixing(discrete, to: Self.stereo).copiedChannels, [0, 1])
    let total = ChannelLayout([.leftTotal, .rightTotal])
    expectEqual(ChannelMatrix.mixing(total, to: Self.stereo).copiedChannels, [0, 1])
  }

  @Test func channelsWithoutPlacesGoByNumber() {
    let unknown = ChannelLayout(unlabelledChannelCount: 4)
    expectEqual(ChannelMatrix.mixing(unknown, to: Self.stereo).copiedChannels, [0, 1])
    expectEqual(rows(ChannelMatrix.rearranging(Self.stereo, to: unknown)), [[1, 0], [0, 1], [0, 0], [0, 0]])
  }
}
