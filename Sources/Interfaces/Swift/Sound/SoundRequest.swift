package import AudioBase
import AudioCatalog
import AudioConversion
package import AudioErrors
package import AudioFiles
import AudioJobs

/// A recording, and the requested samples of it.
package struct SoundRequest: Sendable {
  /// The origin of the recording.
  package enum Origin: Sendable {
    /// A file.
    case file(Pathname)
    /// The bytes of a whole file in memory.
    case bytes([UInt8])
    /// A whole file in memory that belongs to the caller.
    case source(any ByteSource & Sendable)
  }

  /// The origin of the recording.
  package var origin: Origin
  /// The frames per second, or `nil` for the recording's rate.
  package var rate: Double?
  /// The number of channels, or `nil` for the recording's.
  package var channels: Int?
  /// The part of the recording, or `nil` for all of it.
  package var seconds: Range<Double>?
  /// The settings of the decoder; an error is thrown if the codec does not know one.
  package var decoder = DecoderSettings()

  package init(_ origin: Origin, rate: Double?, channels: Int?, seconds: Range<Double>?) {
    (self.origin, self.rate, self.channels, self.seconds) = (origin, rate, channels, seconds)
  }

  /// The name of the recording in messages.
  package var path: Pathname {
    switch origin {
    case .file(let path): path
    case .bytes, .source: "sound in memory"
    }
  }

  /// Rejects invalid numbers.
  func check() throws(AudioError) {
    let reason: StaticString? =
      if let rate, !(rate.isFinite && rate > 0) {
        "the rate is not a number above 0"
      } else if let channels, !(1...ResourceLimits().channelCount).contains(channels) {
        "the number of channels is not within 1 and 64"
      } else if let seconds, !(seconds.lowerBound.isFinite && seconds.lowerBound >= 0) {
        "the part does not begin at 0 seconds or later"
      } else {
        nil
      }
    if let reason { throw AudioError.input(path, .option(reason)) }
  }

  /// Opens the recording with all formats of this package.
  package func open() throws(AudioError) -> MediaFile {
    switch origin {
    case .file(let path): return try JobFiles.open(path, .standard)
    case .bytes(let bytes): return try open(MemoryByteSource(bytes))
    case .source(let source): return try open(source)
    }
  }

  private func open(_ source: any ByteSource) throws(AudioError) -> MediaFile {
    return try raising(input: path) { () throws(AudioError) in
      try MediaFile(source: source, name: nil, containers: Catalog.standard.containers)
    }
  }

  /// The part that is decoded.
  var decoding: DecodeRequest {
    var options = DecodeRequest(decoder: decoder)
    guard let seconds else { return options }
    options.start = seconds.lowerBound
    if seconds.upperBound.isFinite { options.duration = seconds.upperBound - seconds.lowerBound }
    return options
  }
}
