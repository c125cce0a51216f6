public import AudioToolbox
import Dispatch
import Foundation

extension AVAudioUnit {
  /// Creates the unit of a description, and calls the handler with it on another thread.
  ///
  /// - Parameters:
  ///   - description: The type and the subtype; a manufacturer of 0 is any.
  ///   - options: If a unit is to be loaded, which makes no difference here.
  ///   - completionHandler: Gets the unit, or `kAudio_UnimplementedError` for a description that no unit here has.
  public class func instantiate(
    with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
    completionHandler: @escaping @Sendable (AVAudioUnit?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      do {
        completionHandler(try unit(audioComponentDescription, options), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// Creates the unit of a description.
  ///
  /// - Throws: `kAudio_UnimplementedError` if there is none.
  public class func instantiate(
    with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
  ) async throws -> AVAudioUnit {
    try unit(audioComponentDescription, options)
  }

  /// Makes one of a registered class, or of the units that change sound here.
  private class func unit(
    _ wanted: AudioComponentDescription, _ options: AudioComponentInstantiationOptions
  ) throws -> AVAudioUnit {
    if let registered = RegisteredUnit.find(wanted) {
      let made = try registered.make(options)
      let isEffect = [kAudioUnitType_Effect, kAudioUnitType_MusicEffect].contains(wanted.componentType)
      if isEffect { return AVAudioUnitEffect(hosting: made) }
      let isInstrument = wanted.componentType == kAudioUnitType_MusicDevice
      return isInstrument ? AVAudioUnitMIDIInstrument(hosting: made) : AVAudioUnit(hosting: made)
    }
    if SamplerUnit.matches(wanted) { return AVAudioUnitSampler() }
    let makers = [kAudioUnitManufacturer_Apple, 0]
    if makers.contains(wanted.componentManufacturer) {
      switch (wanted.componentType, wanted.componentSubType) {
      case (kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch): return AVAudioUnitTimePitch()
      case (kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed): return AVAudioUnitVarispeed()
      case (kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ): return AVAudioUnitEQ()
      case (kAudioUnitType_Mixer, kAudioUnitSubType_MatrixMixer): return AVAudioUnit(NodeUnit(requiring: wanted))
      case (kAudioUnitType_Effect, _):
        if let kind = NodeUnit.kind(of: wanted) { return AVAudioUnitEffect(NodeUnit(kind)) }
      default: break
      }
    }
    throw NSError.ofEngine(
      OSStatus(kAudio_UnimplementedError), "there is no audio unit \(wanted.codes) here", call: "instantiate")
  }
}
