import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite("Units by their descriptions") struct InstantiationTests {
  private func description(_ type: OSType, _ subType: OSType) -> AudioComponentDescription {
    AudioComponentDescription(
      componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
      componentFlags: 0, componentFlagsMask: 0)
  }

  @Test func eachUnitThatIsHereIsMade() async throws {
    let converter = kAudioUnitType_FormatConverter
    #expect(
      try await AVAudioUnit.instantiate(with: description(converter, kAudioUnitSubType_Varispeed))
        is AVAudioUnitVarispeed)
    let pitch = try await AVAudioUnit.instantiate(with: description(converter, kAudioUnitSubType_NewTimePitch))
    #expect(pitch is AVAudioUnitTimePitch)
    expectEqual(pitch.audioComponentDescription.componentSubType, kAudioUnitSubType_NewTimePitch)
    let equalizer = await withCheckedContinuation { continuation in
      AVAudioUnit.instantiate(with: description(kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ), options: []) {
        unit, error in continuation.resume(returning: error == nil ? unit : nil)
      }
    }
    let limiter = try await AVAudioUnit.instantiate(
      with: description(kAudioUnitType_Effect, kAudioUnitSubType_PeakLimiter))
    #expect(limiter is AVAudioUnitEffect && limiter.name == "AUPeakLimiter")
    let engine = AVAudioEngine()
    engine.attach(try required(equalizer as? AVAudioUnitEQ))
    expectEqual(engine.attachedNodes.count, 1)
  }

  @Test func othersAreRefusedByName() async {
    let error = await #expect(throws: NSError.self) {
      try await AVAudioUnit.instantiate(with: description(kAudioUnitType_Effect, kAudioUnitSubType_MatrixReverb))
    }
    expectEqual(error?.code, Int(kAudio_UnimplementedError))
    expectEqual(error?.localizedDescription.contains("aufx mrev appl"), true)
    var other = description(kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed)
    other.componentManufacturer = 0x6162_6364
    await #expect(throws: NSError.self) { try await AVAudioUnit.instantiate(with: other) }
  }

  /// Programs have it as a place for a format that comes later.
  @Test func aFormatOfNothingIsEmpty() throws {
    let empty = AVAudioFormat()
    #expect(empty.sampleRate == 0 && empty.channelCount == 0 && empty.commonFormat == .otherFormat)
    #expect(empty == AVAudioFormat() && empty.hash == AVAudioFormat().hash && !empty.description.isEmpty)
    #expect(!empty.isStandard && empty.channelLayout == nil && empty.magicCookie == nil && !empty.settings.isEmpty)
    let stereo = try required(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
    #expect(empty != stereo && stereo != empty)
    expectNil(AVAudioPCMBuffer(pcmFormat: empty, frameCapacity: 16))
    #expect(AVAudioConverter(from: empty, to: stereo) == nil && AVAudioConverter(from: stereo, to: empty) == nil)
    let archive = try NSKeyedArchiver.archivedData(withRootObject: empty, requiringSecureCoding: true)
    expectNil((try? NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioFormat.self, from: archive)) ?? nil)
  }
}
