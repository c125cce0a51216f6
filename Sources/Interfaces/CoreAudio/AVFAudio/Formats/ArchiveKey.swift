import Foundation

/// What the parts of archived formats and loudspeakers are called.
enum ArchiveKey {
  static let streamDescription = "streamDescription"
  static let channelLayout = "channelLayout"
  static let magicCookie = "magicCookie"
}

extension NSCoder {
  /// The bytes under a key; `nil` where there are none. Asked for what is missing, a decoder would end the process.
  func data(forKey key: String) -> Data? {
    containsValue(forKey: key) ? decodeObject(of: NSData.self, forKey: key) as Data? : nil
  }
}
