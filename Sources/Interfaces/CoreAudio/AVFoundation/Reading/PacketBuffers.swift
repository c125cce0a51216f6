import AVFAudio
import AudioAssets
import AudioBase
import AudioFiles
import Foundation

/// The packets of a track in sample buffers, unchanged from the file.
final class PacketBuffers: SampleBufferSource {
  private let track: LoadedTrack
  private let reader: any ContainerReader
  private var packets: PresentedPackets
  private var portion = PacketPortion()
  private var description: CMFormatDescription
  private var streamNumber = 0

  /// The number of packets in a buffer: about a second of encoded audio, or one picture.
  private var packetCount: Int { track.info.mediaKind == .audio ? 32 : 1 }

  init(_ file: AssetContent, _ track: LoadedTrack, _ range: CMTimeRange) throws {
    self.track = track
    guard let description = TrackDescription.make(track) else {
      throw AVError(
        .operationNotSupportedForAsset,
        because: "the samples of a track that holds neither sound nor pictures of a known kind are not given")
    }
    self.description = description
    reader = try file.open().reader
    guard reader.tracks.indices.contains(track.index) else {
      throw AVError(.noSourceTrack, because: "the file has become another one")
    }
    do throws(AudioError) {
      packets = try PresentedPackets(
        of: reader, track: track.index, part: range.part(of: track.timeline))
    } catch {
      throw AVError(reading: error)
    }
  }

  func next() throws -> CMSampleBuffer? {
    do throws(AudioError) {
      guard try packets.next(into: &portion, packetCount: packetCount) else { return nil }
    } catch {
      throw AVError(reading: error)
    }
    if portion.streamNumber != streamNumber { try changeStream() }
    let buffer = track.info.mediaKind == .audio ? try soundBuffer() : try pictureBuffer()
    attachTrims(to: buffer)
    return buffer
  }

  /// Describes the packets of another stream.
  private func changeStream() throws {
    streamNumber = portion.streamNumber
    let stream = packets.stream(of: portion, in: reader)
    guard let made = TrackDescription.sound(stream.format, stream.layout, cookie: stream.cookie) else {
      throw AVError(.operationNotSupportedForAsset, because: "the packets become those of a stream without a format")
    }
    description = made
  }

  private func time(_ units: Int64) -> CMTime { CMTime(MediaTime(value: units, timescale: portion.timescale)) }

  private func soundBuffer() throws -> CMSampleBuffer {
    let batch = portion.packets
    let isConstant = track.info.format.hasConstantPackets
    // Properties that all packets share are in the format.
    let descriptions = isConstant ? [] : batch.descriptions.map { AudioStreamPacketDescription($0) }
    return try CMSampleBuffer(
      dataBuffer: CMBlockBuffer.holding(batch.bytes), formatDescription: description,
      numSamples: portion.packetCount, presentationTimeStamp: time(batch.timings.first?.decodeTime ?? 0),
      packetDescriptions: descriptions)
  }

  private func pictureBuffer() throws -> CMSampleBuffer {
    let batch = portion.packets
    let timings = batch.timings.map { timing in
      CMSampleTimingInfo(
        duration: time(timing.duration), presentationTimeStamp: time(timing.presentationTime),
        decodeTimeStamp: time(timing.decodeTime))
    }
    let buffer = try CMSampleBuffer(
      dataBuffer: CMBlockBuffer.holding(batch.bytes), formatDescription: description, numSamples: batch.count,
      sampleTimings: timings, sampleSizes: batch.descriptions.map(\.byteCount))
    for (index, timing) in batch.timings.enumerated() where !timing.isSync {
      buffer.sampleAttachments[index][.notSync] = true
    }
    return buffer
  }

  private func attachTrims(to buffer: CMSampleBuffer) {
    let trims: [(key: CMSampleBuffer.AttachmentKey, units: Int64)] = [
      (.trimDurationAtStart, portion.trimAtStart), (.trimDurationAtEnd, portion.trimAtEnd),
    ]
    for trim in trims where trim.units > 0 {
      guard let duration = CMTimeCopyAsDictionary(time(trim.units), allocator: nil) else { continue }
      buffer.attachments[trim.key] = .shouldNotPropagate(duration)
    }
  }
}
