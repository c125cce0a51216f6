// Names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import AudioToolbox
public import Foundation

/// An available audio unit, as `AudioComponentFindNext` finds it.
///
/// Only the units of the toolbox exist: other programs cannot add any.
@safe
open class AVAudioUnitComponent: NSObject, @unchecked Sendable {  // As open classes are; all properties are constants.
  /// The component.
  public let audioComponent: AudioComponent
  /// The type, subtype and manufacturer of the component.
  public let audioComponentDescription: AudioComponentDescription
  /// The name without the manufacturer's.
  public let name: String
  /// The manufacturer's name: the part before the colon in the component's name, or else this package's name.
  public let manufacturerName: String
  /// The version, as `AudioComponentGetVersion` returns it: 16 bits for the major version, then 8 and 8.
  public let version: Int

  init?(_ component: AudioComponent) {
    var (description, version): (AudioComponentDescription, UInt32) = (AudioComponentDescription(), 0)
    var text: UnsafeRawPointer?
    guard unsafe AudioComponentGetDescription(component, &description) == noErr,
      unsafe AudioComponentGetVersion(component, &version) == noErr,
      unsafe audioComponentCopyName(component, &text) == noErr, let text = unsafe text
    else { return nil }
    let whole = unsafe Unmanaged<NSString>.fromOpaque(text).takeRetainedValue().description
    let parts = whole.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    unsafe audioComponent = component
    audioComponentDescription = description
    (manufacturerName, name) = parts.count == 2 ? (parts[0], parts[1]) : ("swift-audio-toolbox", whole)
    self.version = Int(version)
  }

  /// The version as text, such as `1.0.0`.
  open var versionString: String { "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)" }

  /// The kind of unit: one of the constants `AVAudioUnitType…`, or its four characters.
  open var typeName: String {
    switch audioComponentDescription.componentType {
    case kAudioUnitType_Output: AVAudioUnitTypeOutput
    case kAudioUnitType_FormatConverter: AVAudioUnitTypeFormatConverter
    case kAudioUnitType_Effect: AVAudioUnitTypeEffect
    case kAudioUnitType_Mixer: AVAudioUnitTypeMixer
    case kAudioUnitType_Generator: AVAudioUnitTypeGenerator
    default: audioComponentDescription.codes
    }
  }

  /// ``typeName``: there are no translations.
  open var localizedTypeName: String { typeName }
  /// False: no unit here takes MIDI.
  open var hasMIDIInput: Bool { false }
  /// False: no unit here gives MIDI.
  open var hasMIDIOutput: Bool { false }
  /// False: there are no views.
  open var hasCustomView: Bool { false }
  /// True: units are part of the program that uses them.
  open var isSandboxSafe: Bool { true }
  /// `nil`: units have no files of their own.
  open var componentURL: URL? { nil }
}

/// The types of units, in words.
public let AVAudioUnitTypeOutput = "Output"
/// A unit that converts formats, rates or speeds.
public let AVAudioUnitTypeFormatConverter = "FormatConverter"
/// A unit that changes sound.
public let AVAudioUnitTypeEffect = "Effect"
/// A unit that adds sounds.
public let AVAudioUnitTypeMixer = "Mixer"
/// A unit that makes sound.
public let AVAudioUnitTypeGenerator = "Generator"

/// Finds audio units.
open class AVAudioUnitComponentManager: NSObject, @unchecked Sendable {  // As open classes are; it holds nothing.
  private static let common = AVAudioUnitComponentManager()

  /// Returns the manager of the process.
  open class func shared() -> AVAudioUnitComponentManager { common }

  /// Returns the units that match a description; zeros match any value.
  open func components(matching description: AudioComponentDescription) -> [AVAudioUnitComponent] {
    var wanted = description
    var found: [AVAudioUnitComponent] = []
    var component: AudioComponent?
    while let next = unsafe AudioComponentFindNext(component, &wanted) {
      unsafe component = next
      if let unit = unsafe AVAudioUnitComponent(next) { found.append(unit) }
    }
    return found
  }

  /// Returns the units that satisfy a predicate.
  open func components(matching predicate: NSPredicate) -> [AVAudioUnitComponent] {
    components(matching: AudioComponentDescription()).filter { predicate.evaluate(with: $0) }
  }

  /// Returns the units that satisfy a test, up to the one at which the test requests to stop.
  open func components(
    passingTest testHandler: (AVAudioUnitComponent, UnsafeMutablePointer<ObjCBool>) -> Bool
  ) -> [AVAudioUnitComponent] {
    var found: [AVAudioUnitComponent] = []
    var isOver = ObjCBool(false)
    for unit in components(matching: AudioComponentDescription()) where !isOver.boolValue {
      if unsafe withUnsafeMutablePointer(to: &isOver, { unsafe testHandler(unit, $0) }) { found.append(unit) }
    }
    return found
  }
}
