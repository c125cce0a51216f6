import AudioGraph
import AudioToolbox
import Foundation

/// The sampler as a unit rendered through its blocks.
///
/// `@unchecked` like its superclass `AUAudioUnit`; its busses are set before it is used.
final class SamplerUnit: AUAudioUnit, @unchecked Sendable {
  let sound = SamplerSound()
  private var outputs: AUAudioUnitBusArray?

  /// The description of the sampler.
  static let description = AudioComponentDescription(
    componentType: kAudioUnitType_MusicDevice, componentSubType: kAudioUnitSubType_Sampler,
    componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)

  /// True if a description matches a sampler; a manufacturer of 0 matches any.
  static func matches(_ wanted: AudioComponentDescription) -> Bool {
    wanted.componentType == description.componentType && wanted.componentSubType == description.componentSubType
      && [description.componentManufacturer, 0].contains(wanted.componentManufacturer)
  }

  required init(
    componentDescription: AudioComponentDescription = description, options: AudioComponentInstantiationOptions = []
  ) throws {
    try super.init(componentDescription: componentDescription, options: options)
    outputs = AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: .ofNodes)])
    let tree = AUParameterTree.createTree(withChildren: [
      Self.parameter(kAUSamplerParam_Gain, "Gain", -90...12, .decibels),
      Self.parameter(kAUSamplerParam_CoarseTuning, "Coarse Tuning", -24...24, .relativeSemiTones),
      Self.parameter(kAUSamplerParam_FineTuning, "Fine Tuning", -100...100, .cents),
      Self.parameter(kAUSamplerParam_Pan, "Pan", -100...100, .generic),
    ])
    tree.implementorValueObserver = { [sound] parameter, value in sound.parameter(parameter.address)?.now = value }
    tree.implementorValueProvider = { [sound] in sound.parameter($0.address)?.now ?? 0 }
    parameterTree = tree
  }

  private static func parameter(
    _ id: AudioUnitParameterID, _ name: String, _ range: ClosedRange<AUValue>, _ unit: AudioUnitParameterUnit
  ) -> AUParameter {
    AUParameterTree.createParameter(
      withIdentifier: String(id), name: name, address: AUParameterAddress(id), min: range.lowerBound,
      max: range.upperBound, unit: unit, unitName: nil, flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil,
      dependentParameters: nil)
  }

  override var audioUnitName: String? { "AUSampler" }
  override var outputBusses: AUAudioUnitBusArray { outputs ?? super.outputBusses }

  override func allocateRenderResources() throws {
    do {
      try sound.prepare(sampleRate: outputBusses[0].format.sampleRate)
    } catch {
      throw NSError.ofSampler(error, call: "allocateRenderResources")
    }
    try super.allocateRenderResources()
  }

  override func reset() { sound.silence() }

  override var internalRenderBlock: AUInternalRenderBlock {
    { [sound] flags, time, frameCount, _, list, events, _ in
      let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
      let size = frameCount * UInt32(MemoryLayout<Float>.size)
      for index in unsafe buffers.indices {
        let buffer = unsafe buffers[index]
        guard unsafe buffer.mData != nil, unsafe buffer.mDataByteSize >= size else { return kAudio_ParamError }
      }
      if unsafe !sound.render(Int(frameCount), from: time.pointee.frame, events, buffers) {
        unsafe flags.pointee.insert(.unitRenderAction_OutputIsSilence)
      }
      return noErr
    }
  }
}

extension NSError {
  /// Returns the error of a SoundFont that cannot be played.
  static func ofSampler(_ failure: SoundFontSynthesizer.Failure, call: String) -> NSError {
    let status: OSStatus =
      switch failure {
      case .missingLibrary: OSStatus(kAudio_UnimplementedError)
      case .rate: kAudioUnitErr_FormatNotSupported
      case .file: kAudioUnitErr_InvalidFile
      case .preset: kAudioUnitErr_InvalidPropertyValue
      }
    return ofEngine(status, failure.text, call: call)
  }
}
