import AVFAudio
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Units that the manager of components finds") struct ComponentTests {
  private let manager = AVAudioUnitComponentManager.shared()

  @Test("they are those of AudioComponentFindNext, with their names in parts")
  func all() throws {
    let all = manager.components(matching: AudioComponentDescription())
    var anything = AudioComponentDescription()
    #expect(all.count == Int(unsafe AudioComponentCount(&anything)) && all.count > 10)
    for unit in all {
      let codes = unit.audioComponentDescription
      expectEqual(codes.componentManufacturer, kAudioUnitManufacturer_Apple)
      #expect(unit.manufacturerName == "swift-audio-toolbox" && !unit.name.isEmpty && !unit.name.contains(":"))
      let again = manager.components(matching: codes)
      #expect(unsafe again.count == 1 && again[0].audioComponent == unit.audioComponent)
      #expect(unit.version >> 16 > 0 && unit.versionString.hasPrefix("\(unit.version >> 16)."))
      #expect(!unit.hasMIDIInput && !unit.hasMIDIOutput && !unit.hasCustomView && unit.isSandboxSafe)
      #expect(unit.componentURL == nil && unit.localizedTypeName == unit.typeName)
    }
    var nothing = AudioComponentDescription()
    nothing.componentType = kAudioUnitType_Effect
    nothing.componentSubType = 1
    #expect(manager.components(matching: nothing).isEmpty)
  }

  @Test("each effect that is found can be made, and types have names")
  func effects() async throws {
    var effects = AudioComponentDescription()
    effects.componentType = kAudioUnitType_Effect
    for unit in manager.components(matching: effects) {
      expectEqual(unit.typeName, AVAudioUnitTypeEffect)
      let made = try await AVAudioUnit.instantiate(with: unit.audioComponentDescription)
      expectEqual(made.audioComponentDescription.componentSubType, unit.audioComponentDescription.componentSubType)
    }
    for (type, name) in [
      (kAudioUnitType_Output, AVAudioUnitTypeOutput), (kAudioUnitType_Mixer, AVAudioUnitTypeMixer),
      (kAudioUnitType_FormatConverter, AVAudioUnitTypeFormatConverter),
    ] {
      var wanted = AudioComponentDescription()
      wanted.componentType = type
      let found = manager.components(matching: wanted)
      #expect(!found.isEmpty && found.allSatisfy { $0.typeName == name })
    }
  }

  @Test("a test and a predicate choose; the test may ask to stop")
  func choice() throws {
    let all = manager.components(matching: AudioComponentDescription())
    var count = 0
    let two = manager.components { _, stop in
      count += 1
      unsafe stop.pointee = ObjCBool(count == 2)
      return true
    }
    #expect(two.count == 2 && count == 2)
    let named = manager.components(
      matching: NSPredicate { unit, _ in (unit as? AVAudioUnitComponent)?.name == all[3].name })
    expectEqual(named.map(\.name), [all[3].name])
  }
}
