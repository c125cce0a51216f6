import AudioBase
import AudioCatalog
public import AudioFiles
public import AudioJobs

extension Sound {
  /// Writes the sound into a new file, in the format of its extension.
  ///
  /// ```swift
  /// try sound.save(to: "take.wav")                                          // every sample as it is
  /// try sound.save(to: "take.flac")                                         // 24 bits
  /// try sound.save(to: "take.wav", as: .samples(.int16), replacing: .replace)
  /// try sound.save(to: "take.m4a", as: .coded(.aac), bitRate: 128_000)
  /// ```
  /// The file appears under its name when it is whole. Integers are rounded to the nearest, and values beyond full
  /// scale are clipped then.
  ///
  /// - Parameters:
  ///   - path: The name of the file; `-` is standard output.
  ///   - format: The data format, or `nil` for 32-bit floats where the kind of file holds them, and otherwise its usual
  ///     format: 24 bits in FLAC, 16 in AIFF, AAC in M4A, MP4 and MOV, Opus at 48 kHz in Ogg.
  ///   - bitRate: The bits per second of a lossy format, or `nil` for one that suits rate and channels. If no format is
  ///     named it chooses the profile of AAC as well: see `AACProfileChoice`.
  ///   - replacement: The treatment of an existing file.
  /// - Returns: The report on the file that was written.
  /// - Throws: `AudioError`: the file cannot be made, exists already, is of a kind that cannot be written or does not
  ///   hold the format, or the sound has no channel, no rate or an incomplete frame.
  @discardableResult
  public func save(
    to path: String, as format: OutputDataFormat.Kind? = nil, bitRate: Int? = nil,
    replacing replacement: ReplacementPolicy = .refuse
  ) throws(AudioError) -> ConversionReport {
    try save(to: Pathname(path), as: format, bitRate: bitRate, replacing: replacement)
  }

  /// Writes the sound into a new file whose name need not be text, like the method with a `String`.
  @discardableResult
  public func save(
    to path: Pathname, as format: OutputDataFormat.Kind? = nil, bitRate: Int? = nil,
    replacing replacement: ReplacementPolicy = .refuse
  ) throws(AudioError) -> ConversionReport {
    let job = Self.conversion(to: path, as: format, bitRate: bitRate, replacing: replacement)
    return try job.run(of: media(for: job))
  }

  /// Returns the job that writes samples into a file, with the arguments of ``save(to:as:bitRate:replacing:)``.
  package static func conversion(
    to path: Pathname, as format: OutputDataFormat.Kind?, bitRate: Int?, replacing replacement: ReplacementPolicy
  ) -> FileConversion {
    var job = FileConversion(from: "sound in memory", to: path)
    job.preference = .compressed
    job.replacement = replacement
    job.dataFormat = format.map { OutputDataFormat($0) }
    job.encoding.bitRate = bitRate
    return job
  }

  /// Returns the sound as a file that has been opened.
  private func media(for job: FileConversion) throws(AudioError) -> MediaFile {
    let reason: StaticString? =
      if channelCount == 0 {
        "a sound without channels cannot be written"
      } else if !(sampleRate.isFinite && sampleRate > 0) {
        "the rate of the sound is not a number above 0"
      } else if !samples.count.isMultiple(of: channelCount) {
        "the last frame of the sound is incomplete"
      } else {
        nil
      }
    if let reason { throw AudioError.input(job.input, .option(reason)) }
    let format = StreamFormat(.float32, sampleRate: sampleRate, channelsPerFrame: channelCount)
    let reader = SampleTrackReader(format, layout: layout, source: SampleBytes(samples))
    return MediaFile(reader: reader, container: Catalog.headerlessSamples(format))
  }
}

/// Samples as the bytes of 32-bit floats, the least significant first.
private final class SampleBytes: ByteSource {
  private let samples: [Float]

  init(_ samples: [Float]) { self.samples = samples }

  var byteCount: Int64? { Int64(samples.count) * 4 }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    let samples = self.samples
    let all = samples.count * 4
    guard offset >= 0, offset < Int64(all) else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, all - start)
    var index = 0
    while index < count {
      let place = start + index
      var bits = samples[place / 4].bitPattern >> UInt32(place % 4 * 8)
      for _ in 0..<min(4 - place % 4, count - index) {
        buffer[index] = UInt8(truncatingIfNeeded: bits)
        bits >>= 8
        index += 1
      }
    }
    return count
  }
}
