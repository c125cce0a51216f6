import AudioBase
import Foundation
import ID3Tags

// Tags of ID3v2.

extension FormatQuestion {
  /// Answers about ID3 tags, `nil` for other properties.
  func tagAnswer() throws(Status) -> PropertyValue? {
    switch property {
    case kAudioFormatProperty_ID3TagSize: return PropertyValue(try tagByteCount())
    case kAudioFormatProperty_ID3TagToDictionary: return PropertyValue(object: try tagFrames())
    default: return nil
    }
  }

  /// Returns the size of a tag with its header, by the header.
  private func tagByteCount() throws(Status) -> UInt32 {
    let bytes = specifier.bytes
    guard bytes.count >= ID3Tag.headerByteCount else { throw Status(kAudioFormatBadSpecifierSizeError) }
    guard let size = ID3Tag.byteCount(of: bytes.span) else { throw Status(kAudioFormatUnsupportedDataFormatError) }
    return UInt32(clamping: size)
  }

  /// Returns the first frame of each name: its text, or its bytes if it has none; for a picture only the picture.
  private func tagFrames() throws(Status) -> NSDictionary {
    let bytes = specifier.bytes
    guard bytes.count >= ID3Tag.headerByteCount else { throw Status(kAudioFormatBadSpecifierSizeError) }
    let tag: ID3Tag
    do throws(ContainerError) {
      tag = try ID3Tag(parsing: bytes.span)
    } catch {
      throw Status(kAudioFormatUnsupportedDataFormatError)
    }
    // Markers are not returned, so that their rate does not matter.
    let metadata = tag.metadata(sampleRate: 44100)
    let dictionary = NSMutableDictionary()
    for frame in tag.frames {
      let name = NSString(string: "\(frame.identifier)")
      if dictionary.object(forKey: name) == nil { dictionary.setObject(value(of: frame, metadata), forKey: name) }
    }
    return dictionary
  }

  private func value(of frame: ID3Frame, _ metadata: Metadata) -> NSObject {
    switch frame.identifier {
    case "APIC", "PIC ":
      return NSData(data: Data(metadata.artwork.first?.bytes ?? frame.body))
    case "COMM": return metadata[.comments].map { NSString(string: $0) } ?? NSData(data: Data(frame.body))
    case "USLT": return metadata[.lyrics].map { NSString(string: $0) } ?? NSData(data: Data(frame.body))
    // The user's own text, after its own description: only the bytes contain both.
    case "TXXX": return NSData(data: Data(frame.body))
    default:
      let isText = frame.identifier.description.hasPrefix("T")
      return isText ? NSString(string: frame.textValues.joined(separator: "; ")) : NSData(data: Data(frame.body))
    }
  }
}
