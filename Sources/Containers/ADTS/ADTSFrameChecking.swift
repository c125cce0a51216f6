import AudioBase
import Bitstream

/// Sums up `crc_check` of all frames that have one. ISO/IEC 13818-7, 6.2.1 and 8.2.3; ISO/IEC 14496-3, 1.A.3.2.
///
/// The check of a frame of one block covers its headers and parts of the block; that of a frame of several blocks
/// follows each block, and covers parts of that alone.
enum ADTSFrameChecking {
  static func run(
    _ source: any ByteSource, _ limits: ResourceLimits, _ protectedBits: ProtectedBitsSearch
  ) throws(ContainerError) -> FrameChecks {
    var checks = FrameChecks()
    var scanner = ADTSFrameScanner(source, limits: limits)
    guard let first = try scanner.next() else { return checks }
    scanner.move(to: first.offset)
    var window = SourceWindow(source, capacity: 1 << 14)
    var stream: (header: ADTSHeader, stream: CodedStream)?
    var packet: Int64 = 0
    do throws(ContainerError) {
      while let frame = try scanner.next() {
        defer { packet += (0..<frame.packetCount).reduce(0) { $0 + Int64(frame.blocks[$1].blockCount) } }
        // Several blocks without positions have one check between them, whose parts cannot be separated.
        guard frame.header.isProtected, frame.blocks[0].blockCount == 1 else { continue }
        for index in 0..<frame.packetCount {
          let block = frame.blocks[index]
          var bytes: [UInt8] = []
          guard try scanner.append(index, of: frame, to: &bytes) != nil else { return checks }
          if stream == nil || stream?.header.agrees(with: frame.header) == false {
            let described = ADTSStream(frame.header, firstBlock: bytes.span)
            stream = (frame.header, described.coded)
          }
          guard let known = stream?.stream, let parts = protectedBits(bytes.span, known) else { continue }
          var check = CyclicRedundancyCheck.adts
          var place = frame.offset + Int64(ADTSHeader.byteCount)
          if frame.packetCount == 1 {
            let head = try window.load(ADTSHeader.byteCount, at: frame.offset)
            check.update(window.bytes.span.extracting(head))
          } else {
            place = block.offset + Int64(block.byteCount)
          }
          for part in parts { update(&check, bytes.span, part) }
          let stated = try window.bigEndian(2, at: place)
          checks.note(UInt64(check.value) == stated, packet: packet + Int64(index), at: frame.offset)
        }
      }
    } catch {
      // Errors of the stream itself are reported by its reader.
      if error.kind == .inputOutput { throw error }
    }
    return checks
  }

  private static func update(_ check: inout CyclicRedundancyCheck, _ bytes: Span<UInt8>, _ part: ProtectedBits) {
    for bit in part.range where bit / 8 < bytes.count {
      check.update(UInt32(bytes[bit / 8] >> UInt8(7 - bit % 8)) & 1, 1)
    }
    for _ in part.range.count..<max(part.range.count, part.bitCount) { check.update(0, 1) }
  }
}
