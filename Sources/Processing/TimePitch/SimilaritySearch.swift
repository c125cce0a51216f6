// Bound throughout: rates count as 768 kHz at most, so that a piece is at most 65,536 frames per channel.
// Holds throughout: the stretcher's hop is a multiple of the factor's unit.

/// Finds the position in a stream that best continues a given piece: 2 Σ a·b / (Σ a² + Σ b²) over all channels at once.
///
/// A first pass over sums of neighbours finds the neighbourhood, a second one the frame.
struct SimilaritySearch: Sendable {
  /// The frames of the piece.
  let length: Int
  /// The frames to either side among which the place is searched for.
  let reach: Int
  private let channelCount: Int
  /// Neighbours that are summed in the first pass.
  private let factor: Int
  private var coarsePiece: [Float]
  private var coarse: [Float]
  private let coarseCapacity: Int

  /// The amount by which the similarity at the edge of the search range is reduced, so that the middle is preferred
  /// among equals.
  private static let edgePenalty: Float = 0.05

  /// Returns the factor for a sampling rate; lengths must be divisible by four times it.
  static func factor(sampleRate: Double) -> Int { max(1, Int((sampleRate / 12000).rounded())) }

  init(length: Int, reach: Int, factor: Int, channelCount: Int) {
    precondition(length % (4 * factor) == 0)
    self.length = length
    self.reach = reach
    self.factor = factor
    self.channelCount = channelCount
    coarsePiece = Array(repeating: 0, count: length / factor * channelCount)
    coarseCapacity = (2 * reach + 1) / factor + 1 + length / factor
    coarse = Array(repeating: 0, count: coarseCapacity * channelCount)
  }

  /// Returns the start of the most similar piece.
  ///
  /// - Parameters:
  ///   - piece: ``length`` frames of each channel, one channel after the other.
  ///   - starts: The starts to choose from, not more than twice the reach and one. The stream holds all.
  ///   - center: The start that wins among equals.
  mutating func best(
    _ piece: Span<Float>, _ stream: borrowing StreamWindow, _ starts: ClosedRange<Int>, center: Double
  ) -> (start: Int, similarity: Float) {
    let span = starts.upperBound - starts.lowerBound
    guard span > 0 else { return (starts.lowerBound, similarity(piece, stream, starts.lowerBound)) }
    var found = starts.lowerBound
    if factor > 1 {
      sumNeighbors(piece, stream, starts)
      var highest = -Float.infinity
      for step in 0...(span / factor) {
        let start = starts.lowerBound + step * factor
        let score = coarseSimilarity(step) - penalty(start, center)
        if score > highest { (highest, found) = (score, start) }
      }
    }
    let first = factor > 1 ? max(found - factor, starts.lowerBound) : starts.lowerBound
    let last = factor > 1 ? min(found + factor, starts.upperBound) : starts.upperBound
    var best = (start: found, similarity: Float(0))
    var highest = -Float.infinity
    for start in first...last {
      let value = similarity(piece, stream, start)
      let score = value - penalty(start, center)
      if score > highest { (highest, best) = (score, (start, value)) }
    }
    return best
  }

  /// Returns the reduction of the similarity for a distance from the centre.
  func penalty(_ start: Int, _ center: Double) -> Float {
    let distance = Float((Double(start) - center) / Double(max(1, reach)))
    return Self.edgePenalty * distance * distance
  }

  /// Returns the similarity of a piece of the stream.
  func similarity(_ piece: Span<Float>, _ stream: borrowing StreamWindow, _ start: Int) -> Float {
    var (product, energy): (Float, Float) = (0, 0)
    for channel in 0..<channelCount {
      let own = piece.extracting((channel * length)..<((channel + 1) * length))
      let other = stream.frames(channel, start..<(start + length))
      product += InnerProduct<Float>.of(own, other)
      energy += InnerProduct<Float>.of(own, own) + InnerProduct<Float>.of(other, other)
    }
    return energy > 0 ? 2 * product / energy : 0
  }

  private func coarseSimilarity(_ step: Int) -> Float {
    let count = length / factor
    var (product, energy): (Float, Float) = (0, 0)
    for channel in 0..<channelCount {
      let own = coarsePiece.span.extracting((channel * count)..<((channel + 1) * count))
      let base = channel * coarseCapacity + step
      let other = coarse.span.extracting(base..<(base + count))
      product += InnerProduct<Float>.of(own, other)
      energy += InnerProduct<Float>.of(own, own) + InnerProduct<Float>.of(other, other)
    }
    return energy > 0 ? 2 * product / energy : 0
  }

  private mutating func sumNeighbors(
    _ piece: Span<Float>, _ stream: borrowing StreamWindow, _ starts: ClosedRange<Int>
  ) {
    let (length, factor, channelCount, coarseCapacity) = (length, factor, channelCount, coarseCapacity)
    let count = length / factor
    let regionCount = (starts.upperBound - starts.lowerBound) / factor + count
    var (pieceMemory, memory) = (coarsePiece.taken(), coarse.taken())
    var pieces = pieceMemory.mutableSpan
    var region = memory.mutableSpan
    for channel in 0..<channelCount {
      for index in 0..<count {
        var sum: Float = 0
        for neighbor in 0..<factor { sum += piece[channel * length + index * factor + neighbor] }
        pieces[channel * count + index] = sum
      }
      let frames = stream.frames(channel, starts.lowerBound..<(starts.lowerBound + regionCount * factor))
      for index in 0..<regionCount {
        var sum: Float = 0
        for neighbor in 0..<factor { sum += frames[index * factor + neighbor] }
        region[channel * coarseCapacity + index] = sum
      }
    }
    (coarsePiece, coarse) = (pieceMemory, memory)
  }
}
