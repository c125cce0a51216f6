import AudioBase
import Bitstream

/// All that stands before the samples, and where the sizes in it stand.
///
/// ```
/// RIFF size WAVE │ JUNK 28 │ fmt │ (fact) │ (bext, LIST, cue, …) │ data size
///                   ▲ becomes ds64, and RIFF becomes RF64 or BW64, when a size passes 32 bits
/// ```
/// Wave64 has no `JUNK`, and its sizes have 64 bits.
struct WAVEHeader {
  private(set) var bytes: [UInt8] = []
  /// Where the size of the chunk `data` stands.
  private(set) var dataSizeOffset = 0
  /// Where the number of frames in the chunk `fact` stands, if there is one.
  private(set) var frameCountOffset: Int?
  /// Where the chunks of metadata stand, and what they are called.
  private(set) var metadataChunks: [(code: FourCharacterCode, offset: Int64)] = []

  /// - Parameters:
  ///   - frameCount: The number of `fact`, where it is known.
  ///   - hasRoom: Whether sizes of 64 bits shall have a place.
  init(
    _ format: WaveFormat, form: WAVEForm, metadata: [OutgoingChunk], frameCount: Int64?, hasRoom: Bool
  ) {
    if form == .wave64 {
      bytes += Wave64GUID.riff
      bytes.append(littleEndian: WAVELayout.unknownWideSize)
      bytes += Wave64GUID.wave
    } else {
      bytes.append("RIFF")
      bytes.append(littleEndian: WAVELayout.unknownSize)
      bytes.append(.wave)
      if hasRoom {
        let room = [UInt8](repeating: 0, count: WAVELayout.sizesByteCount)
        bytes.append(OutgoingChunk(code: .junkChunk, body: room), form: form)
      }
    }
    bytes.append(OutgoingChunk(code: .formatChunk, body: format.bytes), form: form)
    if format.tag != .pcm {
      frameCountOffset = bytes.count + form.chunkHeaderByteCount
      var body: [UInt8] = []
      if form == .wave64 {
        body.append(littleEndian: frameCount.map { UInt64($0) } ?? WAVELayout.unknownWideSize)
      } else {
        body.append(littleEndian: frameCount.map { UInt32(clamping: $0) } ?? WAVELayout.unknownSize)
      }
      bytes.append(OutgoingChunk(code: .factChunk, body: body), form: form)
    }
    for chunk in metadata {
      metadataChunks.append((chunk.code, Int64(bytes.count)))
      bytes.append(chunk, form: form)
    }
    dataSizeOffset = bytes.count + form.chunkHeaderByteCount - (form == .wave64 ? 8 : 4)
    bytes.appendChunkHeader(.dataChunk, byteCount: nil, form: form)
  }
}
