// Names and documentation are those of the header.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioConversion
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
  unsafe calling(error, orElse: 0) { () throws(AudioError) in
    unsafe try open(.file(Pathname(bytes: text(path))), request, format)
  }
}

@c(sat_open_memory)
public func satOpenMemory(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ request: UnsafePointer<sat_request>?,
  _ format: UnsafeMutablePointer<sat_format>?, _ error: UnsafeMutablePointer<sat_error>?
) -> UInt64 {
  unsafe calling(error, orElse: 0) { () throws(AudioError) in
    unsafe try open(.bytes(copied(bytes, count)), request, format)
  }
}

@c(sat_borrow_memory)
public func satBorrowMemory(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ request: UnsafePointer<sat_request>?,
  _ format: UnsafeMutablePointer<sat_format>?, _ error: UnsafeMutablePointer<sat_error>?
) -> UInt64 {
  unsafe calling(error, orElse: 0) { () throws(AudioError) in
    unsafe try open(.source(LentBytes(bytes, count)), request, format)
  }
}

@unsafe
private func open(
  _ origin: SoundRequest.Origin, _ request: UnsafePointer<sat_request>?, _ format: UnsafeMutablePointer<sat_format>?
) throws(AudioError) -> UInt64 {
  let wanted = unsafe request?.pointee ?? sat_request()
  guard wanted.rate >= 0, wanted.channels >= 0, wanted.start >= 0, wanted.duration >= 0 else {
    throw AudioError(.option, .call, "a rate, a number of channels, a start or a duration is below 0 or no number")
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
  return Handles.add(reader)
}

@c(sat_adjust_decoder)
public func satAdjustDecoder(
  _ reader: UInt64, _ adjustment: UnsafePointer<sat_adjustment>?, _ error: UnsafeMutablePointer<sat_error>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe calling(error, orElse: nil) { () throws(AudioError) in
    guard let adjustment = unsafe adjustment else { throw .nullPointer }
    let reader = try Handles.thing(reader, as: Reader.self)
    let unmet = try reader.adjust(try unsafe settings(adjustment.pointee))
    return unsafe lent(WrittenDescription(warnings: unmet.map(\.description)))
  }
}

private func settings(_ wanted: sat_adjustment) throws(AudioError) -> DecoderSettings {
  var settings = DecoderSettings()
  if wanted.target_level != 0 { settings.targetLevel = wanted.target_level }
  if wanted.is_album != 0 { settings.loudnessScope = .album }
  if wanted.gains != 0 {
    guard let effect = DynamicRangeEffect(rawValue: Int(wanted.gains) - 1) else {
      throw AudioError(.option, .call, "the gains are not within SAT_DRC_ALWAYS and SAT_DRC_GENERAL")
    }
    settings.dynamicRange = DynamicRangeScale(boost: wanted.boost, cut: wanted.cut)
    // Gains of any kind are those that codecs have that know no purpose.
    if effect != .general { settings.dynamicRangeEffect = effect }
  }
  do throws(CodecError) { try settings.check() } catch {
    throw AudioError(.option, .call, "\(error.rule)")
  }
  return settings
}

@c(sat_read_float)
public func satReadFloat(
  _ source: UInt64, _ samples: UnsafeMutablePointer<Float>?, _ frames: Int64, _ error: UnsafeMutablePointer<sat_error>?
) -> Int64 {
  unsafe read(source, into: samples, frames, .float32, error) { (reader, memory) throws(AudioError) in
    try unsafe reader.readPlain(into: memory)
  }
}

@c(sat_read_double)
public func satReadDouble(
  _ source: UInt64, _ samples: UnsafeMutablePointer<Double>?, _ frames: Int64,
  _ error: UnsafeMutablePointer<sat_error>?
) -> Int64 {
  unsafe read(source, into: samples, frames, .float64, error) { (reader, memory) throws(AudioError) in
    try unsafe reader.readPlain(into: memory)
  }
}

@c(sat_read_int16)
public func satReadInt16(
  _ source: UInt64, _ samples: UnsafeMutablePointer<Int16>?, _ frames: Int64, _ error: UnsafeMutablePointer<sat_error>?
) -> Int64 {
  unsafe read(source, into: samples, frames, .int16, error) { (reader, memory) throws(AudioError) in
    try unsafe reader.readPlain(into: memory)
  }
}

/// Reads frames, one after the other, into a caller's memory. In integer samples NaN becomes silence.
///
/// - Parameter plain: Reads samples that lie in the file as they are wanted.
@unsafe
private func read<Sample>(
  _ number: UInt64, into samples: UnsafeMutablePointer<Sample>?, _ frames: Int64, _ format: SampleFormat,
  _ error: UnsafeMutablePointer<sat_error>?,
  plain: (Reader, UnsafeMutableBufferPointer<Sample>) throws(AudioError) -> Int
) -> Int64 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    let source = try Handles.samples(number)
    guard let samples = unsafe samples else { throw .nullPointer }
    let layout = LinearPCMLayout(format, channelCount: source.channelCount)
    guard frames >= 0, !Int(frames).multipliedReportingOverflow(by: layout.bytesPerFrame).overflow else {
      throw .frameCount
    }
    let memory = unsafe UnsafeMutableBufferPointer(start: samples, count: Int(frames) * source.channelCount)
    if let reader = source as? Reader, reader.isPlain { return Int64(try unsafe plain(reader, memory)) }
    return Int64(try unsafe read(source, into: UnsafeMutableRawBufferPointer(memory), layout))
  }
}

@unsafe
private func read(
  _ source: any SampleGiving, into memory: UnsafeMutableRawBufferPointer, _ layout: LinearPCMLayout
) throws(AudioError) -> Int {
  let size = layout.bytesPerFrame
  var encoder = SampleEncoder(layout)
  return try source.read(memory.count / size) { block, order, part, before in
    if encoder.channelOrder != order { encoder = SampleEncoder(layout, channelOrder: order) }
    let place = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[(before * size)..<((before + part.count) * size)])
    var bytes = unsafe place.assumingMemoryBound(to: UInt8.self).mutableSpan
    encoder.encode(block, frames: part, into: &bytes)
  }
}

@c(sat_seek)
public func satSeek(_ reader: UInt64, _ frame: Int64, _ error: UnsafeMutablePointer<sat_error>?) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    guard frame >= 0 else { throw AudioError(.option, .call, "frames are counted from 0") }
    try Handles.thing(reader, as: Reader.self).seek(toFrame: frame)
    return 0
  }
}

@c(sat_damaged_packets)
public func satDamagedPackets(_ reader: UInt64) -> Int64 {
  unsafe calling(nil, orElse: -1) { () throws(AudioError) in
    if let decoder = try? Handles.thing(reader, as: StreamDecoder.self) { return decoder.damagedPacketCount }
    return try Handles.thing(reader, as: Reader.self).damagedPacketCount
  }
}

@c(sat_close)
public func satClose(_ handle: UInt64) { Handles.close(handle) }
