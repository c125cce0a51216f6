import AudioBase
import Bitstream

/// Puts the packets of one stream into pages. RFC 3533, 5 and 6.
///
/// The page with the last packet is held back: only the caller knows which packet is the last, and its granule
/// position.
struct OggPageWriter {
  /// The number of the stream.
  let serial: UInt32
  /// Bytes of pages that were finished and not taken yet.
  private(set) var output: [UInt8] = []
  private var page = OggPage()
  private var body: [UInt8] = []
  private var sequence: UInt32 = 0
  private var isContinued = false
  /// The last granule position of a finished page.
  private(set) var finishedGranule: Int64 = 0

  init(serial: UInt32) {
    self.serial = serial
    // Bound: a constant.
    page.lacing.reserveCapacity(255)
  }

  /// The number of bytes of the page that is held back.
  var pendingByteCount: Int { body.count }
  /// True if a packet ends on the page that is held back.
  var hasPendingPacket: Bool { page.granule >= 0 }

  /// Adds a packet; `granule` is the position at its end.
  mutating func add(_ packet: Span<UInt8>, granule: Int64) {
    var place = 0
    while true {
      if page.lacing.count == 255 { flush() }
      let count = min(255, packet.count - place)
      page.lacing.append(UInt8(truncatingIfNeeded: count))
      body.append(copying: packet.extracting(place..<(place + count)))
      place += count
      isContinued = true
      if count < 255 { break }
    }
    isContinued = false
    page.granule = granule
  }

  /// Finishes the page, whose position may be replaced.
  mutating func flush(isLast: Bool = false, granule: Int64? = nil) {
    page.isFirst = sequence == 0
    page.isLast = isLast
    page.serial = serial
    page.sequence = sequence
    if let granule { page.granule = granule }
    if page.granule >= 0 { finishedGranule = page.granule }
    output += Self.bytes(page, body: body)
    sequence &+= 1
    page = OggPage()
    page.isContinued = isContinued
    body.removeAll(keepingCapacity: true)
  }

  /// Hands the finished pages over.
  mutating func takeOutput() -> [UInt8] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }

  /// Returns a page with its check.
  static func bytes(_ page: OggPage, body: [UInt8]) -> [UInt8] {
    var bytes = page.header + body
    let check = OggChecksum.value(ofPage: bytes.span)
    for index in 0..<4 { bytes[OggPage.checksumOffset + index] = UInt8(truncatingIfNeeded: check >> UInt32(8 * index)) }
    return bytes
  }
}
