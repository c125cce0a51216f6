import AudioToolbox
import Foundation

/// Bytes in memory, or what has come of them so far, as the source of an audio file.
///
/// Audio File Services ask for what they need while they open and while they read, and for nothing at other times.
final class DataSource {
  private let bytes: Data
  private let arrivedCount: Int
  private(set) var requestCount = 0

  /// - Parameter arrived: How many of the bytes are there yet. The size is known from the start, as a server tells it.
  init(_ bytes: Data, arrived: Int? = nil) {
    self.bytes = bytes
    arrivedCount = arrived ?? bytes.count
  }

  /// Opens a file on these bytes. The source has to live as long as the file.
  func open(hint: AudioFileTypeID = 0) -> (status: OSStatus, file: AudioFileID?) {
    var file: AudioFileID?
    let status = AudioFileOpenWithCallbacks(
      Unmanaged.passUnretained(self).toOpaque(), readBytes, nil, byteCount, nil, hint, &file)
    return (status, file)
  }

  /// Copies what there is of a range. Less than asked for is no error.
  fileprivate func copy(from position: Int64, count: UInt32, to buffer: UnsafeMutableRawPointer) -> UInt32 {
    requestCount += 1
    guard position >= 0, position < Int64(arrivedCount) else { return 0 }
    let available = min(Int(count), arrivedCount - Int(position))
    bytes.withUnsafeBytes { memory in
      buffer.copyMemory(from: memory.baseAddress! + Int(position), byteCount: available)
    }
    return UInt32(available)
  }

  fileprivate var byteCount64: Int64 { Int64(bytes.count) }
}

private func readBytes(
  _ clientData: UnsafeMutableRawPointer, _ position: Int64, _ requestCount: UInt32,
  _ buffer: UnsafeMutableRawPointer, _ actualCount: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  let source = Unmanaged<DataSource>.fromOpaque(clientData).takeUnretainedValue()
  actualCount.pointee = source.copy(from: position, count: requestCount, to: buffer)
  return noErr
}

private func byteCount(_ clientData: UnsafeMutableRawPointer) -> Int64 {
  Unmanaged<DataSource>.fromOpaque(clientData).takeUnretainedValue().byteCount64
}
