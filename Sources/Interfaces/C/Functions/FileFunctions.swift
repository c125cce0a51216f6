// Names and documentation are those of the header.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
public import CSwiftAudioToolbox
import FoundationEssentials
import SwiftAudioToolbox

@c(sat_describe_file)
public func satDescribeFile(
  _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<sat_error>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe calling(error, orElse: nil) { () throws(CallFailure) in
    try unsafe description(.file(FilePath(bytes: text(path))))
  }
}

@c(sat_describe_memory)
public func satDescribeMemory(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ error: UnsafeMutablePointer<sat_error>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe calling(error, orElse: nil) { () throws(CallFailure) in
    try unsafe description(.bytes(copied(bytes, count)))
  }
}

@unsafe
private func description(_ origin: SoundRequest.Origin) throws(CallFailure) -> UnsafeMutablePointer<CChar> {
  let request = SoundRequest(origin, rate: nil, channels: nil, seconds: nil)
  do throws(JobError) {
    let media = try request.open()
    do throws(ContainerError) {
      return unsafe lent(try FileDescription(media))
    } catch {
      throw JobError(.file(.container(error)), .input, request.path)
    }
  } catch {
    throw CallFailure(error)
  }
}

@c(sat_measure_loudness)
public func satMeasureLoudness(
  _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<sat_error>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe calling(error, orElse: nil) { () throws(CallFailure) in
    let path = FilePath(bytes: try unsafe text(path))
    do throws(JobError) {
      return unsafe lent(LoudnessDescription(try FileLoudness(of: path).run()))
    } catch {
      throw CallFailure(error)
    }
  }
}

@c(sat_list_formats)
public func satListFormats() -> UnsafeMutablePointer<CChar> { unsafe lent(FormatList(.standard)) }

@c(sat_free)
public func satFree(_ text: UnsafeMutablePointer<CChar>?) { unsafe text?.deallocate() }

/// Text that the caller frees.
@unsafe
func lent(_ value: some Encodable) -> UnsafeMutablePointer<CChar> {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  // What is told has no number that JSON lacks, so that this cannot fail.
  let bytes = (try? encoder.encode(value)).map { Array($0) } ?? Array("{}".utf8)
  let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
  for index in bytes.indices { unsafe memory[index] = CChar(bitPattern: bytes[index]) }
  unsafe memory[bytes.count] = 0
  return unsafe memory
}

@c(sat_write_file)
public func satWriteFile(
  _ path: UnsafePointer<CChar>?, _ samples: UnsafePointer<Float>?, _ frames: Int64, _ channels: Int32, _ rate: Double,
  _ output: UnsafePointer<sat_output>?, _ error: UnsafeMutablePointer<sat_error>?
) -> Int32 {
  unsafe calling(error, orElse: -1) { () throws(CallFailure) in
    let path = FilePath(bytes: try unsafe text(path))
    let (count, overflow) = Int(frames).multipliedReportingOverflow(by: Int(channels))
    guard frames >= 0, channels > 0, channels <= ResourceLimits().channelCount, !overflow else {
      throw CallFailure("option", "the number of frames is below 0, or that of channels is not within 1 and 64")
    }
    guard let samples = unsafe samples else { throw .nullPointer }
    let sound = Sound(
      samples: unsafe Array(UnsafeBufferPointer(start: samples, count: count)), sampleRate: rate,
      channelCount: Int(channels))
    try unsafe write(sound, to: path, output?.pointee ?? sat_output())
    return 0
  }
}

private func write(_ sound: Sound, to path: FilePath, _ output: sat_output) throws(CallFailure) {
  var name = ""
  unsafe withUnsafeBytes(of: output.format) { bytes in
    name = unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
  guard output.bit_rate >= 0 else { throw CallFailure("option", "a bit rate is below 0") }
  let format = name.isEmpty ? nil : try DataFormatName.format(name, in: path)
  do throws(JobError) {
    try sound.save(
      to: path, as: format, bitRate: output.bit_rate > 0 ? Int(output.bit_rate) : nil,
      replacing: output.replaces != 0 ? .replace : .refuse)
  } catch {
    throw CallFailure(error)
  }
}
