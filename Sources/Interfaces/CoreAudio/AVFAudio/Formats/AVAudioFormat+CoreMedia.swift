public import CoreMedia
import Foundation

// Formats as Core Media has them.

extension AVAudioFormat {
  /// Creates the format of an audio description, with its loudspeakers and its cookie.
  ///
  /// - Precondition: It describes sound, not another medium.
  public convenience init(cmAudioFormatDescription formatDescription: CMAudioFormatDescription) {
    guard let stream = unsafe CMAudioFormatDescriptionGetStreamBasicDescription(formatDescription)?.pointee else {
      preconditionFailure("required condition is false: the description is of sound")
    }
    var size = 0
    let told = unsafe CMAudioFormatDescriptionGetChannelLayout(formatDescription, sizeOut: &size)
    var layout = unsafe AVAudioChannelLayout(
      bytes: told.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: size)) } ?? [])
    if layout?.channelCount != stream.mChannelsPerFrame { layout = .unnamed(stream.mChannelsPerFrame) }
    self.init(description: stream, layout: layout)
    if let cookie = unsafe CMAudioFormatDescriptionGetMagicCookie(formatDescription, sizeOut: &size), size > 0 {
      magicCookie = unsafe Data(bytes: cookie, count: size)
    }
    withExtendedLifetime(formatDescription) {}
  }

  /// The format for Core Media, with its loudspeakers and its cookie.
  public var formatDescription: CMAudioFormatDescription {
    let layout = channelLayout?.bytes ?? []
    let cookie = [UInt8](magicCookie ?? Data())
    var made: CMAudioFormatDescription?
    let status = unsafe layout.withUnsafeBytes { layout in
      unsafe cookie.withUnsafeBytes { cookie in
        unsafe CMAudioFormatDescriptionCreate(
          allocator: nil, asbd: streamDescription, layoutSize: layout.count,
          layout: layout.isEmpty ? nil : layout.baseAddress?.assumingMemoryBound(to: AudioChannelLayout.self),
          magicCookieSize: cookie.count, magicCookie: cookie.isEmpty ? nil : cookie.baseAddress, extensions: nil,
          formatDescriptionOut: &made)
      }
    }
    guard status == noErr, let made else { preconditionFailure("a format has a description: \(status)") }
    return made
  }
}
