import AudioBase
import AudioDevices
import Foundation
import Synchronization

/// A device as the hardware layer knows it: by a number that stays the same while the program runs.
final class DeviceObject: Sendable {
  let id: AudioObjectID
  /// Core Audio's UID of the device.
  let identifier: String
  let name: String
  private let directions: Set<DeviceDirection>
  /// The number of frames per call of an IOProc; 0 for the device's cycle.
  private let chosenFrameCount = Atomic<Int>(0)
  let procedures = Procedures()
  private let lost = Atomic<Bool>(false)
  private let held = Atomic<Bool>(false)

  init(_ id: AudioObjectID, _ identifier: String, _ name: String, _ directions: Set<DeviceDirection>) {
    (self.id, self.identifier, self.name, self.directions) = (id, identifier, name, directions)
  }

  /// The device itself; `nil` if it is not there, or not any more.
  var device: (any AudioDevice)? {
    if let device = DeviceList.device(identifier: identifier) { return device }
    guard identifier == "virtual", let device = try? DeviceList.device(choosing: identifier) else { return nil }
    DeviceList.register(device)
    return device
  }

  /// True if the device can be used; false after it has stopped by itself, until it is started again.
  var isAlive: Bool { !lost.load(ordering: .acquiring) && device != nil }

  /// True if this program has asked for the device for itself: `kAudioDevicePropertyHogMode`. This is only recorded and
  /// excludes no other program: the card's driver decides if others may use the card too.
  var isHeld: Bool { held.load(ordering: .relaxed) }

  func setHeld(_ isHeld: Bool) { held.store(isHeld, ordering: .relaxed) }

  func setLost(_ isLost: Bool) { lost.store(isLost, ordering: .releasing) }

  /// Returns true if the device plays, or captures.
  func has(_ direction: DeviceDirection) -> Bool {
    if let card = device as? ALSADevice { return card.supports(direction) }
    return directions.contains(direction)
  }

  /// Returns the number of the stream of a direction.
  func stream(_ direction: DeviceDirection) -> AudioObjectID { id + (direction == .output ? 1 : 2) }

  // MARK: Buffers

  /// The fewest frames that an IOProc can be called for.
  private static let leastFrameCount = 16

  /// Frames that an IOProc may be called for: whole parts of the device's cycle.
  var frameCounts: ClosedRange<Int> {
    let most = device?.bufferFrameCount ?? Self.leastFrameCount
    return min(Self.leastFrameCount, most)...most
  }

  /// Returns the same for a thread that knows the device's cycle.
  func chosenFrameCount(_ cycle: Int) -> Int {
    let chosen = chosenFrameCount.load(ordering: .acquiring)
    return chosen > 0 ? min(chosen, cycle) : cycle
  }

  /// The number of frames that IOProcs are called for at a time.
  var frameCount: Int {
    let chosen = chosenFrameCount.load(ordering: .acquiring)
    return chosen > 0 ? chosen : frameCounts.upperBound
  }

  /// - Throws: `kAudioHardwareIllegalOperationError` for a number that is not a whole part of the device's cycle.
  func setFrameCount(_ count: Int) throws(Status) {
    let range = frameCounts
    guard range.contains(count), range.upperBound % count == 0 else {
      throw Status(kAudioHardwareIllegalOperationError)
    }
    chosenFrameCount.store(count, ordering: .releasing)
  }
}

/// All devices that have been reported to programs.
enum DeviceObjects {
  private final class Table: Sendable {
    let objects: [DeviceObject]

    init(_ objects: [DeviceObject]) { self.objects = objects }
  }

  /// Swapped, so that a device's thread looks up an object without a lock; objects are never removed.
  private static let table = SwappedReference(Table([]))
  /// The number of the first device, and the distance of the numbers: those between are streams.
  private static let (first, step): (AudioObjectID, AudioObjectID) = (0x20, 0x10)

  private static func object(
    _ identifier: String, _ name: String, _ directions: Set<DeviceDirection>
  ) -> DeviceObject {
    if let found = known({ $0.identifier == identifier }) { return found }
    table.replace { table in
      guard !table.objects.contains(where: { $0.identifier == identifier }) else { return table }
      let id = first + step * AudioObjectID(table.objects.count)
      return Table(table.objects + [DeviceObject(id, identifier, name, directions)])
    }
    table.settle()
    // Holds: it is there now, and stays.
    return known { $0.identifier == identifier }!
  }

  private static func known(_ condition: (DeviceObject) -> Bool) -> DeviceObject? {
    table.use { $0.objects.first(where: condition) }
  }

  /// The devices that there are.
  static var all: [DeviceObject] { DeviceList.all.map { object($0.identifier, $0.name, $0.directions) } }

  /// Returns the object of a device.
  static func object(of device: any AudioDevice) -> DeviceObject {
    object(device.identifier, device.name, [.output, .input])
  }

  /// The default device for playing.
  static var standard: DeviceObject {
    let identifier = DeviceList.standard.identifier
    return all.first { $0.identifier == identifier } ?? object(of: DeviceList.standard)
  }

  /// Returns the device of a number; `nil` for any other number.
  static func object(id: AudioObjectID) -> DeviceObject? {
    known { $0.id == id }
  }

  /// Returns the device whose stream has a number.
  static func stream(id: AudioObjectID) -> (DeviceObject, DeviceDirection)? {
    known { id == $0.id + 1 || id == $0.id + 2 }.map { ($0, id == $0.id + 1 ? .output : .input) }
  }

  /// Returns the device of a UID; `nil` if there is none.
  static func object(identifier: String) -> DeviceObject? {
    if let found = all.first(where: { $0.identifier == identifier }) { return found }
    return DeviceList.device(identifier: identifier).map { object(of: $0) }
  }
}
