import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles

/// A file divided into stretches, and everything that a thread needs to decode one of them: it opens the file itself.
struct DecodingStretches: Sendable {
  var job: FileConversion
  var track: Int
  var packets: PacketRequest
  var cancellation: Cancellation
  /// The number of frames of all stretches, at least 1.
  var frameCount: Int64
  /// The number of frames of each but the last.
  var framesPerStretch: Int64

  /// The number of stretches.
  var count: Int { Int((frameCount - 1) / framesPerStretch) + 1 }

  /// Decodes stretch after stretch until nothing is left to do.
  func work(_ shelf: StretchShelf) {
    let media = try? JobFiles.open(job.input, job.catalog, rawFormat: job.rawFormat)
    while let index = shelf.nextStretch() {
      var stretch = DecodedStretch(bytes: shelf.buffer(), report: DecodingReport())
      guard let media, decode(index, of: media, into: &stretch), stretch.report.isFlawless else {
        shelf.put(index, nil)
        return shelf.close()
      }
      shelf.put(index, stretch)
    }
  }

  /// Decodes a stretch, and returns true if that was possible as by one decoder.
  private func decode(_ index: Int, of media: MediaFile, into stretch: inout DecodedStretch) -> Bool {
    let first = Int64(index) * framesPerStretch
    var options = job.decoding
    // The last one takes all remaining frames, even if there are more than the file states.
    options.stretch = first..<(index == count - 1 ? Int64.max : first + framesPerStretch)
    options.seeking = .exactOrRefused
    do throws(AudioError) {
      var converter = try TrackConverter(
        of: TrackInput(of: media.reader, track: track, decoding: options),
        to: packets, codecs: job.catalog.codecs)
      var batch = PacketBatch()
      // Bound: a stretch has 16 MB at most. Memory that is not written costs nothing; growing would copy.
      stretch.bytes.reserveCapacity(Int(framesPerStretch) * converter.output.format.bytesPerFrame)
      // More than twice the stated length is left to one decoder, which keeps none of it.
      let limit = 2 * Int(framesPerStretch) * max(1, converter.output.format.bytesPerFrame)
      while try converter.convertNext(into: &batch, packetCount: 8192) {
        stretch.bytes += batch.bytes
        guard stretch.bytes.count <= limit, !cancellation.isCancelled else { return false }
      }
      stretch.report = converter.report
      // Frames that are converted to the rate of the first part depend on earlier ones.
      return stretch.report.formatChangeCount == 0
    } catch {
      return false
    }
  }
}
