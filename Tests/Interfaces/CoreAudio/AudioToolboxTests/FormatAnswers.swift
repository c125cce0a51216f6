import AudioToolbox
import Foundation

/// Asks Audio Format Services, and gives the answer as numbers of a type.
func formatAnswer<Specifier, Value: BitwiseCopyable>(
  _ property: AudioFormatPropertyID, _ specifier: Specifier, _ type: Value.Type, specifierSize: Int? = nil
) throws -> [Value] {
  try withUnsafeBytes(of: specifier) { memory in
    try formatAnswer(property, bytes: Array(memory.prefix(specifierSize ?? memory.count)), type)
  }
}

/// Asks with bytes.
func formatAnswer<Value: BitwiseCopyable>(
  _ property: AudioFormatPropertyID, bytes specifier: [UInt8], _ type: Value.Type
) throws -> [Value] {
  var size: UInt32 = 0
  var status = AudioFormatGetPropertyInfo(property, UInt32(specifier.count), specifier, &size)
  guard status == noErr else { throw TestFailure(status: status) }
  var bytes = [UInt8](repeating: 0, count: Int(size))
  status = AudioFormatGetProperty(property, UInt32(specifier.count), specifier, &size, &bytes)
  guard status == noErr else { throw TestFailure(status: status) }
  return bytes.withUnsafeBytes { all in
    (0..<(Int(size) / MemoryLayout<Value>.stride)).map {
      all.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Value>.stride, as: Value.self)
    }
  }
}

/// What a question is refused with.
func formatRefusal<Specifier>(_ property: AudioFormatPropertyID, _ specifier: Specifier) -> OSStatus {
  var specifier = specifier
  return withUnsafeBytes(of: &specifier) { memory in
    var size: UInt32 = 0
    return AudioFormatGetPropertyInfo(property, UInt32(memory.count), memory.baseAddress, &size)
  }
}

/// The object whose address a property gives; the caller's reference is taken over.
func takenObject<Object: AnyObject>(_ address: UInt, as type: Object.Type) -> Object? {
  UnsafeRawPointer(bitPattern: address).flatMap {
    Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() as? Object
  }
}
