import AudioBase
import AudioCatalog

// File types by their uniform type identifiers, as Core Audio's file types.

extension AVFileType {
  /// The types, by Core Audio's codes, in listing order.
  private static let codes: [(type: AVFileType, code: FourCharacterCode)] = [
    (.mov, "MooV"), (.mp4, "mp4f"), (.m4a, "m4af"), (.mobile3GPP, "3gpp"), (.mobile3GPP2, "3gp2"), (.caf, "caff"),
    (.wav, "WAVE"), (.aiff, "AIFF"), (.aifc, "AIFC"), (.au, "NeXT"), (.mp3, "MPG3"),
  ]

  /// The types that files can have.
  static var all: [AVFileType] { codes.map(\.type) }

  /// The types that new files can have. As on Apple's systems, MP3 is not among them.
  static var writable: [AVFileType] { all.filter { $0 != .mp3 && $0.container?.create != nil } }

  /// The container that reads and writes files of the type; `nil` if the type is unknown here.
  var container: ContainerDescriptor? {
    Self.codes.first { $0.type == self }.flatMap { Catalog.coreAudio.container(fileType: $0.code) }
  }
}
