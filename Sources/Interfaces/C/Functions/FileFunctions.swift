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
  unsafe calling(error, orElse: nil) { () throws(AudioError) in
    try unsafe description(.file(Pathname(bytes: text(path))))
  }
}

@c(sat_describe_memory)
public func satDescribeMemory(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ error: UnsafeMutablePointer<sat_error>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe calling(error, orElse: nil) { () throws(AudioError) in
    try unsafe description(.bytes(copied(bytes, count)))
  }
}

@unsafe
private func description(_ origin: SoundRequest.Origin) throws(AudioError) -> UnsafeMutablePointer<CChar> {
  let request = SoundRequest(origin, rate: nil, channels: nil, seconds: nil)
  let media = try request.open()
  do throws(ContainerError) {
    return unsafe lent(try FileDescription(media))
  } catch {
    throw AudioError.input(request.path, .container(error))
  }
}

@c(sat_measure_loudness)
public func satMeasureLoudness(
  _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<sat_error>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe calling(error, orElse: nil) { () throws(AudioError) in
    let path = Pathname(bytes: try unsafe text(path))
    return unsafe lent(LoudnessDescription(try FileLoudness(of: path).run()))
  }
}

@c(sat_list_formats)
public func satListFormats() -> UnsafeMutablePointer<CChar> { unsafe lent(FormatList(.standard)) }

@c(sat_free)
public func satFree(_ text: UnsafeMutablePointer<CChar>?) { unsafe text?.deallocate() }

/// Returns text that the caller frees.
@unsafe
func lent(_ value: some Encodable) -> UnsafeMutablePointer<CChar> {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  // The value contains no number that JSON lacks, so that this cannot fail.
  let bytes = (try? encoder.encode(value)).map { Array($0) } ?? Array("{}".utf8)
  let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
  for index in bytes.indices { unsafe memory[index] = CChar(bitPattern: bytes[index]) }
  unsafe memory[bytes.count] = 0
  return unsafe memory
}
