// Names and documentation are those of the header.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioFiles
import AudioJobs
public import CSwiftAudioToolbox
import SwiftAudioToolbox

@c(sat_write_file)
public func satWriteFile(
  _ path: UnsafePointer<CChar>?, _ samples: UnsafePointer<Float>?, _ frames: Int64, _ channels: Int32, _ rate: Double,
  _ output: UnsafePointer<sat_output>?, _ error: UnsafeMutablePointer<sat_error>?
) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    let path = Pathname(bytes: try unsafe text(path))
    let count = try sampleCount(frames, channels)
    guard let samples = unsafe samples else { throw .nullPointer }
    try CallerMemory.check(byteCount: count * MemoryLayout<Float>.size)
    let sound = Sound(
      samples: unsafe Array(UnsafeBufferPointer(start: samples, count: count)), sampleRate: rate,
      channelCount: Int(channels))
    let wanted = try WantedOutput(unsafe output?.pointee ?? sat_output(), for: path)
    return try wanted.save(sound, to: path).isEmpty ? 0 : 1
  }
}

@c(sat_create_file)
public func satCreateFile(
  _ path: UnsafePointer<CChar>?, _ channels: Int32, _ rate: Double, _ samples: Int32,
  _ output: UnsafePointer<sat_output>?, _ error: UnsafeMutablePointer<sat_error>?
) -> UInt64 {
  unsafe calling(error, orElse: 0) { () throws(AudioError) in
    let path = Pathname(bytes: try unsafe text(path))
    _ = try sampleCount(1, channels)
    guard let format = SampleFormat(of: samples) else {
      throw AudioError(.option, .call, "there is no type of samples \(samples)")
    }
    let stream = StreamFormat(format, sampleRate: rate, channelsPerFrame: Int(channels))
    return Handles.add(try Writer(path, stream, unsafe output?.pointee ?? sat_output()))
  }
}

@c(sat_write)
public func satWrite(
  _ writer: UInt64, _ samples: UnsafeRawPointer?, _ frames: Int64, _ error: UnsafeMutablePointer<sat_error>?
) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    let writer = try Handles.thing(writer, as: Writer.self)
    guard let samples = unsafe samples else { throw .nullPointer }
    guard frames >= 0, !Int(frames).multipliedReportingOverflow(by: writer.bytesPerFrame).overflow else {
      throw .frameCount
    }
    var place = 0
    let count = Int(frames) * writer.bytesPerFrame
    while place < count {
      let run = min(count - place, Writer.bytesPerRun)
      try writer.write(unsafe copied(samples + place, run))
      place += run
    }
    return 0
  }
}

@c(sat_finish)
public func satFinish(_ writer: UInt64, _ error: UnsafeMutablePointer<sat_error>?) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(AudioError) in
    try finish(writer).isEmpty ? 0 : 1
  }
}

@c(sat_finish_file)
public func satFinishFile(
  _ writer: UInt64, _ error: UnsafeMutablePointer<sat_error>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe calling(error, orElse: nil) { () throws(AudioError) in
    return unsafe lent(WrittenDescription(warnings: try finish(writer)))
  }
}

/// The things that a written file does not keep.
struct WrittenDescription: Encodable {
  var warnings: [String]
}

/// Completes a file, lets the writer go, and returns the warnings.
private func finish(_ writer: UInt64) throws(AudioError) -> [String] {
  let thing = try Handles.thing(writer, as: Writer.self)
  defer { Handles.close(writer) }
  return try thing.finish().notes.filter { $0.severity == .warning }.map(\.description)
}

extension Writer {
  /// The number of bytes that are handed over at a time.
  fileprivate static let bytesPerRun = 1 << 20
}

extension SampleFormat {
  /// Creates the format that a number of the header stands for.
  fileprivate init?(of samples: Int32) {
    switch samples {
    case Int32(SAT_INT16): self = .int16
    case Int32(SAT_INT32): self = .int32
    case Int32(SAT_FLOAT): self = .float32
    case Int32(SAT_DOUBLE): self = .float64
    default: return nil
    }
  }
}

/// Returns the number of samples in the given number of frames; throws for a caller's numbers whose bytes cannot be
/// counted.
func sampleCount(_ frames: Int64, _ channels: Int32) throws(AudioError) -> Int {
  guard channels > 0, channels <= ResourceLimits().channelCount else {
    throw AudioError(.option, .call, "the number of channels is not within 1 and 64")
  }
  let bytesPerFrame = Int(channels) * MemoryLayout<Double>.size
  guard frames >= 0, !Int(frames).multipliedReportingOverflow(by: bytesPerFrame).overflow else { throw .frameCount }
  return Int(frames) * Int(channels)
}
