import AudioBase

/// The chunk `ds64`: the sizes that do not fit 32 bits, which are all ones in their own places (EBU Tech 3306, 3).
struct WideSizes {
  /// The number of bytes of the form after its own header of 8 bytes.
  var formByteCount: UInt64
  /// The number of bytes of the samples.
  var dataByteCount: UInt64
  /// The frames, the number of `fact`.
  var frameCount: UInt64
  /// Sizes of other chunks.
  private var others: [FourCharacterCode: UInt64] = [:]

  /// The largest number of chunks that the table is read for.
  private static let maximumTableCount: UInt32 = 256
  /// The number of bytes of the chunk with the largest table that is read.
  static let maximumByteCount = WAVELayout.sizesByteCount + 12 * Int(maximumTableCount)

  init(_ body: ChunkBody, at bodyOffset: Int64) throws(ContainerError) {
    guard let form = body.uint64(at: 0), let data = body.uint64(at: 8) else {
      throw ContainerError(.truncated, "the chunk of 64-bit sizes is too short", at: bodyOffset, in: .sizesChunk)
    }
    formByteCount = form
    dataByteCount = data
    frameCount = body.uint64(at: 16) ?? 0
    for index in 0..<Int(min(body.uint32(at: 24) ?? 0, Self.maximumTableCount)) {
      guard let code = body.code(at: 28 + 12 * index), let size = body.uint64(at: 32 + 12 * index) else { break }
      others[code] = size
    }
  }

  /// The size of a chunk other than `data`.
  subscript(code: FourCharacterCode) -> UInt64? { others[code] }

  /// The end of the form, counted from the start of the file.
  var formEnd: Int64? {
    let (end, overflow) = Int64(clamping: formByteCount).addingReportingOverflow(8)
    return formByteCount == 0 || overflow ? nil : end
  }
}
