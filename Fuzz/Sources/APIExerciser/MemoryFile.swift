import AudioToolbox

/// A file in memory behind the callbacks of `AudioFileOpenWithCallbacks`.
final class MemoryFile {
  /// How the callbacks treat the library.
  enum Manners: CaseIterable {
    /// Every byte that there is, at once.
    case honest
    /// At most 100 bytes a call.
    case slow
    /// One call in eight says that nothing could be read.
    case failing
    /// The size is another one at each call, and a read may answer with fewer bytes than it could.
    case changing
  }

  let bytes: [UInt8]
  private let manners: Manners
  private var callCount = 0

  init(_ bytes: [UInt8], manners: Manners) {
    self.bytes = bytes
    self.manners = manners
  }

  /// Opens the file; `nil` where the library refuses it.
  func open(hint: AudioFileTypeID) -> AudioFileID? {
    var file: AudioFileID?
    let status = AudioFileOpenWithCallbacks(
      Unmanaged.passUnretained(self).toOpaque(),
      { data, position, count, buffer, actual in
        Unmanaged<MemoryFile>.fromOpaque(data).takeUnretainedValue().read(position, count, buffer, actual)
      }, nil,
      { data in Unmanaged<MemoryFile>.fromOpaque(data).takeUnretainedValue().size }, nil, hint, &file)
    return status == noErr ? file : nil
  }

  private var size: Int64 {
    callCount += 1
    guard manners == .changing, callCount % 5 == 0 else { return Int64(bytes.count) }
    return [0, -1, Int64(bytes.count / 2), Int64(bytes.count) + 1000, .max][callCount / 5 % 5]
  }

  private func read(
    _ position: Int64, _ count: UInt32, _ buffer: UnsafeMutableRawPointer, _ actual: UnsafeMutablePointer<UInt32>
  ) -> OSStatus {
    callCount += 1
    actual.pointee = 0
    if manners == .failing, callCount % 8 == 0 { return -1 }
    guard position >= 0, position < Int64(bytes.count) else { return noErr }
    var length = min(Int(count), bytes.count - Int(position))
    if manners == .slow { length = min(length, 100) }
    if manners == .changing, callCount % 7 == 0 { length /= 2 }
    bytes.withUnsafeBytes { buffer.copyMemory(from: $0.baseAddress! + Int(position), byteCount: length) }
    actual.pointee = UInt32(length)
    return noErr
  }
}
