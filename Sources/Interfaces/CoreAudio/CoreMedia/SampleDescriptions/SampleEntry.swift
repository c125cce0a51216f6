import CCoreMedia
import CoreFoundation

/// The fields of sample descriptions of all media: size, type, and the number of the reference to the data.
enum SampleEntry {
  /// The number of bytes before the fields of the medium.
  static let headerByteCount = 16

  /// The files that an entry is for.
  enum Flavor {
    case quickTime
    case isoFamily
    case isoFamilyWithAppleExtensions
  }

  /// Returns an entry's first bytes, with the size left open. All bits of the reference are 1: the writer of a file
  /// inserts the correct value.
  static func header(_ type: FourCharCode) -> [UInt8] {
    [0, 0, 0, 0] + [UInt8](bigEndian: Int(type), 4) + [0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
  }

  /// Returns an entry with its size, and with a reference that is never valid.
  static func finished(_ entry: [UInt8]) -> [UInt8] {
    var entry = entry
    entry.replaceSubrange(0..<4, with: [UInt8](bigEndian: entry.count, 4))
    entry.replaceSubrange(14..<16, with: [0xFF, 0xFF])
    return entry
  }

  /// Reads the type and the bytes of an entry.
  ///
  /// - Throws: If it is cut short.
  static func parse(_ bytes: [UInt8], atLeast count: Int = headerByteCount) throws(Failure) -> (
    FourCharCode, BigEndianBytes
  ) {
    let entry = BigEndianBytes(bytes)
    guard let size = entry.number(0, 4), let type = entry.number(4, 4), size >= max(count, headerByteCount),
      size <= bytes.count
    else { throw invalid }
    return (FourCharCode(type), BigEndianBytes(Array(bytes.prefix(size))))
  }

  /// The error for an entry that is invalid for its kind.
  static var invalid: Failure { Failure(kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription) }

  /// The error for a description that no entry can hold.
  static var incompatible: Failure { Failure(kCMFormatDescriptionBridgeError_IncompatibleFormatDescription) }
}

// MARK: Atoms

extension SampleEntry {
  /// Stores boxes of unknown meaning in a dictionary of extensions: data, or a list of data, under the type.
  static func keep(_ boxes: [BigEndianBytes.Box], of entry: BigEndianBytes, in extensions: CFMutableDictionary) {
    guard !boxes.isEmpty else { return }
    let atoms = makeDictionary()
    for type in Set(boxes.map(\.type)) {
      let all = boxes.filter { $0.type == type }.compactMap { data(entry.bytes[$0.body]) }
      guard let key = text([UInt8](bigEndian: type, 4)), let first = all.first else { continue }
      let list = makeArray()
      for data in all { list.append(data) }
      atoms.set(key, all.count == 1 ? first : list)
    }
    extensions.set(kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms, atoms)
  }

  /// Writes the atoms of a description, in the order of their types.
  ///
  /// - Throws: If one of them is not data under a type.
  static func appendAtoms(of description: FormatDescription, to entry: inout [UInt8]) throws(Failure) {
    let key = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    guard let atoms = description.extensions?.dictionary(key) else { return }
    var boxes: [(type: Int, body: [UInt8])] = []
    for (key, value) in atoms.entries {
      guard let name = bytes(of: key), name.count == 4 else { throw incompatible }
      let type = BigEndianBytes(name).number(0, 4) ?? 0
      for element in elements(of: value) {
        guard let body = unsafe data(at: address(ofObject: element)) else { throw incompatible }
        boxes.append((type, body))
      }
    }
    for box in boxes.sorted(by: { $0.type < $1.type }) { entry.appendBox(box.type, box.body) }
  }

  /// Returns the objects of a list, or else the object itself.
  private static func elements(of object: AnyObject) -> [AnyObject] {
    withExtendedLifetime(object) {
      let pointer = unsafe address(ofObject: object)
      guard unsafe coreFoundationType(of: pointer) == CFArrayGetTypeID() else { return [object] }
      let list = unsafe Unmanaged<CFArray>.fromOpaque(pointer).takeUnretainedValue()
      return (0..<CFArrayGetCount(list)).compactMap { index in
        unsafe CFArrayGetValueAtIndex(list, index).map {
          unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
        }
      }
    }
  }

  /// Returns the bytes of an object that is data.
  @unsafe
  static func data(at pointer: UnsafeRawPointer) -> [UInt8]? {
    guard unsafe coreFoundationType(of: pointer) == CFDataGetTypeID() else { return nil }
    let data = unsafe Unmanaged<CFData>.fromOpaque(pointer).takeUnretainedValue()
    return unsafe [UInt8](UnsafeBufferPointer(start: CFDataGetBytePtr(data), count: CFDataGetLength(data)))
  }

  /// Returns the bytes as an object.
  static func data(_ bytes: some Sequence<UInt8>) -> CFData? {
    let bytes = Array(bytes)
    return unsafe CFDataCreate(nil, bytes, bytes.count)
  }
}

// MARK: Text

extension SampleEntry {
  /// QuickTime's text encoding, in which all bytes are valid.
  static var macRoman: CFStringEncoding { CFStringBuiltInEncodings.macRoman.rawValue }

  /// Returns the bytes as text.
  static func text(_ bytes: some Sequence<UInt8>, _ encoding: CFStringEncoding = macRoman) -> CFString? {
    let bytes = Array(bytes)
    return unsafe CFStringCreateWithBytes(nil, bytes, bytes.count, encoding, false)
  }

  /// Returns text as bytes, or `nil` if the encoding does not have its characters.
  static func bytes(of text: CFString, _ encoding: CFStringEncoding = macRoman) -> [UInt8]? {
    let length = CFStringGetLength(text)
    let whole = CFRange(location: 0, length: length)
    var count = 0
    guard unsafe CFStringGetBytes(text, whole, encoding, 0, false, nil, 0, &count) == length else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let room = count
    return unsafe CFStringGetBytes(text, whole, encoding, 0, false, &bytes, room, &count) == length ? bytes : nil
  }

  /// Returns text that follows its length in one byte; `nil` if the length exceeds the room.
  static func pascalText(
    _ entry: BigEndianBytes, _ offset: Int, room: Int, _ encoding: CFStringEncoding = macRoman
  ) -> [UInt8]? {
    guard let count = entry.number(offset, 1), count < room, count <= entry.bytes.count - offset - 1 else { return nil }
    return Array(entry.bytes[(offset + 1)..<(offset + 1 + count)])
  }
}

extension CFDictionary {
  /// Returns the text of a key.
  func text(_ key: CFString) -> CFString? { object(key, CFStringGetTypeID(), CFString.self) }

  /// Returns the data of a key.
  func data(_ key: CFString) -> [UInt8]? {
    guard let pointer = unsafe value(key) else { return nil }
    return unsafe SampleEntry.data(at: pointer)
  }
}
