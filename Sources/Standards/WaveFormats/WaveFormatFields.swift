package import AudioBase
package import Bitstream

/// Microsoft's `WAVEFORMATEX`: the body of WAVE's chunk `fmt `, and of Matroska the `CodecPrivate` of `A_MS/ACM`.
///
/// ```
///  0 tag │ 2 channels │ 4 rate │ 8 bytes a second │ 12 block align │ 14 bits │ 16 cbSize │ 18 extension
/// ```
///
/// The fields are as stated. The container handles fields that contradict each other, and an extension that is shorter
/// or longer than `cbSize`.
package struct WaveFormatFields: Equatable, Sendable {
  /// `wFormatTag`.
  package var tag: UInt16 = 0
  /// `nChannels`.
  package var channelCount: UInt16 = 0
  /// `nSamplesPerSec`.
  package var sampleRate: UInt32 = 0
  /// `nAvgBytesPerSec`.
  package var bytesPerSecond: UInt32 = 0
  /// `nBlockAlign`: bytes of a frame, or of a block of frames.
  package var blockAlign: UInt16 = 0
  /// `wBitsPerSample`: the width of a sample's slot.
  package var bitsPerSample: UInt16 = 0
  /// `cbSize`: the number of bytes of the extension; `nil` if the bytes end before it, as they may for PCM.
  package var extensionByteCount: UInt16?
  /// All bytes after `cbSize`.
  package var bytesBehind: [UInt8] = []
  /// The byte order of numbers.
  package let byteOrder: SampleFormat.ByteOrder

  /// Creates fields that are all 0.
  package init() { byteOrder = .littleEndian }

  /// Reads the fields from the start of `bytes`, and takes the rest as ``bytesBehind``.
  ///
  /// - Throws: `EndOfBytes` if there are fewer than 16 bytes.
  package init(parsing bytes: Span<UInt8>, order: SampleFormat.ByteOrder = .littleEndian) throws(EndOfBytes) {
    byteOrder = order
    var reader = ByteReader(bytes)
    tag = try reader.readUInt16(order)
    channelCount = try reader.readUInt16(order)
    sampleRate = try reader.readUInt32(order)
    bytesPerSecond = try reader.readUInt32(order)
    blockAlign = try reader.readUInt16(order)
    bitsPerSample = try reader.readUInt16(order)
    guard reader.remaining >= 2 else { return }
    extensionByteCount = try reader.readUInt16(order)
    let rest = try reader.readBytes(reader.remaining)
    bytesBehind = rest.indices.map { rest[$0] }
  }

  /// The part of the extension that is both stated and present.
  package var extensionBytes: [UInt8] { Array(bytesBehind.prefix(Int(extensionByteCount ?? 0))) }

  /// `wSamplesPerBlock` of formats with blocks as packets, the first number after `cbSize`; `nil` if nothing follows
  /// it.
  package var framesPerBlock: UInt16? { uint16(at: 0) }

  /// The first number of `SubFormat`, which replaces a ``tag`` of `WAVE_FORMAT_EXTENSIBLE`, if the bytes extend that
  /// far.
  package var subformatTag: UInt16? { uint16(at: 6) }

  /// The fields of `WAVEFORMATEXTENSIBLE`; `nil` if fewer than its 22 bytes are present.
  package var extensible: WaveFormatExtension? {
    // Reads to its end or not at all.
    try? WaveFormatExtension(parsing: bytesBehind.span, order: byteOrder)
  }

  private func uint16(at offset: Int) -> UInt16? {
    guard bytesBehind.count >= offset + 2 else { return nil }
    var reader = ByteReader(bytesBehind.span.extracting(offset..<(offset + 2)))
    return try? reader.readUInt16(byteOrder)
  }

  /// Sets an extension and its stated length.
  ///
  /// - Precondition: It has at most 65,535 bytes.
  package mutating func setExtension(_ bytes: [UInt8]) {
    extensionByteCount = UInt16(bytes.count)
    bytesBehind = bytes
  }

  /// The fields, little endian: 16 bytes without an extension, otherwise 18 and the extension.
  package var bytes: [UInt8] {
    var body: [UInt8] = []
    body.append(littleEndian: tag)
    body.append(littleEndian: channelCount)
    body.append(littleEndian: sampleRate)
    body.append(littleEndian: bytesPerSecond)
    body.append(littleEndian: blockAlign)
    body.append(littleEndian: bitsPerSample)
    guard let extensionByteCount else { return body }
    body.append(littleEndian: extensionByteCount)
    return body + bytesBehind
  }
}

extension ByteReader {
  /// Reads 16 bits in an order.
  mutating func readUInt16(_ order: SampleFormat.ByteOrder) throws(EndOfBytes) -> UInt16 {
    order == .littleEndian ? try readUInt16LittleEndian() : try readUInt16()
  }

  /// Reads 32 bits in an order.
  mutating func readUInt32(_ order: SampleFormat.ByteOrder) throws(EndOfBytes) -> UInt32 {
    order == .littleEndian ? try readUInt32LittleEndian() : try readUInt32()
  }
}
