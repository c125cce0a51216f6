/// Where the samples of a track lie: samples that follow each other in the file are one chunk.
struct ChunkList {
  /// A chunk ends after this many bytes, or after a second.
  static let maximumByteCount: Int64 = 1 << 20

  /// Bytes from the start of the file to each chunk.
  private(set) var offsets: [Int64] = []
  /// Samples of each chunk.
  private(set) var sampleCounts = RunList()
  /// Bytes of the fullest second, as far as chunks tell, scaled to a whole second.
  private(set) var largestByteRate = 0.0

  private var start: Int64 = 0
  private var openSampleCount: UInt32 = 0
  private var openByteCount: Int64 = 0
  private var openDuration: Int64 = 0

  /// Samples in the chunk that is being filled.
  var openCount: Int { Int(openSampleCount) }

  /// Takes in samples that lie at `offset`, behind those of the chunk that is being filled.
  ///
  /// - Parameter timescale: Units of `duration` in a second.
  mutating func append(_ samples: PlacedSamples, timescale: UInt32) {
    if openSampleCount == 0 { start = samples.offset }
    openSampleCount += UInt32(samples.count)
    openByteCount += samples.byteCount
    openDuration += samples.duration
    if openDuration >= Int64(timescale) || openByteCount >= ChunkList.maximumByteCount { close(timescale: timescale) }
  }

  /// Ends the chunk that is being filled, if there is one.
  mutating func close(timescale: UInt32) {
    guard openSampleCount > 0 else { return }
    offsets.append(start)
    sampleCounts.append(openSampleCount)
    // A short rest at the end of a track says little of the rate.
    if openDuration * 2 >= Int64(timescale) || (largestByteRate == 0 && openDuration > 0) {
      largestByteRate = max(largestByteRate, Double(openByteCount) * Double(timescale) / Double(openDuration))
    }
    openSampleCount = 0
    openByteCount = 0
    openDuration = 0
  }

  /// Moves all chunks by `distance` bytes.
  mutating func move(by distance: Int64) {
    for index in offsets.indices { offsets[index] += distance }
    start += distance
  }

  /// Empties the list, keeping its memory and the rate.
  mutating func removeAll() {
    offsets.removeAll(keepingCapacity: true)
    sampleCounts.removeAll()
    openSampleCount = 0
    openByteCount = 0
    openDuration = 0
  }
}

/// Samples that follow each other in a file.
struct PlacedSamples: BitwiseCopyable {
  /// Bytes from the start of the file to the first.
  var offset: Int64
  /// How many there are.
  var count = 1
  /// The bytes of all.
  var byteCount: Int64
  /// How long all last, in the media's time scale.
  var duration: Int64
}
