/// The positions of a track's samples: samples that are adjacent in the file form one chunk.
struct ChunkList {
  /// A chunk ends after this many bytes, or after a second.
  static let maximumByteCount: Int64 = 1 << 20

  /// Bytes from the start of the file to each chunk.
  private(set) var offsets: [Int64] = []
  /// Chunks that have the same number of samples and the same entry of `stsd`: the rows of `stsc`.
  private(set) var runs: [Run] = []
  /// The entry of `stsd` for the next chunks, counted from 1.
  private(set) var description: UInt32 = 1
  /// The largest number of bytes in a second, measured over chunks and scaled to a whole second.
  private(set) var largestByteRate = 0.0

  /// A row of `stsc`.
  struct Run: BitwiseCopyable {
    /// The first chunk of the run, from 1 on.
    var firstChunk: UInt32
    /// The number of samples of each chunk.
    var sampleCount: UInt32
    /// The entry of `stsd` that describes them, from 1 on.
    var description: UInt32
  }

  private var start: Int64 = 0
  private var openSampleCount: UInt32 = 0
  private var openByteCount: Int64 = 0
  private var openDuration: Int64 = 0

  /// The number of samples in the chunk that is being filled.
  var openCount: Int { Int(openSampleCount) }

  /// Appends samples at `offset`, after those of the chunk that is being filled.
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
    if runs.last?.sampleCount != openSampleCount || runs.last?.description != description {
      runs.append(
        Run(firstChunk: UInt32(clamping: offsets.count), sampleCount: openSampleCount, description: description))
    }
    // A short rest at the end of a track says little of the rate.
    if openDuration * 2 >= Int64(timescale) || (largestByteRate == 0 && openDuration > 0) {
      largestByteRate = max(largestByteRate, Double(openByteCount) * Double(timescale) / Double(openDuration))
    }
    openSampleCount = 0
    openByteCount = 0
    openDuration = 0
  }

  /// Ends the chunk that is being filled; another entry of `stsd` describes the following chunks.
  mutating func useDescription(_ number: UInt32, timescale: UInt32) {
    close(timescale: timescale)
    description = number
  }

  /// Moves all chunks by `distance` bytes.
  mutating func move(by distance: Int64) {
    for index in offsets.indices { offsets[index] += distance }
    start += distance
  }

  /// Empties the list, keeping its memory and the rate.
  mutating func removeAll() {
    offsets.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    openSampleCount = 0
    openByteCount = 0
    openDuration = 0
  }
}

/// Samples that follow each other in a file.
struct PlacedSamples: BitwiseCopyable {
  /// The number of bytes from the start of the file to the first.
  var offset: Int64
  /// The number of samples.
  var count = 1
  /// The bytes of all.
  var byteCount: Int64
  /// The total duration, in the media's time scale.
  var duration: Int64
}
