import AudioBase
import AudioConversion
import AudioJobs
import CSwiftAudioToolbox
import SwiftAudioToolbox

/// A recording that is being read.
///
/// `@unchecked`: its variable state is only accessed while its lock is held.
final class Reader: SampleGiving, @unchecked Sendable {
  static let name = "reader"
  /// The output format.
  let format: sat_format
  private let turn = Lock(())
  private var reading: SoundReading
  private var request: SoundRequest
  private var hasGiven = false
  /// The frames that were decoded and not yet returned.
  private var waiting = 0..<0
  /// Integer samples of all channels, if the file holds them in the requested format.
  private var plainBlock: PCMBlock?

  /// The number of frames that are mixed or converted at a time.
  private static let blockLength = 8192

  init(_ request: SoundRequest) throws(AudioError) {
    self.request = request
    reading = try SoundReading(request, blockLength: Self.blockLength)
    // Bound: a constant.
    if reading.isPlain { plainBlock = PCMBlock(channelCount: 1, capacity: Self.blockLength) }
    format = sat_format(
      rate: reading.sampleRate, frames: reading.frameCount ?? -1, channels: Int32(reading.layout.channelCount),
      bits: Int32(clamping: reading.sourceBitDepth ?? 0))
  }

  var channelCount: Int { Int(format.channels) }

  func read(
    _ count: Int, _ give: (_ block: borrowing PCMBlock, _ order: [Int], _ frames: Range<Int>, _ before: Int) -> Void
  ) throws(AudioError) -> Int {
    try turn.withLock { _ throws(AudioError) in
      var made = 0
      while made < count {
        if waiting.isEmpty { waiting = try decodeNext() }
        let part = waiting.prefix(count - made)
        guard !part.isEmpty else { break }
        reading.lendFrames { block, order in give(block, order, part, made) }
        waiting = part.upperBound..<waiting.upperBound
        made += part.count
      }
      return made
    }
  }

  /// True if the file holds the samples in the requested format; then they are read only by ``readPlain(into:)``.
  var isPlain: Bool { plainBlock != nil }

  /// Fills memory with the next frames, and returns their number.
  @unsafe
  func readPlain(into memory: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
    try turn.withLock { _ throws(AudioError) in
      var samples = unsafe memory.mutableSpan
      return try reading.readInterleaved(into: &samples) / channelCount
    }
  }

  /// Fills memory as the method for single precision does.
  @unsafe
  func readPlain(into memory: UnsafeMutableBufferPointer<Double>) throws(AudioError) -> Int {
    try turn.withLock { _ throws(AudioError) in
      var samples = unsafe memory.mutableSpan
      return try reading.readInterleaved(into: &samples) / channelCount
    }
  }

  /// Fills memory with the next frames as integers, which are rounded and clipped, and returns their number.
  @unsafe
  func readPlain(into memory: UnsafeMutableBufferPointer<Int16>) throws(AudioError) -> Int {
    try turn.withLock { _ throws(AudioError) in
      // To the encoder the samples of all channels are those of one.
      let encoder = SampleEncoder(LinearPCMLayout(.int16, channelCount: 1))
      var made = 0
      while made < memory.count {
        let count = try fillPlainBlock(atMost: memory.count - made)
        guard count > 0 else { break }
        let part = unsafe UnsafeMutableBufferPointer(rebasing: memory[made..<(made + count)])
        var bytes = unsafe UnsafeMutableRawBufferPointer(part).assumingMemoryBound(to: UInt8.self).mutableSpan
        if plainBlock != nil { encoder.encode(plainBlock!, frames: 0..<count, into: &bytes) }
        made += count
      }
      return made / channelCount
    }
  }

  /// Reads the next samples into the block, and returns their number.
  private func fillPlainBlock(atMost count: Int) throws(AudioError) -> Int {
    guard plainBlock != nil else { return 0 }
    var plane = plainBlock!.plane(0)
    var part = plane._mutatingExtracting(0..<min(count, Self.blockLength))
    let made = try reading.readInterleaved(into: &part)
    plainBlock!.setFrameCount(made)
    return made
  }

  /// Opens the recording again with settings of the decoder, and returns those that are not fulfilled.
  func adjust(_ settings: DecoderSettings) throws(AudioError) -> [UnmetSetting] {
    try turn.withLock { _ throws(AudioError) in
      guard !hasGiven else {
        throw AudioError(.invalidState, .call, "the decoder is asked for something before the first frame is read")
      }
      var changed = request
      changed.decoder = settings
      reading = try SoundReading(changed, blockLength: Self.blockLength)
      request = changed
      return reading.report.unmetSettings
    }
  }

  private func decodeNext() throws(AudioError) -> Range<Int> {
    hasGiven = true
    return try reading.decodeNext()
  }

  /// Seeks to a frame.
  func seek(toFrame frame: Int64) throws(AudioError) {
    try turn.withLock { _ throws(AudioError) in
      hasGiven = true
      waiting = 0..<0
      try reading.seek(toFrame: frame)
    }
  }

  /// The number of packets that were filled in for so far.
  var damagedPacketCount: Int64 { turn.withLock { _ in reading.report.damagedPacketCount } }
}
