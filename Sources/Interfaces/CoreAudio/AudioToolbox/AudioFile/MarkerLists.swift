import AudioBase
import Foundation

// Markers and regions as `AudioFileMarkerList` and `AudioFileRegionList` hold them.
//
//   marker  │ frame 8 │ name 8 │ id 4 │ time 8 │ type 4 │ reserved 2 │ channel 2 │ padding 4 │
//   region  │ id 4 │ padding 4 │ name 8 │ flags 4 │ count 4 │ count × marker │

/// The number of bytes of an `AudioFileMarker`.
private let markerByteCount = 40
/// The number of bytes before the first marker or region of a list.
private let listHeaderByteCount = 8
/// The number of bytes of a region before its first marker.
private let regionHeaderByteCount = 24

extension PropertyValue {
  /// Creates an `AudioFileMarkerList`.
  init(markers: [Marker]) {
    self.init(bytes: [])
    append(UInt32(0))
    append(UInt32(clamping: markers.count))
    for marker in markers { append(marker) }
  }

  /// Creates an `AudioFileRegionList`.
  init(regions: [Region]) {
    self.init(bytes: [])
    append(UInt32(0))
    append(UInt32(clamping: regions.count))
    for region in regions {
      append(UInt32(truncatingIfNeeded: region.identifier))
      pad(toMultipleOf: 8)
      append(NSString(string: region.name))
      append(region.flags.rawValue)
      append(UInt32(clamping: region.markers.count))
      for marker in region.markers { append(marker) }
    }
  }

  private mutating func append(_ marker: Marker) {
    append(marker.framePosition)
    append(NSString(string: marker.name))
    append(Int32(truncatingIfNeeded: marker.identifier))
    let time = marker.time ?? SMPTETime(hours: 0, minutes: 0, seconds: 0, frames: 0)
    append(
      AudioFile_SMPTE_Time(
        mHours: Int8(clamping: time.hours), mMinutes: UInt8(clamping: time.minutes),
        mSeconds: UInt8(clamping: time.seconds), mFrames: UInt8(clamping: time.frames),
        mSubFrameSampleOffset: time.subFrameSampleOffset))
    append(marker.type)
    append(UInt16(0))
    append(UInt16(clamping: marker.channel))
    pad(toMultipleOf: 8)
  }
}

extension PropertySource {
  /// Reads the markers of an `AudioFileMarkerList`.
  func markerList() throws(Status) -> [Marker] {
    let count = Int(try read(UInt32.self, at: 4))
    guard count <= (self.count - listHeaderByteCount) / markerByteCount else {
      throw Status(kAudioFileBadPropertySizeError)
    }
    var markers: [Marker] = []
    for index in 0..<count { markers.append(try marker(at: listHeaderByteCount + index * markerByteCount)) }
    return markers
  }

  /// Reads the regions of an `AudioFileRegionList`.
  func regionList() throws(Status) -> [Region] {
    let regionCount = Int(try read(UInt32.self, at: 4))
    var offset = listHeaderByteCount
    var regions: [Region] = []
    for _ in 0..<min(regionCount, count) {
      let markerCount = Int(try read(UInt32.self, at: offset + 20))
      guard markerCount <= count / markerByteCount else { throw Status(kAudioFileBadPropertySizeError) }
      var region = Region(
        identifier: Int(try read(UInt32.self, at: offset)), name: try text(at: offset + 8),
        flags: Region.Flags(rawValue: try read(UInt32.self, at: offset + 16)))
      offset += regionHeaderByteCount
      for _ in 0..<markerCount {
        region.markers.append(try marker(at: offset))
        offset += markerByteCount
      }
      regions.append(region)
    }
    return regions
  }

  private func marker(at offset: Int) throws(Status) -> Marker {
    let time = try read(AudioFile_SMPTE_Time.self, at: offset + 20)
    var marker = Marker(
      name: try text(at: offset + 8), framePosition: try read(Float64.self, at: offset),
      identifier: Int(try read(Int32.self, at: offset + 16)), type: try read(UInt32.self, at: offset + 28),
      channel: Int(try read(UInt16.self, at: offset + 34)))
    if time.mHours != 0 || time.mMinutes != 0 || time.mSeconds != 0 || time.mFrames != 0 {
      marker.time = SMPTETime(
        hours: Int(time.mHours), minutes: Int(time.mMinutes), seconds: Int(time.mSeconds), frames: Int(time.mFrames),
        subFrameSampleOffset: time.mSubFrameSampleOffset)
    }
    return marker
  }

  /// Returns the text of a `CFStringRef`, nothing for a null pointer.
  private func text(at offset: Int) throws(Status) -> String {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: try read(UInt.self, at: offset)) else { return "" }
    return unsafe Unmanaged<NSString>.fromOpaque(pointer).takeUnretainedValue().description
  }

  private func read<Value: BitwiseCopyable>(_ type: Value.Type, at offset: Int) throws(Status) -> Value {
    try read(type, at: offset, orThrow: kAudioFileBadPropertySizeError)
  }
}
