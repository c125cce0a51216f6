import AudioToolbox
import Foundation

/// An `AudioConverterRef` and its properties.
@safe
final class ConverterHandle {
  let handle: AudioConverterRef
  /// Whether the converter goes with this object.
  private let isOwner: Bool

  /// A converter that belongs to somebody else.
  init(borrowing handle: AudioConverterRef) {
    unsafe self.handle = handle
    isOwner = false
  }

  /// Makes a converter; `nil` where there is no such conversion.
  init?(from input: AudioStreamBasicDescription, to output: AudioStreamBasicDescription) {
    var (input, output) = (input, output)
    var made: AudioConverterRef?
    guard unsafe AudioConverterNew(&input, &output, &made) == noErr, let made = unsafe made else { return nil }
    unsafe handle = made
    isOwner = true
  }

  deinit { if isOwner { unsafe AudioConverterDispose(handle) } }

  /// A property that is a number or a struct; `nil` where the conversion has no such property.
  func property<Value: BitwiseCopyable>(_ property: AudioConverterPropertyID, startingWith value: Value) -> Value? {
    var value = value
    var size = UInt32(MemoryLayout<Value>.size)
    guard unsafe AudioConverterGetProperty(handle, property, &size, &value) == noErr else { return nil }
    return value
  }

  /// A property that is a number.
  func number(_ property: AudioConverterPropertyID) -> UInt32? { self.property(property, startingWith: UInt32(0)) }

  /// Sets a property that is a number or a struct, and says whether that could be.
  @discardableResult
  func set<Value: BitwiseCopyable>(_ property: AudioConverterPropertyID, to value: Value) -> Bool {
    var value = value
    return unsafe AudioConverterSetProperty(handle, property, UInt32(MemoryLayout<Value>.size), &value) == noErr
  }

  /// A property that is a list; empty where the conversion has no such property.
  func list<Element: BitwiseCopyable>(_ property: AudioConverterPropertyID, of element: Element) -> [Element] {
    var size: UInt32 = 0
    guard unsafe AudioConverterGetPropertyInfo(handle, property, &size, nil) == noErr, size > 0 else { return [] }
    var values = [Element](repeating: element, count: Int(size) / MemoryLayout<Element>.stride)
    guard unsafe AudioConverterGetProperty(handle, property, &size, &values) == noErr else { return [] }
    return Array(values.prefix(Int(size) / MemoryLayout<Element>.stride))
  }

  /// Sets a property that is a list, and says whether that could be.
  @discardableResult
  func setList<Element: BitwiseCopyable>(_ property: AudioConverterPropertyID, to values: [Element]) -> Bool {
    guard !values.isEmpty else { return false }
    let size = UInt32(values.count * MemoryLayout<Element>.stride)
    return unsafe AudioConverterSetProperty(handle, property, size, values) == noErr
  }

  /// Tells the loudspeakers of one side, and says whether the conversion is possible with them.
  func setLayout(_ property: AudioConverterPropertyID, to layout: AVAudioChannelLayout) -> Bool {
    setList(property, to: layout.bytes)
  }
}
