import AudioBase
import Bitstream

/// What the chunks before the samples say, read once when a file is opened.
struct WAVEChunks {
  private(set) var form: WAVEForm
  private(set) var format: WaveFormat
  /// Where the body of the chunk `fmt ` begins.
  private(set) var formatOffset: Int64
  /// Where the samples begin.
  private(set) var dataOffset: Int64
  /// Bytes of samples that are there, or `nil` where they go on to the end of a pipe.
  private(set) var dataByteCount: Int64?
  private(set) var warnings: [String] = []

  init(_ source: any ByteSource, limits: Limits) throws(ContainerError) {
    let head = try Self.read(source, at: 0, count: Int(WAVELayout.headerByteCount))
    guard let form = WAVEForm(head.span) else {
      throw ContainerError(.malformed, "a WAVE file begins with RIFF or RF64 and names itself WAVE", at: 0)
    }
    self.form = form
    var offset = WAVELayout.headerByteCount
    var found: (format: WaveFormat, offset: Int64)?
    var wideDataSize: UInt64?
    for _ in 0..<WAVEReader.maximumChunkCount {
      let header = try Self.read(source, at: offset, count: Int(WAVELayout.chunkHeaderByteCount))
      guard header.count == Int(WAVELayout.chunkHeaderByteCount) else {
        throw ContainerError(.truncated, "the file ends before its samples", at: offset, in: .dataChunk)
      }
      let size = Self.number(header, at: 4)
      let body = offset + WAVELayout.chunkHeaderByteCount
      switch header.span.code(at: 0) {
      case .sizesChunk:
        wideDataSize = try Self.dataSize(inSizesChunk: Self.read(source, at: body, count: min(Int(size), 16)), at: body)
      case .formatChunk:
        let bytes = try Self.read(source, at: body, count: min(Int(size), 40))
        found = (try WaveFormat(parsing: bytes.span, at: body), body)
      case .dataChunk:
        guard let found else {
          throw ContainerError(.malformed, "the format comes before the samples", at: offset, in: .dataChunk)
        }
        (format, formatOffset, dataOffset) = (found.format, found.offset, body)
        let riffEnd = WAVELayout.chunkHeaderByteCount + Int64(Self.number(head, at: 4))
        let stated = Self.statedByteCount(
          size, wide: form == .rf64 ? wideDataSize : nil, isLastOfForm: riffEnd <= body)
        setDataByteCount(stated, sourceByteCount: source.byteCount)
        return
      default: break
      }
      // A size has 32 bits, so that the sum stays far below 64.
      offset = body + Int64(size) + Int64(size & 1)
    }
    throw ContainerError(.limitExceeded, "there are too many chunks before the samples", at: offset)
  }

  /// Bytes of samples as the file states them, or `nil` for "to the end".
  private static func statedByteCount(_ size: UInt32, wide: UInt64?, isLastOfForm: Bool) -> Int64? {
    if size == WAVELayout.unknownSize {
      // Programs that write to a pipe put all ones, or zero, where they cannot come back to.
      return wide.flatMap { $0 == 0 || $0 > UInt64(Int64.max) ? nil : Int64($0) }
    }
    return size == 0 && isLastOfForm ? nil : Int64(size)
  }

  private mutating func setDataByteCount(_ stated: Int64?, sourceByteCount: Int64?) {
    guard let sourceByteCount else {
      dataByteCount = stated
      return
    }
    let present = max(0, sourceByteCount - dataOffset)
    if let stated, stated > present { warnings.append("the file ends before the samples that its header promises") }
    dataByteCount = min(stated ?? present, present)
  }

  private static func dataSize(inSizesChunk bytes: [UInt8], at offset: Int64) throws(ContainerError) -> UInt64 {
    guard bytes.count == 16 else {
      throw ContainerError(.truncated, "the chunk of 64-bit sizes is too short", at: offset, in: .sizesChunk)
    }
    return UInt64(number(bytes, at: 8)) | UInt64(number(bytes, at: 12)) << 32
  }

  /// Reads up to `count` bytes; fewer at the end of the source.
  private static func read(_ source: any ByteSource, at offset: Int64, count: Int) throws(ContainerError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    let got = try source.read(at: offset, into: &span)
    bytes.removeLast(count - got)
    return bytes
  }

  /// The 32-bit number at `offset`, least significant byte first; the bytes must be there.
  private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
  }
}
