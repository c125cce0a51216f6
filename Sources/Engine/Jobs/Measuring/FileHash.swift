public import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioFiles
import Bitstream

/// A hash that identifies the sound of a file: the MD5 of its decoded samples, equal for all lossless containers and
/// codecs of the same sound, whatever the metadata.
///
/// ```swift
/// let same = try FileHash(of: "a.wav").run().bytes == FileHash(of: "a.flac").run().bytes
/// ```
/// Samples are taken interleaved in the order of WAVE, little endian, as signed integers in the fewest whole bytes of
/// the source's depth, or as floats where the source has floats or is lossy. For depths of 8, 16, 24 and 32 bits that
/// is the MD5 that FLAC files carry (RFC 9639, 8.2). The rate and the number of channels are not part of it. A file
/// that is damaged or truncated has no hash.
public struct FileHash: Sendable {
  /// The file to read; `-` is standard input.
  public var input: Pathname
  /// The index of the track, which must be audio, or `nil` for the first that is.
  public var track: Int?
  /// The sample format to hash, or `nil` for the source's; samples are rounded to integers of fewer bits.
  public var sampleFormat: SampleFormat?
  /// The part to decode, the checks (of the whole stream, by default), and the treatment of damage: an error by
  /// default; with `DamagePolicy.conceal` the concealed sound is hashed.
  public var decoding = DecodeRequest(streamCheck: .wholeStream, damagePolicy: .stop)
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard

  /// Creates a hash of the first audio track.
  public init(of input: Pathname) { self.input = input }

  /// Opens the file, decodes it and hashes its samples. The control receives remarks on the file as notes.
  ///
  /// - Throws: `AudioError`, of damaged packets and a missing end, too.
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> SampleHash {
    try run(of: JobFiles.open(input, catalog), control)
  }

  /// Hashes the samples of a file that is already open, named ``input``.
  ///
  /// - Throws: `AudioError`, of damaged packets and a missing end, too.
  public func run(of media: MediaFile, _ control: JobControl = JobControl()) throws(AudioError) -> SampleHash {
    let index = try JobFiles.audioTrack(track, of: media.reader, input)
    let wanted = sampleFormat ?? media.reader.tracks[index].losslessSamples
    var samples = try TrackSamples(
      TrackSamples.Opening(path: input, reader: media.reader, track: index, decoding: decoding, catalog: catalog),
      as: wanted, control)
    var digest = MessageDigest()
    var byteCount: Int64 = 0
    while try samples.next() {
      digest.update(samples.batch.bytes.span)
      byteCount += Int64(samples.batch.bytes.count)
    }
    try media.checkFiles()
    // Of a format without loss a check that does not hold means other sound than was encoded.
    if decoding.damagePolicy == .stop, wanted.encoding != .floatingPoint, let remark = samples.report.firstRemark {
      throw .input(input, .packet(remark))
    }
    if decoding.damagePolicy == .stop, media.reader.isCutShort {
      throw .input(input, .stopped(.oddInput("\(ConstantPacketCursor.earlyEnd)")))
    }
    var notes = JobNotes(control)
    notes.add(samples.report)
    notes.add(remarksOf: media.reader)
    if !decoding.isPart { notes.add(endOf: media) }
    for note in notes.all where decoding.damagePolicy == .stop {
      if case .earlyEnd = note { throw .input(input, .stopped(note)) }
    }
    return SampleHash(
      bytes: digest.value(), sampleFormat: wanted, sampleRate: samples.format.sampleRate,
      channelCount: samples.format.channelsPerFrame,
      frameCount: byteCount / Int64(max(1, samples.format.bytesPerFrame)))
  }
}

/// The hash of a recording's samples.
public struct SampleHash: Sendable, Hashable {
  /// The algorithm of the hash.
  public static let algorithm = "MD5"
  /// The digest, 16 bytes.
  public var bytes: [UInt8]
  /// The format of the hashed samples.
  public var sampleFormat: SampleFormat
  /// The frames per second, in Hz; not part of the hash.
  public var sampleRate: Double
  /// The number of channels; not part of the hash.
  public var channelCount: Int
  /// The number of hashed frames.
  public var frameCount: Int64

  /// The digest in hexadecimal digits, lower case.
  public var text: String { bytes.hexadecimal.lowercased() }
}
