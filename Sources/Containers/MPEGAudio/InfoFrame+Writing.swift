import AudioBase
import Bitstream
import MPEGAudioFrames

/// The state for an info frame while a file is written.
struct InfoFrameBuilder {
  /// The number of bytes from the start of the header's name to the end of LAME's extension.
  private static let contentByteCount = 156
  /// The name for an unknown encoder. The first four letters make players such as FFmpeg accept the delays.
  static let encoderWithDelays = "LAME-swat"
  /// The same, if there is no delay to believe.
  static let encoder = "swift-at"

  /// The header of the info frame: that of the packets, at a bit rate that gives enough room.
  let header: MPEGAudioHeader
  /// The number of bytes of the info frame.
  let byteCount: Int
  private let encoderName: String?
  private var positions = SparsePacketIndex(stride: 1, maximumCount: 1 << 12)
  private var firstBitRateIndex: Int
  private var isConstantRate = true
  private var check = ReflectedCheck()
  private var frameCount: Int64 = 0
  private var audioByteCount: Int64 = 0
  var gap: InfoFrame.Gap?

  /// Begins with the header of the first packet; `nil` if no info frame belongs to such a stream.
  init?(_ first: MPEGAudioHeader, encoder: String?) {
    guard first.layer == 3, !first.isFreeFormat else { return nil }
    let needed = MPEGAudioHeader.byteCount + first.sideInformationByteCount + Self.contentByteCount
    // No check and no padding; the packets' own bit rate if it is enough.
    let plain = first.word & ~(1 << 9) | 1 << 16
    let candidates = [first.bitRateIndex] + Array(1...14)
    let headers = candidates.compactMap { MPEGAudioHeader(word: plain & ~0xF000 | UInt32($0) << 12) }
    guard let header = headers.first(where: { ($0.frameByteCount ?? 0) >= needed }),
      let byteCount = header.frameByteCount
    else { return nil }
    self.header = header
    self.byteCount = byteCount
    firstBitRateIndex = first.bitRateIndex
    encoderName = encoder.flatMap { name in
      let isKnown = InfoFrame.countsDelays(name) && name.utf8.count <= 9
      return isKnown && name.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? name : nil
    }
  }

  /// Counts a packet.
  mutating func add(_ packet: Span<UInt8>, _ header: MPEGAudioHeader) {
    positions.note(packet: frameCount, at: Int64(byteCount) + audioByteCount)
    if header.bitRateIndex != firstBitRateIndex { isConstantRate = false }
    frameCount += 1
    audioByteCount += Int64(packet.count)
    check.update(packet)
  }

  /// An info frame without counts, for a file that is not finished.
  var placeholder: [UInt8] {
    var bytes = start(name: "Info")
    bytes.append(bigEndian: 0 as UInt32)
    return bytes + [UInt8](repeating: 0, count: byteCount - bytes.count)
  }

  /// The info frame for the packets so far.
  var bytes: [UInt8] {
    let whole = Int64(byteCount) + audioByteCount
    // Counts have 32 bits; longer streams are left to be counted by the player.
    guard let frames = UInt32(exactly: frameCount), let size = UInt32(exactly: whole), frames > 0 else {
      return placeholder
    }
    var bytes = start(name: isConstantRate ? "Info" : "Xing")
    let hasFramesBytesAndTable: UInt32 = 7
    let hasQuality: UInt32 = 8
    bytes.append(bigEndian: hasFramesBytesAndTable | hasQuality)
    bytes.append(bigEndian: frames)
    bytes.append(bigEndian: size)
    for percent in 0..<InfoFrame.tableCount {
      let packet = Int64(percent) * frameCount / Int64(InfoFrame.tableCount)
      let offset = positions.mark(before: packet)?.offset ?? 0
      bytes.append(UInt8(min(255, offset * 256 / whole)))
    }
    // The quality is not known: the middle of 0…100.
    bytes.append(bigEndian: 50 as UInt32)
    appendExtension(to: &bytes, byteCount: size)
    return bytes + [UInt8](repeating: 0, count: byteCount - bytes.count)
  }

  private func start(name: StaticString) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    bytes.append(bigEndian: header.word)
    bytes += [UInt8](repeating: 0, count: header.sideInformationByteCount)
    bytes += Array("\(name)".utf8)
    return bytes
  }

  /// Appends the known fields of LAME; the CRC covers all preceding bytes of the frame.
  private func appendExtension(to bytes: inout [UInt8], byteCount size: UInt32) {
    // Readers must not take the zeros after the name for a delay if it is unknown.
    let name = gap == nil ? Self.encoder : encoderName ?? Self.encoderWithDelays
    bytes += Array(name.utf8) + [UInt8](repeating: 0x20, count: 9 - name.utf8.count)
    let constantRateMethod: UInt8 = 1
    let unknownMethod: UInt8 = 0
    bytes.append(isConstantRate ? constantRateMethod : unknownMethod)
    // Low-pass, peak, two gains, flags.
    bytes += [UInt8](repeating: 0, count: 10)
    bytes.append(isConstantRate ? UInt8(min(255, header.bitRate / 1000)) : 0)
    let gap = self.gap ?? InfoFrame.Gap(delay: 0, padding: 0)
    bytes.append(UInt8(gap.delay >> 4))
    bytes.append(UInt8((gap.delay & 15) << 4 | gap.padding >> 8))
    bytes.append(UInt8(gap.padding & 0xFF))
    // Noise shaping and stereo mode, gain, preset.
    bytes += [0, 0, 0, 0]
    bytes.append(bigEndian: size)
    bytes.append(bigEndian: check.value)
    var own = ReflectedCheck()
    own.update(bytes.span)
    bytes.append(bigEndian: own.value)
  }
}

extension InfoFrame.Gap {
  /// Creates the delay and padding that keep these frames, or `nil` if nothing is to be cut.
  ///
  /// - Throws: ``ErrorKind/unsupported`` where twelve bits, or the decoder's own delay, do not allow it.
  init?(_ table: PacketTable, sampleRate: Double) throws(ContainerError) {
    guard table.primingFrames != 0 || table.remainderFrames != 0 else { return nil }
    let delay = table.primingFrames.subtractingReportingOverflow(Int64(InfoFrame.decoderDelay))
    let padding = table.remainderFrames.addingReportingOverflow(Int64(InfoFrame.decoderDelay))
    let range: ClosedRange<Int64> = 0...4095
    guard table.timescale == sampleRate || table.timescale == 0, !delay.overflow, !padding.overflow,
      range.contains(delay.partialValue), range.contains(padding.partialValue)
    else {
      throw ContainerError(
        .unsupported, "MP3 holds 529 to 4624 priming frames and 0 to 3566 remainder frames", at: 0, in: "mpga")
    }
    self.init(delay: Int(delay.partialValue), padding: Int(padding.partialValue))
  }
}
