import AudioBase
import Bitstream

/// Writes linear PCM as RIFF/WAVE or RF64.
///
/// ```
/// RIFF size WAVE │ JUNK 28 │ fmt │ (fact) │ data size │ samples │ (pad)
///                   ▲ becomes ds64, and RIFF becomes RF64, when a size passes 32 bits
/// ```
/// To a pipe the sizes stay 0xFFFFFFFF, which readers take as "to the end".
struct WAVEWriter: ContainerWriter {
  private let sink: any ByteSink
  private let form: WAVEForm
  private let bytesPerFrame: Int64
  /// Where the size of the chunk `data` stands.
  private let dataSizeOffset: Int64
  /// Where the number of frames in the chunk `fact` stands, if there is one.
  private let frameCountOffset: Int64?
  private var dataByteCount: Int64 = 0
  private var isFinished = false

  init(_ sink: any ByteSink, settings: WriterSettings, form: WAVEForm) throws(ContainerError) {
    let format = try WaveFormat(settings)
    guard sink.canOverwrite || form == .riff else {
      throw ContainerError(.unsupported, "RF64 cannot be written to a pipe", at: 0, in: .sizesChunk)
    }
    guard sink.byteCount == 0 else {
      throw ContainerError(.invalidState, "a WAVE file begins at the first byte of its sink", at: sink.byteCount)
    }
    self.sink = sink
    self.form = form
    bytesPerFrame = Int64(format.blockAlign)
    var header: [UInt8] = []
    header.append("RIFF")
    header.append(littleEndian: WAVELayout.unknownSize)
    header.append(.wave)
    if sink.canOverwrite {
      header.append(.junkChunk)
      header.append(littleEndian: UInt32(WAVELayout.sizesByteCount))
      header += [UInt8](repeating: 0, count: WAVELayout.sizesByteCount)
    }
    let body = format.bytes
    header.append(.formatChunk)
    header.append(littleEndian: UInt32(body.count))
    header += body
    if format.tag == .ieeeFloat {
      header.append(.factChunk)
      header.append(littleEndian: 4 as UInt32)
      frameCountOffset = Int64(header.count)
      header.append(littleEndian: WAVELayout.unknownSize)
    } else {
      frameCountOffset = nil
    }
    header.append(.dataChunk)
    dataSizeOffset = Int64(header.count)
    header.append(littleEndian: WAVELayout.unknownSize)
    try sink.append(header.span)
  }

  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: .dataChunk)
    }
    try sink.append(bytes)
    dataByteCount += Int64(bytes.count)
  }

  mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    isFinished = true
    if dataByteCount & 1 == 1 { try sink.append(([0] as [UInt8]).span) }
    guard sink.canOverwrite else { return }
    let riffSize = sink.byteCount - WAVELayout.chunkHeaderByteCount
    let frameCount = dataByteCount / bytesPerFrame
    if form == .riff, riffSize < Int64(WAVELayout.unknownSize) {
      try overwrite(UInt32(riffSize), at: 4)
      try overwrite(UInt32(dataByteCount), at: dataSizeOffset)
      // Fewer frames than bytes of data, which were seen to fit.
      if let frameCountOffset { try overwrite(UInt32(frameCount), at: frameCountOffset) }
    } else {
      var head: [UInt8] = []
      head.append("RF64")
      head.append(littleEndian: WAVELayout.unknownSize)
      head.append(.wave)
      head.append(.sizesChunk)
      head.append(littleEndian: UInt32(WAVELayout.sizesByteCount))
      head.append(littleEndian: riffSize)
      head.append(littleEndian: dataByteCount)
      head.append(littleEndian: frameCount)
      head.append(littleEndian: 0 as UInt32)
      try sink.overwrite(head.span, at: 0)
    }
  }

  private func overwrite(_ number: UInt32, at offset: Int64) throws(ContainerError) {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: number)
    try sink.overwrite(bytes.span, at: offset)
  }
}
