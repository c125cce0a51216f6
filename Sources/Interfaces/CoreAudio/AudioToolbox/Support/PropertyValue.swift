import AudioBase
import Foundation

/// The value of a property, as bytes for the caller.
struct PropertyValue {
  /// The bytes that are copied to the caller.
  private(set) var bytes: [UInt8]
  /// Core Foundation objects whose addresses are in the bytes. The caller gets its own reference to each.
  private var objects: [(offset: Int, object: AnyObject)] = []
  /// The number of bytes per element of a list, of which callers with little room receive as many elements as fit; 0
  /// for values that are not divisible.
  private var elementByteCount = 0

  /// Creates the value itself.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a number or a struct.
  init<Value: BitwiseCopyable>(_ value: Value) {
    self.init(bytes: unsafe withUnsafeBytes(of: value) { unsafe Array($0) })
  }

  /// Creates a list of numbers or structs.
  init<Value: BitwiseCopyable>(list: [Value]) {
    self.init(bytes: unsafe list.withUnsafeBytes { unsafe Array($0) })
    elementByteCount = MemoryLayout<Value>.stride
  }

  /// Creates the value from a Foundation object, which is also a Core Foundation object.
  init(object: AnyObject) {
    self.init(bytes: [])
    append(object)
  }

  /// Adds a number or a struct.
  mutating func append<Value: BitwiseCopyable>(_ value: Value) { bytes += PropertyValue(value).bytes }

  /// Adds the address of an object.
  mutating func append(_ object: AnyObject) {
    objects.append((bytes.count, object))
    append(UInt(0))
  }

  /// Adds zeros up to a multiple of the given number of bytes.
  mutating func pad(toMultipleOf alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  /// The number of bytes that a caller has to make room for.
  var byteCount: Int { bytes.count }

  /// Returns the bytes to write into `room` bytes, including object references; `nil` if there is too little room.
  func bytes(fitting room: Int) -> [UInt8]? {
    if room < bytes.count {
      guard elementByteCount > 0, objects.isEmpty else { return nil }
      return Array(bytes.prefix(room / elementByteCount * elementByteCount))
    }
    var filled = bytes
    for (offset, object) in objects {
      let address = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
      filled.replaceSubrange(offset..<(offset + MemoryLayout<UInt>.size), with: PropertyValue(address).bytes)
    }
    return filled
  }
}

extension PropertyValue {
  /// Returns the first bytes of a number or struct that is longer than `room`; `nil` for other values.
  fileprivate func firstBytes(fitting room: Int) -> [UInt8]? {
    room < bytes.count && elementByteCount == 0 && objects.isEmpty ? Array(bytes.prefix(room)) : nil
  }
}

/// The caller's place for a property: `ioDataSize` and `outPropertyData`.
@safe
struct PropertyDestination {
  private let size: UnsafeMutablePointer<UInt32>
  private let data: UnsafeMutableRawPointer

  /// Creates the caller's pointers, which must hold for as long as this exists.
  @unsafe
  init(_ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer) throws(Status) {
    try requirePointer(UInt(bitPattern: size))
    try requirePointer(UInt(bitPattern: data))
    unsafe self.size = size
    unsafe self.data = data
  }

  /// The capacity of the caller's memory, in bytes.
  var room: Int { unsafe Int(size.pointee) }

  /// Returns the caller's value, for properties that are queried with one; `nil` if it is too short.
  func read<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
    unsafe room >= MemoryLayout<Value>.size ? data.loadUnaligned(as: Value.self) : nil
  }

  /// Hands a value over.
  ///
  /// - Throws: `failure` if there is too little room. The caller then finds the size that is needed.
  func put(_ value: PropertyValue, orThrow failure: OSStatus) throws(Status) {
    guard let bytes = value.bytes(fitting: room) else {
      unsafe size.pointee = UInt32(clamping: value.byteCount)
      throw Status(failure)
    }
    write(bytes)
  }

  /// Hands over as much of a value as fits. Objects are handed over whole.
  ///
  /// - Throws: `failure` if there is too little room for an object.
  func putFirstBytes(of value: PropertyValue, orThrow failure: OSStatus) throws(Status) {
    guard let bytes = value.firstBytes(fitting: room) else { return try put(value, orThrow: failure) }
    write(bytes)
  }

  private func write(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes {
      unsafe data.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(data), byteCount: $0.count)
    }
    unsafe size.pointee = UInt32(clamping: bytes.count)
  }
}

/// A property that the caller sets: `inDataSize` and `inPropertyData`.
@safe
struct PropertySource {
  private let memory: UnsafeRawBufferPointer

  /// Creates the caller's bytes, which must hold for as long as this exists.
  @unsafe
  init(_ size: UInt32, _ data: UnsafeRawPointer) throws(Status) {
    if size > 0 { try requirePointer(UInt(bitPattern: data)) }
    unsafe memory = UnsafeRawBufferPointer(start: size > 0 ? data : nil, count: Int(size))
  }

  /// The address of the bytes, for values that a program changes in place.
  var address: UnsafeRawPointer? { unsafe memory.baseAddress }

  /// A source without bytes.
  static var none: PropertySource { PropertySource() }

  private init() { unsafe memory = UnsafeRawBufferPointer(start: nil, count: 0) }

  /// The number of bytes.
  var count: Int { unsafe memory.count }

  /// A copy of the bytes.
  var bytes: [UInt8] { unsafe Array(memory) }

  /// Returns a number or a struct.
  ///
  /// - Throws: `failure` if there are too few bytes.
  func read<Value: BitwiseCopyable>(
    _ type: Value.Type, at offset: Int = 0, orThrow failure: OSStatus
  ) throws(Status) -> Value {
    guard offset <= count, MemoryLayout<Value>.size <= count - offset else { throw Status(failure) }
    return unsafe memory.loadUnaligned(fromByteOffset: offset, as: Value.self)
  }

  /// Reads a number or a struct that fills all bytes.
  ///
  /// - Throws: `failure` if there are more or fewer bytes.
  func exactly<Value: BitwiseCopyable>(_ type: Value.Type, orThrow failure: OSStatus) throws(Status) -> Value {
    guard count == MemoryLayout<Value>.size else { throw Status(failure) }
    return try read(type, orThrow: failure)
  }

  /// Returns a channel layout.
  ///
  /// - Throws: `tooShort` if there are fewer bytes than a layout has; `unknown` if its order of channels is unknown.
  func channelLayout(tooShort: OSStatus, unknown: OSStatus = kAudio_ParamError) throws(Status) -> ChannelLayout {
    guard count >= ChannelLayout.headerByteCount else { throw Status(tooShort) }
    guard let layout = ChannelLayout(native: bytes) else { throw Status(unknown) }
    return layout
  }

  /// Returns as many numbers or structs as there are complete ones.
  func list<Value: BitwiseCopyable>(_ type: Value.Type) -> [Value] {
    let stride = MemoryLayout<Value>.stride
    return (0..<(count / stride)).map { unsafe memory.loadUnaligned(fromByteOffset: $0 * stride, as: Value.self) }
  }

  /// Returns the object whose address the caller passes, such as a `CFDictionaryRef`; the caller keeps the reference.
  func object(orThrow failure: OSStatus) throws(Status) -> AnyObject {
    let address = try read(UInt.self, orThrow: failure)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { throw Status(kAudio_ParamError) }
    return unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }
}

extension Optional {
  /// Sets the target of a pointer, if the caller passed one.
  @unsafe
  func set<Value: BitwiseCopyable>(_ value: Value) where Wrapped == UnsafeMutablePointer<Value> {
    if let pointer = self { unsafe pointer.pointee = value }
  }
}
