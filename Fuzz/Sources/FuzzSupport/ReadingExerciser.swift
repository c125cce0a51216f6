import AudioBase
import AudioCatalog
import AudioConversion

/// Decodes a track as the interfaces do, and reads on behind each error, as a program may.
enum ReadingExerciser {
  /// Blocks that are decoded, and errors behind which it is read on, at most.
  private static let (mostBlocks, mostFailures) = (48, 3)

  static func run(_ reader: any ContainerReader, track: Int) {
    guard reader.tracks[track].mediaKind == .audio else { return }
    for policy in [DamagePolicy.stop, .conceal] {
      var options = DecodeRequest()
      options.damagePolicy = policy
      do throws(AudioError) {
        var decoder = try TrackDecoder(of: reader, track: track, codecs: Catalog.standard.codecs, options: options)
        read(&decoder)
      } catch {
        return
      }
    }
  }

  private static func read(_ decoder: inout TrackDecoder) {
    var (blocks, failures) = (0, 0)
    while blocks < mostBlocks, failures < mostFailures {
      do throws(AudioError) {
        guard let frames = try decoder.decodeNext() else { return }
        precondition(frames.upperBound <= decoder.block.frameCount, "frames that are not in the block")
        blocks += 1
      } catch {
        failures += 1
      }
    }
  }
}
