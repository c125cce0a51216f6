import AVFAudio
import AudioAssets
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation

/// The sound of a track in sample buffers of linear PCM.
final class PCMBuffers: SampleBufferSource {
  /// The number of frames in a buffer.
  static let frameCount = 8192

  private let samples: PresentedSamples
  private let description: CMAudioFormatDescription
  private var batch = PacketBatch()

  init(_ file: AssetContent, _ track: LoadedTrack, _ range: CMTimeRange, _ settings: PCMSettings) throws {
    description = settings.description
    let reader = try file.open().reader
    guard reader.tracks.indices.contains(track.index) else {
      throw AVError(.noSourceTrack, because: "the file has become another one")
    }
    var decoding = DecodeRequest()
    decoding.damagePolicy = .stop
    do throws(AudioError) {
      samples = try PresentedSamples(
        of: TrackInput(of: reader, track: track.index, decoding: decoding), part: range.part(of: track.timeline),
        as: settings.output, codecs: Catalog.coreAudio.codecs)
    } catch {
      throw AVError(reading: error)
    }
  }

  func next() throws -> CMSampleBuffer? {
    let start: Int64
    do throws(AudioError) {
      guard let time = try samples.next(into: &batch, packetCount: Self.frameCount) else { return nil }
      start = time
    } catch {
      throw AVError(reading: error)
    }
    return try .ofPCM(batch, samples.output.format, description, at: start, samples.timescale)
  }
}

extension CMTimeRange {
  /// Returns the part of a track within the range, both ends rounded up.
  func part(of timeline: TrackTimeline) -> PresentedPart {
    if start <= .zero, end.isPositiveInfinity { return PresentedPart(of: timeline) }
    let lower = start.unitsRoundedUp(in: timeline.timescale)
    return PresentedPart(of: timeline, lower..<max(lower, end.unitsRoundedUp(in: timeline.timescale)))
  }
}

extension CMSampleBuffer {
  /// Returns the frames of linear PCM from a time on.
  static func ofPCM(
    _ batch: PacketBatch, _ format: StreamFormat, _ description: CMAudioFormatDescription, at start: Int64,
    _ timescale: Int64
  ) throws -> CMSampleBuffer {
    let size = format.bytesPerFrame * format.bufferCount
    return try CMSampleBuffer(
      dataBuffer: CMBlockBuffer.holding(batch.bytes), formatDescription: description,
      numSamples: size > 0 ? batch.bytes.count / size : 0,
      presentationTimeStamp: CMTime(MediaTime(value: start, timescale: timescale)), packetDescriptions: [])
  }
}

extension CMBlockBuffer {
  /// Returns a buffer with a copy of bytes.
  static func holding(_ bytes: [UInt8]) throws -> CMBlockBuffer {
    let buffer = try CMBlockBuffer(length: max(1, bytes.count), range: 0..<bytes.count, flags: .assureMemoryNow)
    if !bytes.isEmpty { try unsafe bytes.withUnsafeBytes { try unsafe buffer.replaceDataBytes(with: $0) } }
    return buffer
  }
}
