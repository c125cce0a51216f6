import AACSyntax
import AudioBase
import MPEG4Systems

/// The common name of a stream, and notes on what its decoding here ignores.
struct AACProfileName {
  let formatID: FourCharacterCode
  let description: String
  let notes: [String]

  init(_ systems: AudioSpecificConfig, hasImplicitSBR: Bool, hasParametricStereo: Bool) {
    if systems.objectType == .erAACELD {
      self.init(enhancedLowDelay: systems)
    } else {
      self.init(generalAudio: systems, hasImplicitSBR: hasImplicitSBR, hasParametricStereo: hasParametricStereo)
    }
  }

  private init(enhancedLowDelay systems: AudioSpecificConfig) {
    var parts = ["AAC-ELD"]
    var notes: [String] = []
    if let sbr = systems.lowDelaySBR {
      parts.append(sbr.isDualRate ? "LD-SBR dual rate" : "LD-SBR single rate")
    }
    if systems.hasLowDelaySurround {
      parts[0] = "AAC-ELD v2"
      parts.append("LD MPEG Surround")
    }
    if systems.downscaleFactor > 1 { parts.append("reduced delay, \(systems.coreFrameLength) samples a frame") }
    if let rate = systems.downscaledRate, systems.downscaleFactor == 1, rate != systems.coreRate {
      notes.append("the playback rate of \(rate) Hz has no frames of reduced delay: the nominal rate is decoded")
    }
    formatID = systems.formatID
    description = (parts + AACProfileName.resilience(systems)).joined(separator: ", ")
    self.notes = notes
  }

  private init(generalAudio systems: AudioSpecificConfig, hasImplicitSBR: Bool, hasParametricStereo: Bool) {
    var parts = [systems.objectType.name]
    let isExplicit = systems.extensionRate != nil
    let hasSBR = isExplicit || (hasImplicitSBR && systems.mayHaveImplicitSBR)
    if hasSBR {
      let name = hasParametricStereo ? "HE-AAC v2" : "HE-AAC"
      parts = ["\(name) (\(systems.objectType.name) with SBR\(hasParametricStereo ? " and PS" : ""))"]
      parts.append(isExplicit ? "explicit signalling" : "implicit signalling")
    }
    notes = []
    if systems.coreFrameLength == 960 { parts.append("960 samples a frame") }
    formatID =
      systems.objectType == .erAACLD || !(hasSBR || hasParametricStereo)
      ? systems.formatID : hasParametricStereo ? .aacHighEfficiencyV2 : .aacHighEfficiency
    description = (parts + AACProfileName.resilience(systems)).joined(separator: ", ")
  }

  private static func resilience(_ systems: AudioSpecificConfig) -> [String] {
    let names = systems.resilience.names
    return names.isEmpty ? [] : ["error resilience: " + names.joined(separator: " ")]
  }
}
