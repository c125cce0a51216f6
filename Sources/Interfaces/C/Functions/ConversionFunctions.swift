// Names and documentation are those of the header.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
public import CSwiftAudioToolbox
import SignalProcessing

@c(sat_convert_file)
public func satConvertFile(
  _ input: UnsafePointer<CChar>?, _ output: UnsafePointer<CChar>?, _ conversion: UnsafePointer<sat_conversion>?,
  _ error: UnsafeMutablePointer<sat_error>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe calling(error, orElse: nil) { () throws(AudioError) in
    let input = Pathname(bytes: try unsafe text(input))
    let output = Pathname(bytes: try unsafe text(output))
    let job = try unsafe FileConversion(input, output, conversion?.pointee ?? sat_conversion())
    let media = try JobFiles.open(input, job.catalog)
    return try unsafe lent(ConversionDescription(job.run(of: media), of: media, input))
  }
}

@c(sat_hash_file)
public func satHashFile(
  _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<sat_error>?
) -> UnsafeMutablePointer<CChar>? {
  unsafe calling(error, orElse: nil) { () throws(AudioError) in
    let path = Pathname(bytes: try unsafe text(path))
    return unsafe lent(HashDescription(try FileHash(of: path).run()))
  }
}

extension FileConversion {
  /// Creates the conversion that a caller requests, with the defaults of `af convert`.
  fileprivate init(_ input: Pathname, _ output: Pathname, _ request: sat_conversion) throws(AudioError) {
    self.init(from: input, to: output)
    guard request.bit_rate >= 0, request.channels >= 0, request.threads >= 0 else {
      throw AudioError(.option, .call, "a bit rate, a number of channels or of threads is below 0")
    }
    preference = .compressed
    mixesLostChannels = true
    replacement = request.replaces != 0 ? .replace : .refuse
    channelCount = Int(request.channels)
    jobCount = max(1, Int(request.threads))
    decoding.start = request.start
    decoding.duration = request.duration == 0 ? nil : request.duration
    resampler = ResamplerSettings(complexity: .normal, quality: ResamplerQuality(127), priming: .silence)
    var name = ""
    unsafe withUnsafeBytes(of: request.format) { bytes in
      name = unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if !name.isEmpty { dataFormat = OutputDataFormat(try DataFormatName.format(name, in: output)) }
    if request.rate != 0 {
      guard dataFormat != nil else {
        throw AudioError(.option, .call, "another rate needs a data format: without one packets may be copied")
      }
      dataFormat?.sampleRate = request.rate
    }
    encoding.bitRate = request.bit_rate > 0 ? Int(request.bit_rate) : nil
  }
}
