import AudioBase
import Bitstream

/// Takes access units out of the payloads of `mpeg4-generic`, RFC 3640.
struct MPEG4GenericReader: Sendable {
  /// The largest number of units of a packet.
  static let maximumUnitCount = 256

  let format: AccessUnitHeaderFormat
  /// The number of frames of a unit.
  let unitFrameCount: Int
  private(set) var fragments = FragmentAssembler()

  init(format: AccessUnitHeaderFormat, unitFrameCount: Int) {
    self.format = format
    self.unitFrameCount = unitFrameCount
  }

  /// Appends the units that a packet completes.
  mutating func read(
    _ payload: ArraySlice<UInt8>, at place: PacketPlace, into units: inout [PayloadUnit]
  ) throws(RTPError) {
    var sizes: [Int] = []
    var start = try readSizes(payload.span, into: &sizes)
    if sizes.count == 1, sizes[0] > payload.count - start || fragments.continues(place) {
      return try addFragment(payload.dropFirst(start), of: sizes[0], at: place, into: &units)
    }
    if fragments.byteCount > 0 { fragments.reset() }
    for (index, size) in sizes.enumerated() {
      guard size > 0, size <= payload.count - start else {
        throw RTPError(.malformed, "the access units fill the packet", clause: "RFC 3640, 3.2.3", at: start)
      }
      let bytes = payload.dropFirst(start).prefix(size)
      units.append(PayloadUnit(frameOffset: Int64(index) * Int64(unitFrameCount), bytes: bytes))
      start += size
    }
  }

  /// Reads the headers and the auxiliary section and returns the offset of the units.
  private func readSizes(_ payload: Span<UInt8>, into sizes: inout [Int]) throws(RTPError) -> Int {
    guard format.hasHeaders else {
      let size = format.constantSize ?? payload.count
      guard size > 0, payload.count / size <= Self.maximumUnitCount else { throw Self.tooMany }
      for _ in 0..<max(1, payload.count / size) { sizes.append(size) }
      return 0
    }
    guard payload.count >= 2 else {
      throw RTPError(.truncated, "the headers of the access units are whole", clause: "RFC 3640, 3.2.1")
    }
    let bitCount = Int(payload[0]) << 8 | Int(payload[1])
    guard bitCount > 0, bitCount <= (payload.count - 2) * 8 else {
      throw RTPError(.malformed, "the headers of the access units lie within the packet", clause: "RFC 3640, 3.2.1")
    }
    var reader = BitReader(payload, bits: 16..<(16 + bitCount))
    while reader.remaining > 0 {
      let size = try format.readHeader(&reader, isFirst: sizes.isEmpty)
      guard sizes.count < Self.maximumUnitCount else { throw Self.tooMany }
      sizes.append(size ?? format.constantSize ?? payload.count - 2 - (bitCount + 7) / 8)
    }
    let end = 2 + (bitCount + 7) / 8
    guard format.auxiliarySizeLength > 0 else { return end }
    var rest = BitReader(payload, bits: (end * 8)..<(payload.count * 8))
    guard let size = try? rest.read(format.auxiliarySizeLength), Int(size) <= rest.remaining else {
      throw RTPError(.truncated, "the auxiliary section is whole", clause: "RFC 3640, 3.2.2", at: end)
    }
    return (rest.offset + Int(size) + 7) / 8
  }

  private mutating func addFragment(
    _ part: ArraySlice<UInt8>, of size: Int, at place: PacketPlace, into units: inout [PayloadUnit]
  ) throws(RTPError) {
    guard size <= format.maximumUnitByteCount, part.count > 0 else {
      fragments.reset()
      throw RTPError(.malformed, "a part of an access unit is not empty", clause: "RFC 3640, 3.2.3.1")
    }
    fragments.append(part.span, at: place)
    guard fragments.byteCount >= size else { return }
    let bytes = fragments.take()
    guard bytes.count == size else {
      throw RTPError(.malformed, "the parts of an access unit are as long as it", clause: "RFC 3640, 3.2.3.1")
    }
    units.append(PayloadUnit(frameOffset: 0, bytes: bytes[...]))
  }

  private static var tooMany: RTPError {
    RTPError(.limitExceeded, "a packet has 256 access units at most", clause: "RFC 3640, 3.2.1")
  }
}
