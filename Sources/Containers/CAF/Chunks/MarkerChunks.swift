import AudioBase
import Bitstream

/// `mark` and `regn`: positions and ranges of the recording, whose names are in `strg`.
enum MarkerChunks {
  private static let markerByteCount = 28
  /// A time of day that is not given: all bytes are FF.
  private static let noTime: UInt32 = 0xFFFF_FFFF

  /// Reads the body of `mark`.
  static func markers(in body: [UInt8], names: [UInt32: String]) -> [Marker] {
    var markers: [Marker] = []
    do throws(EndOfBytes) {
      var reader = ByteReader(body.span)
      try reader.skip(4)
      let count = Int(try reader.readUInt32())
      for _ in 0..<min(count, reader.remaining / markerByteCount) { markers.append(try marker(&reader, names)) }
    } catch {
      return markers
    }
    return markers
  }

  /// Reads the body of `regn`.
  static func regions(in body: [UInt8], names: [UInt32: String]) -> [Region] {
    var regions: [Region] = []
    do throws(EndOfBytes) {
      var reader = ByteReader(body.span)
      try reader.skip(4)
      let count = Int(try reader.readUInt32())
      for _ in 0..<min(count, reader.remaining / 12) {
        let identifier = try reader.readUInt32()
        var region = Region(
          identifier: Int(clamping: identifier), name: names[identifier] ?? "",
          flags: Region.Flags(rawValue: try reader.readUInt32()))
        let markerCount = Int(try reader.readUInt32())
        guard markerCount <= reader.remaining / markerByteCount else { return regions }
        for _ in 0..<markerCount { region.markers.append(try marker(&reader, names)) }
        regions.append(region)
      }
    } catch {
      return regions
    }
    return regions
  }

  private static func marker(_ reader: inout ByteReader, _ names: [UInt32: String]) throws(EndOfBytes) -> Marker {
    let type = try reader.readUInt32()
    let position = Double(bitPattern: try reader.readUInt64())
    let identifier = try reader.readUInt32()
    let clock = try reader.readUInt32()
    let offset = try reader.readUInt32()
    let channel = try reader.readUInt32()
    var marker = Marker(
      name: names[identifier] ?? "", framePosition: position.isFinite ? position : 0,
      identifier: Int(clamping: identifier),
      type: type, channel: Int(channel))
    if clock != noTime {
      marker.time = SMPTETime(
        hours: Int(Int8(truncatingIfNeeded: clock >> 24)), minutes: Int(clock >> 16 & 0xFF),
        seconds: Int(clock >> 8 & 0xFF), frames: Int(clock & 0xFF), subFrameSampleOffset: offset)
    }
    return marker
  }

  /// Returns the body of `mark`.
  static func body(_ markers: [Marker]) -> [UInt8] {
    var body: [UInt8] = []
    body.append(bigEndian: 0 as UInt32)
    body.append(bigEndian: UInt32(clamping: markers.count))
    for marker in markers { append(marker, to: &body) }
    return body
  }

  /// Returns the body of `regn`.
  static func body(_ regions: [Region]) -> [UInt8] {
    var body: [UInt8] = []
    body.append(bigEndian: 0 as UInt32)
    body.append(bigEndian: UInt32(clamping: regions.count))
    for region in regions {
      body.append(bigEndian: UInt32(truncatingIfNeeded: region.identifier))
      body.append(bigEndian: region.flags.rawValue)
      body.append(bigEndian: UInt32(clamping: region.markers.count))
      for marker in region.markers { append(marker, to: &body) }
    }
    return body
  }

  private static func append(_ marker: Marker, to body: inout [UInt8]) {
    body.append(bigEndian: marker.type)
    body.append(bigEndian: marker.framePosition.bitPattern)
    body.append(bigEndian: UInt32(truncatingIfNeeded: marker.identifier))
    if let time = marker.time {
      for part in [time.hours, time.minutes, time.seconds, time.frames] { body.append(UInt8(truncatingIfNeeded: part)) }
    } else {
      body.append(bigEndian: noTime)
    }
    body.append(bigEndian: marker.time?.subFrameSampleOffset ?? noTime)
    body.append(bigEndian: UInt32(clamping: marker.channel))
  }

  /// Returns the names of markers and regions by their numbers; if several have the same number, the first one is
  /// named.
  static func names(_ metadata: Metadata) -> [UInt32: String] {
    var names: [UInt32: String] = [:]
    func note(_ identifier: Int, _ name: String) {
      let key = UInt32(truncatingIfNeeded: identifier)
      if !name.isEmpty, names[key] == nil { names[key] = name }
    }
    for marker in metadata.markers { note(marker.identifier, marker.name) }
    for region in metadata.regions {
      note(region.identifier, region.name)
      for marker in region.markers { note(marker.identifier, marker.name) }
    }
    return names
  }
}
