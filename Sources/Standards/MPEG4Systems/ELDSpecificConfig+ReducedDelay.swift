public import AudioBase
import Bitstream

/// Reduced delay: an AAC-ELD stream of a nominal rate that is played at a half, a third or a quarter of it.
///
/// `eldExtType` 3, ISO/IEC 14496-3, 4.6.20. A decoder makes a frame of M/f samples of the lower M/f of its M lines:
/// 256, 240, 160, 128 or 120.
extension ELDSpecificConfig {
  /// Returns the rate at which the stream is to be played, or `nil` if the configuration states none.
  ///
  /// - Throws: `CodecError`, malformed, where the extension is not as it should be.
  public func playbackRate() throws(CodecError) -> SamplingFrequency? {
    let found = extensions.filter { $0.type == Extension.downscaleInformation }
    guard let item = found.first else { return nil }
    guard found.count == 1 else { throw Self.malformed("a configuration names two playback rates") }
    var reader = BitReader(item.payload.span)
    let rate = try SamplingFrequency(parsing: &reader)
    guard reader.remaining < 8 else { throw Self.malformed("a playback rate is followed by other bytes") }
    guard try reader.field(reader.remaining) == 0 else {
      throw Self.malformed("the fill bits behind a playback rate are not 0")
    }
    return rate
  }

  private static func malformed(_ rule: StaticString) -> CodecError {
    CodecError(.malformed, rule, clause: "ISO/IEC 14496-3, 4.6.20")
  }

  /// Returns the factor by which the rate of `nominal`, in Hz, is reduced: 1, 2, 3 or 4.
  ///
  /// If the playback rate does not divide it, or where the standard has no such frame, the stream is played at its
  /// nominal rate.
  func downscaleFactor(nominal: Int) -> Int {
    guard let rate = try? playbackRate()?.hertz, rate > 0, nominal % rate == 0 else { return 1 }
    switch nominal / rate {
    case 2: return 2
    case 3: return hasShortFrames && sbr == nil ? 3 : 1
    case 4: return 4
    default: return 1
    }
  }
}

extension AudioSpecificConfig {
  /// The factor by which reduced delay reduces rate and frame length in AAC-ELD: 2, 3 or 4; 1 without.
  public var downscaleFactor: Int {
    guard case .enhancedLowDelay(let config) = specific else { return 1 }
    return config.downscaleFactor(nominal: samplingFrequency.hertz)
  }

  /// Requests decoding with reduced delay, so that ``samplingFrequency`` is the nominal rate. Affects only AAC-ELD.
  public mutating func setPlaybackRate(_ rate: SamplingFrequency) {
    guard case .enhancedLowDelay(var config) = specific else { return }
    var writer = BitWriter()
    rate.write(to: &writer)
    config.extensions.removeAll { $0.type == ELDSpecificConfig.Extension.downscaleInformation }
    config.extensions.append(.init(type: ELDSpecificConfig.Extension.downscaleInformation, payload: writer.bytes))
    specific = .enhancedLowDelay(config)
  }

  /// The rate of the core's samples, in Hz: ``samplingFrequency``, or a fraction of it with reduced delay; for USAC,
  /// that of its own configuration.
  public var coreRate: Int { unifiedCoding?.coreRate ?? (samplingFrequency.hertz / downscaleFactor) }

  /// The requested rate of decoding with reduced delay in Hz, or `nil`.
  public var downscaledRate: Int? {
    guard case .enhancedLowDelay(let config) = specific else { return nil }
    return (try? config.playbackRate())?.hertz
  }
}
