import AACDecoding
import AACSyntax
import Bitstream
import MPEG4Systems

/// The resilience tools in the order of their flags.
func resilienceFlags(_ bits: Int) -> ResilienceFlags {
  var flags = ResilienceFlags()
  flags.sectionData = bits & 1 != 0
  flags.scaleFactorData = bits & 2 != 0
  flags.spectralData = bits & 4 != 0
  return flags
}

extension AudioSpecificConfig {
  /// The same with other resilience tools.
  func with(_ flags: ResilienceFlags) -> AudioSpecificConfig {
    var copy = self
    switch copy.specific {
    case .generalAudio(var config):
      config.resilience = flags
      copy.specific = .generalAudio(config)
    case .enhancedLowDelay(var config):
      config.resilience = flags
      copy.specific = .enhancedLowDelay(config)
    case .unifiedCoding: break
    }
    return copy
  }
}

/// A configuration made for a test; it goes through its bytes, so that the flags are those a stream can have.
func configuration(
  _ type: AudioObjectType, channels: Int = 1, isShort: Bool = false, flags: Int = 0, hertz: Int = 44100
) throws -> AACConfiguration {
  let systems = AudioSpecificConfig(
    objectType: type, samplingFrequency: SamplingFrequency(hertz: hertz), channelConfiguration: channels,
    hasShortFrames: isShort
  ).with(resilienceFlags(flags))
  return try AACConfiguration(try AudioSpecificConfig(parsing: systems.bytes.span))
}

/// A configuration with the elements of a program configuration.
func configuration(_ program: ProgramConfigElement) throws -> AACConfiguration {
  var systems = AudioSpecificConfig(
    objectType: .aacLC, samplingFrequency: SamplingFrequency(hertz: 44100), channelConfiguration: 0)
  var config = GASpecificConfig()
  config.programConfig = program
  systems.specific = .generalAudio(config)
  return try AACConfiguration(try AudioSpecificConfig(parsing: systems.bytes.span))
}

/// Writes a frame; the lines must hold no pulses.
func packet(_ unit: AccessUnit) -> [UInt8] {
  var copy = unit
  var writer = BitWriter()
  copy.write(to: &writer)
  return writer.bytes
}

/// Reads a frame.
func parsed(_ packet: [UInt8], _ configuration: AACConfiguration) throws(AACError) -> AccessUnit {
  var unit = AccessUnit(configuration)
  var reader = BitReader(packet.span)
  try unit.parse(&reader)
  return unit
}

/// The rule that a packet breaks.
func brokenRule(_ packet: [UInt8], _ configuration: AACConfiguration) -> AACRule? {
  do throws(AACError) {
    _ = try parsed(packet, configuration)
    return nil
  } catch {
    return error.rule
  }
}
