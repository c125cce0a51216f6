import AudioBase
import AudioDevices
import AudioPlayback
import Synchronization

// Bound throughout: at most ten minutes before the beginning are kept; blocks are the recorder's.

/// The progress of a recording, for the thread that shows it.
final class RecordingProgress: Sendable {
  let meter = LevelMeter()
  private let frames = Atomic<Int>(0)
  private let files = Atomic<Int>(0)
  private let complete = Atomic<Bool>(false)

  /// The number of frames that were written, in all files.
  var frameCount: Int { frames.load(ordering: .relaxed) }
  /// Files that were begun.
  var fileCount: Int { files.load(ordering: .relaxed) }
  /// True once the requested amount has been written.
  var isComplete: Bool { complete.load(ordering: .relaxed) }

  func noteFrames(_ count: Int) { frames.add(count, ordering: .relaxed) }
  func noteFile() { files.add(1, ordering: .relaxed) }
  func noteEnd() { complete.store(true, ordering: .relaxed) }
}

/// Writes captured frames: from the first loud sample on if requested, split into files, up to a length.
final class RecordingSink: SampleSink {
  private let plan: RecordingPlan
  private let progress: RecordingProgress
  private var file: FileRecording?
  private var rest: Int64
  /// The number of frames that the file may still take.
  private var room: Int64
  private var hasBegun: Bool
  /// Blocks from before the beginning, planar.
  private var kept: [(samples: [Float], frameCount: Int)] = []
  private var keptCount = 0

  /// Begins the first file, unless it waits for a level: an error of the file is reported at once.
  init(_ plan: RecordingPlan, _ progress: RecordingProgress) throws(AudioError) {
    (self.plan, self.progress) = (plan, progress)
    (rest, room) = (plan.frameLimit, plan.splitLength ?? .max)
    hasBegun = plan.threshold == nil
    if hasBegun { try open() }
  }

  private func open() throws(AudioError) {
    file = try plan.makeFile(progress.fileCount)
    room = plan.splitLength ?? .max
    progress.noteFile()
  }

  func write(_ samples: Span<Float>, frameCount: Int) throws(AudioError) {
    progress.meter.add(samples)
    guard !hasBegun else { return try add(samples, frameCount) }
    guard let beginning = firstLoudFrame(samples, frameCount) else { return keep(samples, frameCount) }
    hasBegun = true
    // As many frames as requested, and no more.
    var surplus = max(0, keptCount + beginning - plan.preRoll)
    for block in kept {
      let cut = min(surplus, block.frameCount)
      surplus -= cut
      try add(block.samples.span, block.frameCount, from: cut)
    }
    kept.removeAll()
    try add(samples, frameCount, from: surplus)
  }

  /// Returns the first frame of a block in which any channel exceeds the level that starts the recording.
  ///
  /// The length of the blocks depends on the load of the machine; the start of a recording must not.
  private func firstLoudFrame(_ samples: Span<Float>, _ frameCount: Int) -> Int? {
    let threshold = plan.threshold ?? 0
    return (0..<frameCount).first { frame in
      (0..<plan.captured.channelCount).contains { samples[$0 * frameCount + frame].magnitude > threshold }
    }
  }

  /// Remembers a block from before the beginning.
  private func keep(_ samples: Span<Float>, _ frameCount: Int) {
    guard plan.preRoll > 0 else { return }
    kept.append((part(of: samples, frameCount, 0..<frameCount), frameCount))
    keptCount += frameCount
    while let first = kept.first, keptCount - first.frameCount >= plan.preRoll {
      keptCount -= first.frameCount
      kept.removeFirst()
    }
  }

  /// Writes the frames of a block from a frame on, into as many files as necessary.
  private func add(_ samples: Span<Float>, _ frameCount: Int, from first: Int = 0) throws(AudioError) {
    var start = first
    while start < frameCount, rest > 0 {
      if room == 0 {
        try file?.finish()
        file = nil
      }
      if file == nil { try open() }
      let count = Int(min(Int64(frameCount - start), rest, room))
      if count == frameCount {
        try file?.write(samples, frameCount: count)
      } else {
        let part = part(of: samples, frameCount, start..<(start + count))
        try file?.write(part.span, frameCount: count)
      }
      start += count
      rest -= Int64(count)
      if plan.splitLength != nil { room -= Int64(count) }
      progress.noteFrames(count)
    }
    if rest == 0 { progress.noteEnd() }
  }

  /// Returns some frames of a block, planar.
  private func part(of samples: Span<Float>, _ frameCount: Int, _ frames: Range<Int>) -> [Float] {
    var part: [Float] = []
    for channel in 0..<plan.captured.channelCount {
      for frame in frames { part.append(samples[channel * frameCount + frame]) }
    }
    return part
  }

  func finish() throws(AudioError) {
    try file?.finish()
    file = nil
  }
}
