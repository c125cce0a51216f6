// Names and documentation are those of the header.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioFiles
public import CSwiftAudioToolbox
import SwiftAudioToolbox

@c(sat_version)
public func satVersion() -> UInt32 { UInt32(SAT_VERSION) }

@c(sat_open_file)
public func satOpenFile(
  _ path: UnsafePointer<CChar>?, _ request: UnsafePointer<sat_request>?, _ format: UnsafeMutablePointer<sat_format>?,
  _ error: UnsafeMutablePointer<sat_error>?
) -> UInt64 {
  unsafe calling(error, orElse: 0) { () throws(CallFailure) in
    unsafe try open(.file(FilePath(bytes: text(path))), request, format)
  }
}

@c(sat_open_memory)
public func satOpenMemory(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ request: UnsafePointer<sat_request>?,
  _ format: UnsafeMutablePointer<sat_format>?, _ error: UnsafeMutablePointer<sat_error>?
) -> UInt64 {
  unsafe calling(error, orElse: 0) { () throws(CallFailure) in
    unsafe try open(.bytes(copied(bytes, count)), request, format)
  }
}

@unsafe
private func open(
  _ origin: SoundRequest.Origin, _ request: UnsafePointer<sat_request>?, _ format: UnsafeMutablePointer<sat_format>?
) throws(CallFailure) -> UInt64 {
  let wanted = unsafe request?.pointee ?? sat_request()
  guard wanted.rate >= 0, wanted.channels >= 0, wanted.start >= 0, wanted.duration >= 0 else {
    throw CallFailure("option", "a rate, a number of channels, a start or a duration is below 0 or no number")
  }
  var seconds: Range<Double>?
  if wanted.start > 0 || wanted.duration > 0 {
    seconds = wanted.start..<(wanted.duration > 0 ? wanted.start + wanted.duration : .infinity)
  }
  let reader = try Reader(
    SoundRequest(
      origin, rate: wanted.rate > 0 ? wanted.rate : nil, channels: wanted.channels > 0 ? Int(wanted.channels) : nil,
      seconds: seconds))
  if let format = unsafe format { unsafe format.pointee = reader.format }
  return Readers.add(reader)
}

@c(sat_read_float)
public func satReadFloat(
  _ reader: UInt64, _ samples: UnsafeMutablePointer<Float>?, _ frames: Int64, _ error: UnsafeMutablePointer<sat_error>?
) -> Int64 {
  unsafe read(reader, samples, frames, error) { $0 }
}

@c(sat_read_double)
public func satReadDouble(
  _ reader: UInt64, _ samples: UnsafeMutablePointer<Double>?, _ frames: Int64,
  _ error: UnsafeMutablePointer<sat_error>?
) -> Int64 {
  unsafe read(reader, samples, frames, error) { Double($0) }
}

@c(sat_read_int16)
public func satReadInt16(
  _ reader: UInt64, _ samples: UnsafeMutablePointer<Int16>?, _ frames: Int64, _ error: UnsafeMutablePointer<sat_error>?
) -> Int64 {
  unsafe read(reader, samples, frames, error) { sample in
    // What is no number is silence.
    sample.isNaN ? 0 : Int16(min(max((sample * 32768).rounded(.toNearestOrEven), -32768), 32767))
  }
}

/// Puts frames, one after the other, where a caller wants them.
@unsafe
private func read<Sample>(
  _ number: UInt64, _ samples: UnsafeMutablePointer<Sample>?, _ frames: Int64,
  _ error: UnsafeMutablePointer<sat_error>?,
  _ convert: (Float) -> Sample
) -> Int64 {
  unsafe calling(error, orElse: -1) { () throws(CallFailure) in
    let reader = try Readers.reader(number)
    guard let samples = unsafe samples else { throw .nullPointer }
    let channelCount = Int(reader.format.channels)
    guard frames >= 0, !Int(frames).multipliedReportingOverflow(by: channelCount).overflow else {
      throw CallFailure("option", "the number of frames is below 0, or more than memory holds")
    }
    return Int64(
      try reader.read(Int(frames)) { channel, plane, first in
        var place = first * channelCount + channel
        for index in plane.indices {
          unsafe samples[place] = convert(plane[index])
          place += channelCount
        }
      })
  }
}

@c(sat_seek)
public func satSeek(_ reader: UInt64, _ frame: Int64, _ error: UnsafeMutablePointer<sat_error>?) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(CallFailure) in
    guard frame >= 0 else { throw CallFailure("option", "frames are counted from 0") }
    try Readers.reader(reader).seek(toFrame: frame)
    return 0
  }
}

@c(sat_damaged_packets)
public func satDamagedPackets(_ reader: UInt64) -> Int64 {
  unsafe calling(nil, orElse: -1) { () throws(CallFailure) in try Readers.reader(reader).damagedPacketCount }
}

@c(sat_close)
public func satClose(_ reader: UInt64) { Readers.remove(reader) }
