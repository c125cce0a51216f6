import AudioBase
import Bitstream
import WaveFormats

/// The bytes before the samples, and the places of the sizes in them.
///
/// ```
/// RIFF size WAVE │ JUNK 28 │ fmt │ (fact) │ (bext, LIST, cue, …) │ data size
///                   ▲ becomes ds64, and RIFF becomes RF64 or BW64, when a size passes 32 bits
/// ```
/// Wave64 has no `JUNK`, and its sizes have 64 bits.
struct WAVEHeader {
  private(set) var bytes: [UInt8] = []
  /// The offset of the size of the chunk `data`.
  private(set) var dataSizeOffset = 0
  /// The offset of the number of frames in the chunk `fact`, if there is one.
  private(set) var frameCountOffset: Int?
  /// The offsets of the chunks of metadata, and their names.
  private(set) var metadataChunks: [(code: FourCharacterCode, offset: Int64)] = []

  private let form: WAVEForm

  /// Begins a file.
  ///
  /// - Parameter hasRoom: True if there is to be room for sizes of 64 bits.
  init(_ form: WAVEForm, hasRoom: Bool) {
    self.form = form
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
  }

  /// Adds the chunks that describe the samples.
  ///
  /// - Parameter frameCount: The number of `fact` if it is known.
  mutating func append(_ format: WaveFormat, frameCount: Int64?) {
    bytes.append(OutgoingChunk(code: .formatChunk, body: format.bytes), form: form)
    guard format.tag != .pcm else { return }
    frameCountOffset = bytes.count + form.chunkHeaderByteCount
    var body: [UInt8] = []
    if form == .wave64 {
      body.append(littleEndian: frameCount.map { UInt64($0) } ?? WAVELayout.unknownWideSize)
    } else {
      body.append(littleEndian: frameCount.map { UInt32(clamping: $0) } ?? WAVELayout.unknownSize)
    }
    bytes.append(OutgoingChunk(code: .factChunk, body: body), form: form)
  }

  /// Adds chunks of metadata.
  mutating func append(_ metadata: [OutgoingChunk]) {
    for chunk in metadata {
      metadataChunks.append((chunk.code, Int64(bytes.count)))
      bytes.append(chunk, form: form)
    }
  }

  /// Adds the header of the samples, which follow.
  mutating func beginData() {
    dataSizeOffset = bytes.count + form.chunkHeaderByteCount - (form == .wave64 ? 8 : 4)
    bytes.appendChunkHeader(.dataChunk, byteCount: nil, form: form)
  }
}
