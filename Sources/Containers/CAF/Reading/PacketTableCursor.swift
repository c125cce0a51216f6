import AudioBase

/// Walks the descriptions of packets in `pakt`, which stay in the file.
struct PacketTableCursor {
  /// The position of a packet in the table, in the file and in time.
  struct Place: PacketMark, BitwiseCopyable {
    var packet: Int64 = 0
    /// The number of bytes from the start of the file to its description.
    var tableOffset: Int64
    /// The number of bytes from the start of the file to the packet.
    var byteOffset: Int64
    /// The number of frames of all packets before it.
    var frame: Int64 = 0
  }

  /// The totals of all packets together.
  struct Summary {
    var packetCount: Int64 = 0
    var byteCount: Int64 = 0
    var frameCount: Int64 = 0
    var largest = 0
    /// True if the table or the packets end early.
    var isCut = false
    /// The number of packets up to the last that has bytes.
    var filledPacketCount: Int64 = 0
  }

  private var window: SourceWindow
  private let tableRange: Range<Int64>
  private let bytesPerPacket: Int
  private let framesPerPacket: Int
  private(set) var packetCount: Int64
  private let dataOffset: Int64
  private let dataEnd: Int64
  private var marks = SparseMarks<Place>(stride: 256, maximumCount: 1 << 13)
  /// The packet that ``next()`` gives.
  private(set) var place: Place

  /// - Parameters:
  ///   - format: The format, which states those of a packet's numbers that are constant, and so not in the table.
  ///   - packets: The range of the packets.
  init(_ source: any ByteSource, _ table: FileSurvey.DescriptionTable, format: StreamFormat, packets: Range<Int64>) {
    window = SourceWindow(source, capacity: 1 << 14)
    tableRange = table.range
    bytesPerPacket = format.bytesPerPacket
    framesPerPacket = format.framesPerPacket
    packetCount = table.header.packetCount
    dataOffset = packets.lowerBound
    dataEnd = packets.upperBound
    place = Place(tableOffset: table.range.lowerBound, byteOffset: packets.lowerBound)
  }

  /// Returns the bytes and frames of the next packet, and moves past it; `nil` at the end of the table or of the
  /// packets.
  ///
  /// - Throws: ``ErrorKind/malformed`` for a number that is too long.
  mutating func next() throws(ContainerError) -> (byteCount: Int, frameCount: Int)? {
    guard place.packet < packetCount else { return nil }
    var offset = place.tableOffset
    let size = bytesPerPacket > 0 ? bytesPerPacket : try number(at: &offset)
    let frames = framesPerPacket > 0 ? framesPerPacket : try number(at: &offset)
    guard let size, let frames, Int64(size) <= dataEnd - place.byteOffset else { return nil }
    let (frame, overflow) = place.frame.addingReportingOverflow(Int64(frames))
    guard !overflow else {
      throw ContainerError(.malformed, "the frames of all packets can be counted", at: offset, in: .packetTableChunk)
    }
    place = Place(
      packet: place.packet + 1, tableOffset: offset, byteOffset: place.byteOffset + Int64(size), frame: frame)
    return (size, frames)
  }

  /// Reads a number and moves past it; `nil` if the table ends.
  private mutating func number(at offset: inout Int64) throws(ContainerError) -> Int? {
    let wanted = Int(min(Int64(VariableInteger.maximumByteCount), tableRange.upperBound - offset))
    guard wanted > 0 else { return nil }
    let view = try window.load(wanted, at: offset)
    var value = 0
    for (index, position) in view.enumerated() {
      value = value << 7 | Int(window.bytes[position] & 0x7F)
      if window.bytes[position] & 0x80 == 0 {
        offset += Int64(index) + 1
        return value
      }
    }
    guard view.count == VariableInteger.maximumByteCount else { return nil }
    throw ContainerError(
      .malformed, "a number of the packet table has at most 63 bits", at: offset, in: .packetTableChunk)
  }

  /// Walks the whole table once, records positions on the way, and returns to the start.
  mutating func survey() throws(ContainerError) -> Summary {
    var summary = Summary()
    do throws(ContainerError) {
      while true {
        marks.note(place)
        guard let entry = try next() else { break }
        summary.largest = max(summary.largest, entry.byteCount)
        if entry.byteCount > 0 { summary.filledPacketCount = place.packet }
      }
    } catch {
      if error.kind == .inputOutput { throw error }
    }
    summary.packetCount = place.packet
    summary.byteCount = place.byteOffset - dataOffset
    summary.frameCount = place.frame
    summary.isCut = place.packet < packetCount
    place = Place(tableOffset: tableRange.lowerBound, byteOffset: dataOffset)
    return summary
  }

  /// Limits the packets to a number of them.
  mutating func cut(toPacketCount count: Int64) { packetCount = min(packetCount, count) }

  /// Moves to a packet, or to the packet that holds a frame; positions past the end mean the end.
  mutating func move(to target: PacketTarget) throws(ContainerError) {
    let known = marks.last { mark in
      switch target {
      case .packet(let packet): mark.packet <= packet
      case .frame(let frame): mark.frame <= frame
      }
    }
    place = known ?? Place(tableOffset: tableRange.lowerBound, byteOffset: dataOffset)
    while true {
      let before = place
      if case .packet(let packet) = target, place.packet >= packet { return }
      guard try next() != nil else { return }
      if case .frame(let frame) = target, place.frame > frame { return place = before }
    }
  }
}
