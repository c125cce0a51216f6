import AudioBase
import AudioCatalog
import AudioConversion

/// Decodes a track as the interfaces do, and reads on after each error, as a program may.
enum ReadingExerciser {
  /// The number of errors after which it is read on.
  private static let mostFailures = 3

  static func run(_ reader: any ContainerReader, track: Int, mostBlocks: Int) {
    guard reader.tracks[track].mediaKind == .audio else { return }
    for policy in [DamagePolicy.stop, .conceal] {
      var options = DecodeRequest()
      options.damagePolicy = policy
      do throws(AudioError) {
        var decoder = try TrackDecoder(of: reader, track: track, codecs: Catalog.standard.codecs, options: options)
        read(&decoder, mostBlocks)
      } catch {
        return
      }
    }
  }

  private static func read(_ decoder: inout TrackDecoder, _ mostBlocks: Int) {
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
