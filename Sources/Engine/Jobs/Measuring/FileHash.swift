public import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioFiles
import Bitstream

/// A number by which the sound of a file is known again: the MD5 of its decoded samples, the same for every lossless
/// container and codec of the same sound, whatever the files say besides.
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
  /// The samples that are hashed, or `nil` for those of the source; integers of fewer bits are rounded to.
  public var sampleFormat: SampleFormat?
  /// The part that is decoded, the checks (the whole stream, by default), and the handling of damage: it has no hash
  /// by default, and that of the concealed sound with `DamagePolicy.conceal`.
  public var decoding = DecodeRequest(streamCheck: .wholeStream, damagePolicy: .stop)
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard

  /// Creates a hash of the first audio track.
  public init(of input: Pathname) { self.input = input }

  /// Opens the file, decodes it and hashes its samples. Remarks on the file are notes of the control.
  ///
  /// - Throws: `AudioError`, of damaged packets and a missing end, too.
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> SampleHash {
    try run(of: JobFiles.open(input, catalog), control)
  }

  /// Decodes a file that has been opened already, as ``input`` names it, and hashes its samples.
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
    var notes = JobNotes(control)
    notes.add(samples.report)
    notes.add(remarksOf: media.reader)
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
  /// The samples that were hashed.
  public var sampleFormat: SampleFormat
  /// Frames of a second, in Hz; not part of the hash.
  public var sampleRate: Double
  /// The number of channels; not part of the hash.
  public var channelCount: Int
  /// The number of frames that were hashed.
  public var frameCount: Int64

  /// The digest in hexadecimal digits, lower case.
  public var text: String { bytes.hexadecimal.lowercased() }
}
