import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation

/// The first audio track of a file, to be decoded in parts.
struct DecodedTrack {
  private let reader: any ContainerReader
  private let index: Int

  /// What decoding gave.
  struct Sound {
    /// The bit patterns of the samples of each channel.
    var planes: [[UInt32]] = []
    var report = DecodingReport()
    var framesPerPacket = 1

    var frameCount: Int { planes.first?.count ?? 0 }

    func planes(from frame: Int, count: Int) -> [[UInt32]] { planes.map { Array($0[frame..<(frame + count)]) } }

    mutating func append(_ other: Sound) {
      if planes.isEmpty { return self = other }
      for channel in planes.indices { planes[channel] += other.planes[channel] }
      report.add(other.report)
    }
  }

  /// `nil` where no container knows the file, or it has no sound.
  static func openable(_ file: URL) -> DecodedTrack? {
    guard let media = try? MediaFile(path: file.path, containers: Catalog.standard.containers),
      let index = media.reader.tracks.firstIndex(where: { $0.mediaKind == .audio })
    else { return nil }
    return DecodedTrack(reader: media.reader, index: index)
  }

  /// Decodes what the options leave; `nil` where that fails or is refused.
  func decode(_ options: DecodeRequest) -> Sound? {
    var sound = Sound()
    do throws(AudioError) {
      var decoder = try TrackDecoder(of: reader, track: index, codecs: Catalog.standard.codecs, options: options)
      sound.planes = Array(repeating: [], count: decoder.format.layout.channelCount)
      sound.framesPerPacket = decoder.format.framesPerPacket
      while let frames = try decoder.decodeNext() {
        for channel in sound.planes.indices {
          let samples = decoder.block.channel(channel)
          for frame in frames { sound.planes[channel].append(samples[frame].bitPattern) }
        }
      }
      sound.report = decoder.report
      return sound
    } catch {
      return nil
    }
  }

  /// Whether the decoder says that any earlier packet may matter.
  func remembersEverything(_ options: DecodeRequest) -> Bool {
    var options = options
    options.stretch = 1..<2
    do throws(AudioError) {
      var decoder = try TrackDecoder(of: reader, track: index, codecs: Catalog.standard.codecs, options: options)
      while try decoder.decodeNext() != nil {}
      return false
    } catch {
      if error.stage == .seeking { return true }
      return false
    }
  }
}
