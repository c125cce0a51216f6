import AudioBase
import Bitstream
import MPEG4Systems
import UniDRC

/// The loudness and the sets of gains in the configuration of a stream.
///
/// ISO/IEC 23003-3, 5.2: the extension of the configuration `ID_CONFIG_EXT_LOUDNESS_INFO`, and the configuration of the
/// element `ID_EXT_ELE_UNI_DRC`. Damaged ones are as good as none.
struct DynamicRangeFacts {
  private(set) var loudness = StatedLoudnessSet()
  private(set) var gains: UniDRCConfig?
  /// The format that the gains are applied to.
  let format: DRCFormat
  /// The first error that prevents reading them.
  private(set) var problem: CodecError?
  /// True if the configuration of the gains cannot be read.
  private(set) var hasDamagedGains = false

  init(_ config: USACConfig) {
    // Gains are aligned to the subbands of band replication, whose synthesis is 257 samples late.
    format = DRCFormat(
      frameLength: config.frameLength.outputFrameLength, sampleRate: config.sampleRate,
      channelCount: config.layout.channelCount, delay: config.frameLength.ratioIndex == 0 ? 0 : 257)
    for item in config.extensions ?? [] where item.type == USACConfig.Extension.loudness {
      var reader = BitReader(item.payload.span)
      do throws(CodecError) { loudness = try StatedLoudnessSet(parsing: &reader) } catch {
        problem = problem ?? error
      }
      break
    }
    for case .extension(let element) in config.elements where element.type == USACExtension.dynamicRangeControl {
      var reader = BitReader(element.configuration.span)
      do throws(CodecError) { gains = try UniDRCConfig(parsing: &reader) } catch {
        problem = problem ?? error
        hasDamagedGains = true
      }
      break
    }
  }

  /// The facts in words.
  var fields: [CodecSummary.Field] {
    var fields = loudness.track.map { CodecSummary.Field("loudness", "\($0)") }
    fields += loudness.album.map { CodecSummary.Field("loudness of the album", "\($0)") }
    fields += (gains?.setDescriptions(for: format) ?? []).map { CodecSummary.Field("DRC set", $0) }
    if let problem { fields.append(CodecSummary.Field("loudness and DRC", "damaged: \(problem)")) }
    return fields
  }
}
