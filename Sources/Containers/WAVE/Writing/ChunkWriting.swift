import AudioBase
import Bitstream

extension [UInt8] {
  /// Appends a chunk with its header and padding.
  package mutating func append(_ chunk: OutgoingChunk, form: WAVEForm) {
    appendChunkHeader(chunk.code, byteCount: UInt64(chunk.body.count), form: form)
    append(contentsOf: chunk.body)
    append(contentsOf: repeatElement(0, count: form.padding(after: Int64(chunk.body.count))))
  }

  /// Appends a chunk's name and size; `nil` means a size that is not known yet.
  mutating func appendChunkHeader(_ code: FourCharacterCode, byteCount: UInt64?, form: WAVEForm) {
    if form == .wave64 {
      append(contentsOf: Wave64GUID.name(code))
      append(littleEndian: byteCount.map { $0 + 24 } ?? WAVELayout.unknownWideSize)
    } else {
      append(code)
      append(littleEndian: byteCount.map { UInt32(clamping: $0) } ?? WAVELayout.unknownSize)
    }
  }
}
