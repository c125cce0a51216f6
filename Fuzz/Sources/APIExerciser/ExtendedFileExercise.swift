import AudioToolbox
import FuzzSupport

/// Reads frames of a file through Extended Audio File Services, in formats of the caller's choice.
struct ExtendedFileExercise {
  let file: AudioFileID
  var generator: SeededGenerator
  /// Multiplies what is read: 1 or more.
  let depth: Int
  /// Frames that are read at most for each of ``depth``, so that one input does not take the time of thousands.
  private static let mostFrames = 2048
  private static let framesPerCall: UInt32 = 1000

  /// Reads, seeks and reads on; returns the frames that came.
  mutating func run() -> Int {
    var opened: ExtAudioFileRef?
    guard ExtAudioFileWrapAudioFileID(file, false, &opened) == noErr, let extended = opened else { return 0 }
    defer { ExtAudioFileDispose(extended) }
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout.size(ofValue: format))
    guard ExtAudioFileGetProperty(extended, kExtAudioFileProperty_FileDataFormat, &size, &format) == noErr else {
      return 0
    }
    var client = clientFormat(of: format)
    guard
      ExtAudioFileSetProperty(
        extended, kExtAudioFileProperty_ClientDataFormat, UInt32(MemoryLayout.size(ofValue: client)), &client) == noErr
    else { return 0 }
    var length: Int64 = 0
    size = 8
    _ = ExtAudioFileGetProperty(extended, kExtAudioFileProperty_FileLengthFrames, &size, &length)
    var count = read(extended, client, Self.mostFrames * depth)
    for place in [0, length / 2, length, .max, -1] {
      guard ExtAudioFileSeek(extended, place) == noErr else { continue }
      count += read(extended, client, 250 * depth)
      var told: Int64 = 0
      _ = ExtAudioFileTell(extended, &told)
    }
    return count
  }

  /// Floating-point or integer samples at the file's rate or another one, with its channels or fewer.
  private mutating func clientFormat(of format: AudioStreamBasicDescription) -> AudioStreamBasicDescription {
    let channels = Int.random(in: 0..<8, using: &generator) == 0 ? 1 : min(max(1, format.mChannelsPerFrame), 64)
    let isFloat = Bool.random(using: &generator)
    let bytes: UInt32 = isFloat ? 4 : 2
    let rate = Int.random(in: 0..<8, using: &generator) == 0 ? 48_000 : format.mSampleRate
    return AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: isFloat ? 9 : 12, mBytesPerPacket: bytes * channels, mFramesPerPacket: 1,
      mBytesPerFrame: bytes * channels, mChannelsPerFrame: channels, mBitsPerChannel: bytes * 8, mReserved: 0)
  }

  private func read(_ extended: ExtAudioFileRef, _ client: AudioStreamBasicDescription, _ most: Int) -> Int {
    let memory = GuardedMemory(byteCount: Int(Self.framesPerCall * client.mBytesPerFrame))
    var (total, failures) = (0, 0)
    while total < most {
      var frames = Self.framesPerCall
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(
          mNumberChannels: client.mChannelsPerFrame, mDataByteSize: UInt32(memory.byteCount), mData: memory.start))
      let status = ExtAudioFileRead(extended, &frames, &list)
      memory.check()
      precondition(frames <= Self.framesPerCall, "more frames than were asked for")
      total += Int(frames)
      // A program may read on behind an error.
      if status != noErr { failures += 1 }
      if status == noErr && frames == 0 || failures > 2 { break }
    }
    return total
  }
}
