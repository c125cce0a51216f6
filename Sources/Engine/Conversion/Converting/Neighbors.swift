public import AudioBase

/// A track that plays directly before or after another one, without a gap.
public struct NeighboringTrack {
  /// The file.
  public var reader: any ContainerReader
  /// An index into the reader's tracks.
  public var track: Int

  /// Creates a neighbour from a track of a file.
  public init(of reader: any ContainerReader, track: Int) {
    self.reader = reader
    self.track = track
  }
}

/// The tracks right before and after a recording, as in an album without gaps.
///
/// An encoder whose packets overlap gets a little of both neighbours in place of silence, so that there are no
/// artefacts at the borders. The packet table states which frames are the recording; those of the neighbours are
/// priming and remainder. Formats whose packets do not overlap ignore them.
public struct Neighbors {
  /// The recording before, or `nil`.
  public var before: NeighboringTrack?
  /// The recording after, or `nil`.
  public var after: NeighboringTrack?

  /// Creates the neighbours, which must have the rate and the number of channels of the track between.
  public init(before: NeighboringTrack? = nil, after: NeighboringTrack? = nil) {
    self.before = before
    self.after = after
  }
}

/// The amount of the neighbours that an encoder gets.
struct NeighborExtent {
  /// The number of frames before, at the rate of the decoded frames.
  private(set) var leading: Int64
  /// The number of frames after, at the rate of the decoded frames.
  let trailing: Int64
  /// A number of decoded frames that is a whole number of output frames, and that number.
  private let unit: (decoded: Int64, output: Int64)

  /// Computes the extent: two packets before; after it the look-ahead of the encoder, and a packet more.
  init(_ encoded: EncodedFormat, decodedRate: Double) {
    unit = Self.unit(from: decodedRate, to: encoded.stream.sampleRate)
    let packet = Int64(max(1, encoded.stream.framesPerPacket))
    leading = (2 * packet + unit.output - 1) / unit.output * unit.decoded
    // Not in whole units, as before the recording, where they keep its first frame in place: MP3 counts few after it.
    let wanted = Int64(encoded.primingFrames) + packet
    trailing = (wanted * unit.decoded + unit.output - 1) / unit.output
  }

  /// Takes no more before than there is.
  mutating func limit(toLeading count: Int64) { leading = min(leading, count / unit.decoded * unit.decoded) }

  /// The number of frames before, at the rate of the output.
  var leadingOutput: Int64 { leading / unit.decoded * unit.output }

  /// The highest rate: products with larger ones would overflow.
  private static let rateLimit: Int64 = 1 << 32

  private static func unit(from input: Double, to output: Double) -> (decoded: Int64, output: Int64) {
    guard input != output, var a = Int64(exactly: input), var b = Int64(exactly: output),
      (1..<Self.rateLimit).contains(a), (1..<Self.rateLimit).contains(b)
    else { return (1, 1) }
    let whole = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return (whole.0 / a, whole.1 / a)
  }
}
