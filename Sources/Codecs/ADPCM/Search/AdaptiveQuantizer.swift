/// The encoder's view of a decoder of one channel: sixteen codes, each of which gives a sample and changes the steps.
///
/// The codes have ranks −8…7 in the rising order of their samples.
protocol AdaptiveQuantizer: Equatable, BitwiseCopyable, Sendable {
  /// The last sample.
  var output: Int32 { get }
  /// Returns the state after a code, 0…15.
  func next(_ code: UInt8) -> Self
  /// Returns the rank, −8…7, of a code whose sample is at most a step away from the nearest.
  func nearestRank(to sample: Int32) -> Int32
  /// Returns the code of a rank.
  func code(ofRank rank: Int32) -> UInt8
}
