import AudioBase
import Bitstream

/// The bytes before the samples, and the positions of the size fields in them.
struct AIFFHeader {
  private(set) var bytes: [UInt8] = []
  /// The offset of the number of frames.
  private(set) var frameCountOffset = 0
  /// The offset of the size of the chunk `SSND`.
  private(set) var soundSizeOffset = 0
  /// The offsets of the chunks of metadata, and their names.
  private(set) var metadataChunks: [(code: FourCharacterCode, offset: Int64)] = []

  init(_ common: CommonChunk, form: AIFFForm, chunks: [OutgoingChunk]) {
    bytes.append(bigEndian: FourCharacterCode.form.rawValue)
    bytes.append(bigEndian: AIFFLayout.unknownSize)
    bytes.append(bigEndian: form.fileType.rawValue)
    if form == .aifc {
      var version: [UInt8] = []
      version.append(bigEndian: AIFFLayout.aifcVersion)
      bytes.append(OutgoingChunk(code: .versionChunk, body: version))
    }
    frameCountOffset = bytes.count + AIFFLayout.chunkHeaderByteCount + CommonChunk.frameCountOffset
    bytes.append(OutgoingChunk(code: .commonChunk, body: common.bytes(form: form)))
    for chunk in chunks {
      if chunk.code != .layoutChunk { metadataChunks.append((chunk.code, Int64(bytes.count))) }
      bytes.append(chunk)
    }
    bytes.append(bigEndian: FourCharacterCode.soundChunk.rawValue)
    soundSizeOffset = bytes.count
    bytes.append(bigEndian: AIFFLayout.unknownSize)
    // offset, blockSize: the samples follow at once and are not aligned to blocks.
    bytes.append(bigEndian: 0 as UInt64)
  }
}

extension CommonChunk {
  /// Describes the contents of a new file, or rejects those that the form cannot hold.
  init(_ settings: WriterSettings, form: AIFFForm) throws(ContainerError) {
    let format = settings.format
    guard settings.layout.channelCount == format.channelsPerFrame else {
      throw ContainerError(.invalidState, "the layout must have one entry a channel", at: 0, in: .commonChunk)
    }
    guard (1...Int(Int16.max)).contains(format.channelsPerFrame) else {
      throw ContainerError(.unsupported, "there are 1 to 32767 channels", at: 0, in: .commonChunk)
    }
    guard format.sampleRate.isNormal, format.sampleRate > 0, format.sampleRate < 0x1p32 else {
      throw ContainerError(
        .unsupported, "a sample rate lies above 0 and below 4294967296 Hz", at: 0, in: .commonChunk)
    }
    self.init(
      channelCount: format.channelsPerFrame, sampleRate: format.sampleRate,
      coding: try SampleCoding(format, form: form))
  }
}
