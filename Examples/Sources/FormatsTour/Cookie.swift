import AudioToolbox
import ExampleSupport
import Foundation

/// A magic cookie goes from a file to the queue that plays it, unread.
enum Cookie {
  static func show(_ file: PacketFile) throws {
    print("magic cookie")
    var format = file.format
    var made: AudioQueueRef?
    // The callback has nothing to do: nothing is put into this queue.
    let status = AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &made)
    guard status == noErr, let queue = made else { return print("  no audio queue: \(status)") }
    defer { AudioQueueDispose(queue, true) }
    let byteCount = try copy(from: file.id, to: queue)
    print("  \(byteCount) bytes from the file to an audio queue")
  }

  static func copy(from file: AudioFileID, to queue: AudioQueueRef) throws -> UInt32 {
    var size: UInt32 = 0
    let status = AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, nil)
    guard status == noErr, size > 0 else { return 0 }
    var cookie = [UInt8](repeating: 0, count: Int(size))
    try check("MagicCookieData", AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, &cookie))
    try check("MagicCookie", AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, size))
    return size
  }
}
