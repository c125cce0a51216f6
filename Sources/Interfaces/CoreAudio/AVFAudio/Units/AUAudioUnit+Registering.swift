import AudioBase
public import AudioToolbox
import Dispatch
import Foundation

/// A registered class of a program's units.
struct RegisteredUnit: Sendable {
  let unitClass: AUAudioUnit.Type
  let description: AudioComponentDescription
  /// The full name: the maker's name, a colon, and the unit's name.
  let name: String
  let version: UInt32

  private static let all = Lock<[RegisteredUnit]>([])

  /// Adds a unit; it replaces one with the same description.
  static func add(_ unit: RegisteredUnit) {
    all.withLock { all in
      all.removeAll { $0.matches(unit.description) }
      all.append(unit)
    }
  }

  /// Returns the registered unit of a description.
  static func find(_ wanted: AudioComponentDescription) -> RegisteredUnit? {
    all.withLock { $0.first { $0.matches(wanted) } }
  }

  private func matches(_ wanted: AudioComponentDescription) -> Bool {
    description.componentType == wanted.componentType && description.componentSubType == wanted.componentSubType
      && description.componentManufacturer == wanted.componentManufacturer
  }

  private var parts: [String] {
    name.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
  }
  /// The name without the maker's.
  var unitName: String { parts.last ?? "" }
  /// The name of the maker; `nil` if none was given.
  var makerName: String? { parts.count == 2 ? parts[0] : nil }

  /// Makes a unit.
  func make(_ options: AudioComponentInstantiationOptions) throws -> AUAudioUnit {
    try unitClass.init(componentDescription: description, options: options)
  }
}

extension AUAudioUnit {
  /// Registers a class of the program, whose units ``instantiate(with:options:)``,
  /// `AVAudioUnit.instantiate(with:options:)` and `AVAudioUnitEffect` make from then on, within this process. C
  /// functions do not find it.
  ///
  /// - Parameters:
  ///   - cls: The class.
  ///   - componentDescription: The type, the subtype and the manufacturer: all of them.
  ///   - name: The maker's name, a colon, and the unit's.
  ///   - version: The version.
  /// - Precondition: The class is derived from this one.
  public class func registerSubclass(
    _ cls: AnyClass, as componentDescription: AudioComponentDescription, name: String, version: UInt32
  ) {
    guard let unitClass = cls as? AUAudioUnit.Type else {
      preconditionFailure("com.apple.coreaudio.avfaudio: \(cls) is not derived from AUAudioUnit")
    }
    RegisteredUnit.add(
      RegisteredUnit(unitClass: unitClass, description: componentDescription, name: name, version: version))
  }

  /// Creates a unit of a registered class or of this library.
  ///
  /// - Throws: What the class throws; `kAudio_UnimplementedError` if there is neither.
  public class func instantiate(
    with componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
  ) async throws -> AUAudioUnit {
    try made(componentDescription, options)
  }

  /// Creates a unit of a registered class or of this library, and calls the handler with it on another thread.
  public class func instantiate(
    with componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
    completionHandler: @escaping @Sendable (AUAudioUnit?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      do {
        completionHandler(try made(componentDescription, options), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  private class func made(
    _ wanted: AudioComponentDescription, _ options: AudioComponentInstantiationOptions
  ) throws -> AUAudioUnit {
    if let registered = RegisteredUnit.find(wanted) { return try registered.make(options) }
    if SamplerUnit.matches(wanted) { return try SamplerUnit(componentDescription: wanted, options: options) }
    return try AUAudioUnit(componentDescription: wanted, options: options)
  }
}
