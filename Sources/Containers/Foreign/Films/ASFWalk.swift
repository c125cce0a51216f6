import AudioBase

/// Walks over the payloads of the data packets of ASF (5.2), which all have one size.
///
/// ```
/// error correction │ flags │ lengths │ times │ payload: stream, object, offset, replicated data │ data │ … │ padding
/// ```
struct ASFWalk: PayloadWalk {
  /// A payload of a packet.
  struct Place: WalkPlace {
    /// The number of bytes from the start of the file to the packet.
    var position: Int64
    /// The number of its payloads before.
    var index: Int
  }

  /// The largest number of payloads of a packet that are read: more than any writer makes.
  private static let maximumRunCount = 4096

  private var window: SourceWindow
  private let end: Int64?
  private let packetByteCount: Int
  var place: Place
  /// The payloads of a packet, and its place; below 0 before the first.
  private var runs: [PayloadRun] = []
  private var loaded: Int64 = -1
  private var damagedPacketCount = 0
  private var isCut = false
  private var countedUpTo: Int64 = 0

  init(_ source: any ByteSource, start: Int64, end: Int64?, packetByteCount: Int) {
    window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    (self.end, self.packetByteCount) = (end, packetByteCount)
    place = Place(position: start, index: 0)
  }

  var remarks: [String] {
    (damagedPacketCount > 0 ? ["\(damagedPacketCount) damaged data packets were left out"] : [])
      + (isCut ? ["the file ends within a data packet"] : [])
  }

  mutating func next() throws(ContainerError) -> PayloadRun? {
    while true {
      if loaded != place.position {
        if let end, place.position + Int64(packetByteCount) > end { return nil }
        guard window.present(packetByteCount, at: place.position) == packetByteCount,
          try !window.load(1, at: place.position + Int64(packetByteCount) - 1).isEmpty
        else {
          isCut = window.present(1, at: place.position) > 0 && !window.source.isArriving
          return nil
        }
        try load()
      }
      if place.index < runs.count {
        defer { place.index += 1 }
        return runs[place.index]
      }
      place = Place(position: place.position + Int64(packetByteCount), index: 0)
    }
  }

  private mutating func load() throws(ContainerError) {
    runs.removeAll(keepingCapacity: true)
    var cursor = Fields(position: place.position, end: place.position + Int64(packetByteCount))
    let isWhole = try read(&cursor)
    if !isWhole {
      runs.removeAll(keepingCapacity: true)
      if place.position >= countedUpTo { damagedPacketCount += 1 }
    }
    (loaded, countedUpTo) = (place.position, max(countedUpTo, place.position + 1))
  }

  /// A place within a packet.
  private struct Fields {
    var position: Int64
    var end: Int64
    var left: Int { Int(end - position) }

    /// Reads a number whose two bits of length mean 0, 1, 2 or 4 bytes; `nil` beyond the end.
    mutating func number(_ lengthType: Int, _ window: inout SourceWindow) throws(ContainerError) -> Int? {
      let width = [0, 1, 2, 4][lengthType & 3]
      guard width > 0 else { return 0 }
      guard width <= left else { return nil }
      defer { position += Int64(width) }
      return Int(try window.littleEndian(width, at: position))
    }
  }

  /// Reads the payloads of a packet; false if it contradicts itself.
  private mutating func read(_ at: inout Fields) throws(ContainerError) -> Bool {
    guard var flags = try at.number(1, &window) else { return false }
    if flags & 0x80 != 0 {
      // The low bits are the length of the error correction, where its length type is 0.
      guard flags & 0x60 == 0, flags & 0x0F < at.left else { return false }
      at.position += Int64(flags & 0x0F)
      guard let more = try at.number(1, &window) else { return false }
      flags = more
    }
    guard let properties = try at.number(1, &window), let stated = try at.number(flags >> 5, &window),
      try at.number(flags >> 1, &window) != nil, let padding = try at.number(flags >> 3, &window), at.left >= 6
    else { return false }
    at.position += 6
    // A packet that states its length is filled up behind it.
    if flags >> 5 & 3 != 0, stated > 0, stated <= packetByteCount {
      at.end = min(at.end, place.position + Int64(stated))
    }
    guard at.left >= padding else { return false }
    at.end -= Int64(padding)
    guard flags & 1 != 0 else { return try readPayload(&at, properties, lengthType: nil) }
    guard let head = try at.number(1, &window) else { return false }
    for _ in 0..<(head & 0x3F) {
      guard try readPayload(&at, properties, lengthType: head >> 6) else { return false }
    }
    return true
  }

  private mutating func readPayload(
    _ at: inout Fields, _ properties: Int, lengthType: Int?
  ) throws(ContainerError) -> Bool {
    guard let stream = try at.number(1, &window), try at.number(properties >> 4, &window) != nil,
      let offset = try at.number(properties >> 2, &window), let replicated = try at.number(properties, &window),
      replicated <= at.left
    else { return false }
    var objectByteCount = 0
    var time: Double?
    if replicated >= 8 {
      objectByteCount = Int(try window.littleEndian(4, at: at.position))
      // In milliseconds.
      time = Double(try window.littleEndian(4, at: at.position + 4)) / 1000
    }
    at.position += Int64(replicated)
    var byteCount = at.left
    if let lengthType {
      guard let stated = try at.number(lengthType, &window), stated <= at.left else { return false }
      byteCount = stated
    }
    let end = at.position + Int64(byteCount)
    defer { at.position = end }
    let number = stream & 0x7F
    guard replicated == 1 else {
      let packet = offset == 0 ? max(objectByteCount, byteCount) : 0
      return note(
        PayloadRun(
          stream: number, fileOffset: at.position, byteCount: byteCount, packetByteCount: packet, time: time))
    }
    // Whole objects, each behind its size.
    while at.position < end {
      let size = Int(try window.littleEndian(1, at: at.position))
      at.position += 1
      let run = PayloadRun(stream: number, fileOffset: at.position, byteCount: size, packetByteCount: size)
      guard Int64(size) <= end - at.position, note(run) else { return false }
      at.position += Int64(size)
    }
    return true
  }

  /// Records a run of a packet's payloads; false if there are too many.
  private mutating func note(_ run: PayloadRun) -> Bool {
    guard run.byteCount > 0 else { return true }
    guard runs.count < Self.maximumRunCount else { return false }
    runs.append(run)
    return true
  }
}
