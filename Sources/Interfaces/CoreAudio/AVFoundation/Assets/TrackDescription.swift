import AVFAudio
import AudioBase
import CoreFoundation
import Foundation

/// The format of a track in Core Media's words.
enum TrackDescription {
  /// Returns the description of a track; `nil` if the file's description is of an unknown kind.
  static func make(_ track: LoadedTrack) -> CMFormatDescription? {
    switch track.info.mediaKind {
    case .audio: sound(track.format, track.layout, cookie: cookie(of: track.info))
    case .video: picture(track.info)
    case .other: nil
    }
  }

  /// Returns the cookie in the form that Core Audio uses: wrapped as in its container.
  private static func cookie(of info: TrackInfo) -> [UInt8] {
    info.containerCookie.isEmpty ? info.cookie : info.containerCookie
  }

  /// Returns the description of an audio stream.
  static func sound(_ format: StreamFormat, _ layout: ChannelLayout?, cookie: [UInt8]) -> CMAudioFormatDescription? {
    var stream = AudioStreamBasicDescription(format)
    let layout = layout?.nativeBytes ?? []
    var made: CMAudioFormatDescription?
    let status = unsafe layout.withUnsafeBytes { layout in
      unsafe cookie.withUnsafeBytes { cookie in
        unsafe CMAudioFormatDescriptionCreate(
          allocator: nil, asbd: &stream, layoutSize: layout.count,
          layout: layout.isEmpty ? nil : layout.baseAddress?.assumingMemoryBound(to: AudioChannelLayout.self),
          magicCookieSize: cookie.count, magicCookie: cookie.isEmpty ? nil : cookie.baseAddress, extensions: nil,
          formatDescriptionOut: &made)
      }
    }
    return status == noErr ? made : nil
  }

  /// Returns the description of pictures, by the sample entry of their file.
  private static func picture(_ info: TrackInfo) -> CMVideoFormatDescription? {
    let entry = info.sampleDescription
    guard !entry.isEmpty else { return nil }
    var made: CMVideoFormatDescription?
    let status = unsafe CMVideoFormatDescriptionCreateFromBigEndianImageDescriptionData(
      allocator: nil, bigEndianImageDescriptionData: entry, size: entry.count,
      stringEncoding: CFStringBuiltInEncodings.UTF8.rawValue, flavor: nil, formatDescriptionOut: &made)
    return status == noErr ? made : nil
  }
}
