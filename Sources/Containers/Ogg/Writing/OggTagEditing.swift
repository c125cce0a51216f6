import AudioBase
import Bitstream
import VorbisComments
import XiphAudio

/// Changes the comments of an Ogg stream: the pages of its header packets are rebuilt, and if their number changes, all
/// later pages of the stream get other numbers and checks. Packets, granule positions and all other streams stay as
/// they are.
enum OggTagEditing {
  /// The pages of the headers of a stream after its first page.
  private struct HeaderPages {
    var range: Range<Int64>
    var count: UInt32
  }

  /// Returns the edit, or `nil` if the headers share pages with other packets, or regions change.
  ///
  /// - Throws: `ErrorKind.limitExceeded` for comments that exceed the limit of reading: a rewrite would lose the rest.
  static func edit(_ source: any ByteSource, _ wanted: MetadataChange) throws(ContainerError) -> FileEdit? {
    guard wanted.before.regions == wanted.after.regions else { return nil }
    // Markers are comments, too.
    let rate = wanted.sampleRate
    var change = MetadataChange(
      from: VorbisComments.addingChapters(to: wanted.before, sampleRate: rate),
      to: VorbisComments.addingChapters(to: wanted.after, sampleRate: rate), clears: wanted.clears, sampleRate: rate)
    change.limits = wanted.limits
    var scanner = OggPageScanner(source, at: 0, limits: change.limits)
    let link = try OggLink(&scanner, limits: change.limits)
    guard let stream = link.streams.first, stream.strayCount == 0 else { return nil }
    if stream.isCut {
      throw ContainerError(.limitExceeded, "the comments are longer than the limit", at: 0, in: "OggS")
    }
    guard let packets = packets(stream.packets, change)
    else { return nil }
    scanner = OggPageScanner(source, at: 0, limits: change.limits)
    var edit = FileEdit()
    guard let first = try firstPage(of: stream.serial, &scanner),
      let pages = try headerPages(of: stream, &scanner)
    else { return nil }
    if packets[0] != stream.packets[0] {
      var page = first
      // Only the number of headers of FLAC differs, never the length.
      guard packets[0].count == stream.packets[0].count, page.lacing.count == packets[0].count / 255 + 1 else {
        return nil
      }
      page.checksum = 0
      edit.replace(
        first.offset..<(first.offset + Int64(first.byteCount)), with: OggPageWriter.bytes(page, body: packets[0]))
    }
    var writer = OggHeaderPageWriter(serial: stream.serial, sequence: first.sequence &+ 1)
    for packet in packets.dropFirst() { writer.add(packet) }
    let bytes = writer.finish()
    edit.replace(pages.range, with: bytes)
    let shift = writer.pageCount &- pages.count
    if shift != 0 { try renumber(&scanner, serial: stream.serial, by: shift, &edit) }
    return edit
  }

  /// Returns the header packets with other comments, or `nil` if they cannot be taken apart.
  private static func packets(_ old: [[UInt8]], _ change: MetadataChange) -> [[UInt8]]? {
    if old[0].starts(with: OggFLACHeader.magic) { return losslessPackets(old, change) }
    guard old.count >= 2 else { return nil }
    let isOpus = old[0].starts(with: OpusHeader.magic)
    let magic = isOpus ? OpusHeader.tagsMagic : VorbisHeaders.magic(3)
    guard old[1].starts(with: magic),
      let edit = VorbisCommentEdit(Array(old[1].dropFirst(magic.count)), change, holdsPictures: true)
    else { return nil }
    // RFC 7845, 5.2: the bytes after the comments of Opus are kept where their first bit is set, and are padding
    // otherwise.
    let rest = isOpus ? ((edit.rest.first ?? 0) & 1 == 1 ? edit.rest : []) : [1]
    var packets = old
    packets[1] = magic + edit.bytes + rest
    return packets
  }

  /// Returns the blocks of FLAC, each after its header of four bytes; the first packet counts the others.
  private static func losslessPackets(_ old: [[UInt8]], _ change: MetadataChange) -> [[UInt8]]? {
    var blocks: [(type: UInt8, body: [UInt8])] = []
    var hasComments = false
    for packet in old.dropFirst() {
      guard packet.count >= 4 else { return nil }
      let type = packet[0] & 0x7F
      var body = Array(packet.dropFirst(4))
      if type == 4, !hasComments {
        hasComments = true
        guard let edit = VorbisCommentEdit(body, change, holdsPictures: true) else { return nil }
        body = edit.bytes
      }
      if type == 6, change.changesArtwork { continue }
      if type != 1 { blocks.append((type, body)) }
    }
    guard hasComments, blocks.allSatisfy({ $0.body.count < 1 << 24 }), let header = OggFLACHeader(old[0]) else {
      return nil
    }
    let packets = OggMapping.losslessPackets(header, blocks)
    return packets[0].count == old[0].count ? packets : nil
  }

  private static func firstPage(
    of serial: UInt32, _ scanner: inout OggPageScanner
  ) throws(ContainerError) -> OggPage? {
    while try scanner.next() {
      if scanner.page.serial == serial { return scanner.page.isFirst ? scanner.page : nil }
    }
    return nil
  }

  /// Returns the pages up to the end of the headers, which must are adjacent and end with the last header.
  private static func headerPages(
    of stream: OggHeaderPackets, _ scanner: inout OggPageScanner
  ) throws(ContainerError) -> HeaderPages? {
    var pages: HeaderPages?
    while scanner.position < stream.end, try scanner.next() {
      let page = scanner.page
      guard page.serial == stream.serial else {
        // The first pages of other streams are in between.
        if pages == nil { continue }
        return nil
      }
      let start = pages?.range.lowerBound ?? page.offset
      guard pages == nil || pages?.range.upperBound == page.offset else { return nil }
      pages = HeaderPages(range: start..<scanner.position, count: (pages?.count ?? 0) + 1)
    }
    guard let last = scanner.page.lacing.last, last < 255 else { return nil }
    return pages
  }

  /// Renumbers the later pages of a stream.
  private static func renumber(
    _ scanner: inout OggPageScanner, serial: UInt32, by shift: UInt32, _ edit: inout FileEdit
  ) throws(ContainerError) {
    do throws(ContainerError) {
      while try scanner.next() {
        var page = scanner.page
        guard page.serial == serial else { continue }
        if page.isFirst { return }
        let body = try scanner.body()
        page.sequence = page.sequence &+ shift
        let bytes = OggPageWriter.bytes(
          page, body: Array(body.bytes[body.start..<(body.start + page.bodyByteCount)]))
        // The number and the check are adjacent.
        edit.append(
          (page.offset + 18)..<(page.offset + 26), with: Array(bytes[18..<26]))
      }
    } catch {
      // A file that is cut within a page keeps that page as it is.
      if error.kind == .inputOutput { throw error }
    }
  }
}

/// Puts header packets into pages: granule position 0, or −1 if none ends. RFC 3533, 6.
private struct OggHeaderPageWriter {
  private var page = OggPage()
  private var body: [UInt8] = []
  private var bytes: [UInt8] = []
  private(set) var pageCount: UInt32 = 0

  init(serial: UInt32, sequence: UInt32) {
    page.serial = serial
    page.sequence = sequence
  }

  mutating func add(_ packet: [UInt8]) {
    var place = 0
    while true {
      if page.lacing.count == 255 { flush(isContinued: place > 0) }
      let count = min(255, packet.count - place)
      page.lacing.append(UInt8(truncatingIfNeeded: count))
      body += packet[place..<(place + count)]
      place += count
      if count < 255 { break }
    }
    page.granule = 0
  }

  /// Returns all pages.
  mutating func finish() -> [UInt8] {
    if !page.lacing.isEmpty { flush(isContinued: false) }
    return bytes
  }

  private mutating func flush(isContinued: Bool) {
    bytes += OggPageWriter.bytes(page, body: body)
    pageCount += 1
    page.sequence = page.sequence &+ 1
    page.isContinued = isContinued
    page.granule = -1
    page.lacing.removeAll(keepingCapacity: true)
    body.removeAll(keepingCapacity: true)
  }
}
