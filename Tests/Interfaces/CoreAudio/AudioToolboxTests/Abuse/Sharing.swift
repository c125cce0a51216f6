import AudioToolbox

/// A handle that several threads use.
struct Shared: @unchecked Sendable {
  let handle: OpaquePointer
  init(_ handle: OpaquePointer) { self.handle = handle }
}

/// A file in memory, given by callbacks that do what a test wants before they answer.
final class CallbackFile {
  let bytes: [UInt8]
  /// Called at the beginning of each read.
  var beforeReading: () -> Void = {}
  /// What the size function says at its n-th call.
  var size: (_ call: Int) -> Int64
  /// What a read claims to have given, when it has given so much.
  var claim: (UInt32) -> UInt32 = { $0 }
  private var sizeCallCount = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    size = { _ in Int64(bytes.count) }
  }

  static let read: AudioFile_ReadProc = { address, position, wanted, buffer, count in
    let file = Unmanaged<CallbackFile>.fromOpaque(address).takeUnretainedValue()
    file.beforeReading()
    let start = Int(clamping: max(0, min(position, Int64(file.bytes.count))))
    let part = Array(file.bytes[start..<min(file.bytes.count, start + Int(wanted))])
    buffer.copyMemory(from: part, byteCount: part.count)
    count.pointee = file.claim(UInt32(part.count))
    return noErr
  }

  static let getSize: AudioFile_GetSizeProc = { address in
    let file = Unmanaged<CallbackFile>.fromOpaque(address).takeUnretainedValue()
    file.sizeCallCount += 1
    return file.size(file.sizeCallCount)
  }

  /// Opens the file; `nil` where that fails.
  func open() -> AudioFileID? {
    var file: AudioFileID?
    let address = Unmanaged.passUnretained(self).toOpaque()
    guard AudioFileOpenWithCallbacks(address, Self.read, nil, Self.getSize, nil, 0, &file) == noErr else { return nil }
    return file
  }
}

/// A WAVE file of so many frames of 16-bit stereo, each sample telling where it is.
func numberedWave(frameCount: Int) -> [UInt8] {
  func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  var data: [UInt8] = []
  for frame in 0..<frameCount { data += little(frame, 2) + little(~frame, 2) }
  let format = little(1, 2) + little(2, 2) + little(44100, 4) + little(176_400, 4) + little(4, 2) + little(16, 2)
  let body = Array("WAVEfmt ".utf8) + little(16, 4) + format + Array("data".utf8) + little(data.count, 4) + data
  return Array("RIFF".utf8) + little(body.count, 4) + body
}
