import AudioBase
import CAudioToolbox
import Foundation

/// Functions and blocks of programs that want to know when a property of the hardware layer changes.
enum HardwareListeners {
  /// A function and its pointer, or a block, with the identity for removing it.
  @safe
  struct Listener: @unchecked Sendable {
    let object: AudioObjectID
    let address: AudioObjectPropertyAddress
    /// The function or the block, and the pointer.
    let identity: (UInt, UInt)
    let call: (UnsafePointer<AudioObjectPropertyAddress>) -> Void

    func isSame(_ other: Listener) -> Bool {
      object == other.object && address.mSelector == other.address.mSelector
        && address.mScope == other.address.mScope && address.mElement == other.address.mElement
        && identity == other.identity
    }
  }

  private static let listeners = Lock<[Listener]>([])

  static func add(_ listener: Listener) { listeners.withLock { $0.append(listener) } }

  static func remove(_ listener: Listener) { listeners.withLock { $0.removeAll { $0.isSame(listener) } } }

  /// Reports the change of a property to the listeners of all scopes that include it. No lock is held.
  static func tell(_ object: AudioObjectID, _ selector: AudioObjectPropertySelector) {
    let wanted = listeners.withLock { listeners in
      listeners.filter { listener in
        listener.object == object
          && [selector, kAudioObjectPropertySelectorWildcard].contains(listener.address.mSelector)
      }
    }
    for listener in wanted {
      var address = listener.address
      address.mSelector = selector
      unsafe withUnsafePointer(to: address) { unsafe listener.call($0) }
    }
  }
}
