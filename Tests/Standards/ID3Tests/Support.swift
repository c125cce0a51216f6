import AudioBase
import ID3Tags

/// A tag put together by hand.
struct HandMadeTag {
  var version: UInt8
  var flags: UInt8 = 0
  var content: [UInt8]

  var bytes: [UInt8] {
    let size = content.count
    let four = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
    return [0x49, 0x44, 0x33, version, 0, flags] + four + content
  }
}

/// A frame of ID3v2.3 or 2.4 whose size is given as four bytes.
func frame(_ name: String, size: [UInt8], flags: [UInt8] = [0, 0], _ body: [UInt8]) -> [UInt8] {
  Array(name.utf8) + size + flags + body
}

/// A frame shorter than 128 bytes, whose size is written alike in both versions.
func frame(_ name: String, flags: [UInt8] = [0, 0], _ body: [UInt8]) -> [UInt8] {
  frame(name, size: [0, 0, 0, UInt8(body.count)], flags: flags, body)
}

func text(_ text: String) -> [UInt8] { [0] + Array(text.utf8) }

func metadata(_ tag: HandMadeTag) throws -> Metadata {
  try ID3Tag(parsing: tag.bytes.span).metadata(sampleRate: 1000)
}
