import Foundation

/// The keys of archived formats and loudspeakers.
enum ArchiveKey {
  static let streamDescription = "streamDescription"
  static let channelLayout = "channelLayout"
  static let magicCookie = "magicCookie"
}

extension NSCoder {
  /// Returns the bytes under a key; `nil` if there are none. Decoding a missing key would end the process.
  func data(forKey key: String) -> Data? {
    containsValue(forKey: key) ? decodeObject(of: NSData.self, forKey: key) as Data? : nil
  }
}
