import CCoreMedia
import CoreFoundation

/// The keys that a description of boxed metadata has under `kCMFormatDescriptionExtensionKey_MetadataKeyTable`: a
/// dictionary for each, in a dictionary whose keys are the local identifiers in decimal digits.
struct MetadataKeyTable {
  /// The keys, in the order of their identifiers.
  private(set) var keys: [CFDictionary] = []

  init() {}

  /// Creates the keys of a description, or `nil` if it does not describe metadata with keys.
  init?(_ description: FormatDescription) { self.init(description.mediaType, description.extensions) }

  /// Creates the keys that extensions contain.
  init?(_ mediaType: CMMediaType, _ extensions: CFDictionary?) {
    guard mediaType == kCMMediaType_Metadata,
      let table = extensions?.dictionary(kCMFormatDescriptionExtensionKey_MetadataKeyTable)
    else { return nil }
    for (_, value) in table.entries where CFGetTypeID(value) == CFDictionaryGetTypeID() {
      let key: CFDictionary = sameObject(value)
      if key.localID != nil { keys.append(key) }
    }
    keys.sort { ($0.localID ?? 0) < ($1.localID ?? 0) }
  }

  /// The table as extensions hold it.
  var dictionary: CFMutableDictionary {
    let table = makeDictionary()
    for key in keys {
      if let localID = key.localID { table.set(coreFoundationString(String(localID)), key) }
    }
    return table
  }

  /// Adds a key; returns false if it lacks a required value, or if another key has its identifier.
  mutating func add(_ key: CFDictionary) -> Bool {
    guard let localID = key.localID, key.integer(kCMMetadataFormatDescriptionKey_Namespace) != nil,
      key.data(kCMMetadataFormatDescriptionKey_Value) != nil, !keys.contains(where: { $0.localID == localID })
    else { return false }
    keys.append(key)
    keys.sort { ($0.localID ?? 0) < ($1.localID ?? 0) }
    return true
  }

  /// Adds a key with its own identifier, unless it is already there.
  mutating func merge(_ key: CFDictionary) {
    let name = Self.withoutIdentifier(key)
    guard !keys.contains(where: { CFEqual(Self.withoutIdentifier($0), name) }) else { return }
    let taken = Set(keys.compactMap(\.localID))
    let wanted = key.localID.flatMap { taken.contains($0) ? nil : $0 }
    let free = wanted ?? UInt32((1...).first { !taken.contains(UInt32($0)) } ?? 1)
    name.set(kCMMetadataFormatDescriptionKey_LocalID, Int64(free))
    keys.append(name)
    keys.sort { ($0.localID ?? 0) < ($1.localID ?? 0) }
  }

  private static func withoutIdentifier(_ key: CFDictionary) -> CFMutableDictionary {
    let copy = CFDictionaryCreateMutableCopy(nil, 0, key) ?? makeDictionary()
    copy.remove(kCMMetadataFormatDescriptionKey_LocalID)
    return copy
  }

  // MARK: Identifiers

  /// The identifiers that Apple's systems give the keys: the name space, a slash, and the name with bytes other than
  /// letters, digits and `-._~` in hexadecimal.
  var identifiers: CFArray {
    let list = makeArray()
    for key in keys {
      let space = UInt32(truncatingIfNeeded: key.integer(kCMMetadataFormatDescriptionKey_Namespace) ?? 0)
      let name = key.data(kCMMetadataFormatDescriptionKey_Value) ?? []
      let text = Self.escaped([UInt8](bigEndian: Int(space), 4)) + "/" + Self.escaped(name)
      list.append(coreFoundationString(text))
    }
    return list
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  private static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      guard !isPlain(byte) else { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "%0" + digits : "%" + digits
    }.joined()
  }

  /// Returns the bytes of a name in an identifier, or `nil` if it is malformed.
  private static func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var left = Array(text.utf8)[...]
    while let byte = left.popFirst() {
      guard byte == 0x25 else {
        bytes.append(byte)
        continue
      }
      guard left.count >= 2, let value = UInt8(String(decoding: left.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      left.removeFirst(2)
    }
    return bytes
  }

  // MARK: Specifications

  /// "Well-known types" of the QuickTime File Format, by the names of Apple's systems.
  private static let wellKnownTypes: [String: Int] = [
    "raw-data": 0, "UTF-8": 1, "UTF-16": 2, "JPEG": 13, "PNG": 14, "float32": 23, "float64": 24, "BMP": 27, "int8": 65,
    "int16": 66, "int32": 67, "int64": 74, "uint8": 75, "uint16": 76, "uint32": 77, "uint64": 78,
  ]

  /// Returns the key that a caller specifies by identifier and data type; `nil` if one of them is missing or
  /// invalid.
  static func key(specification: CFDictionary) -> CFDictionary? {
    guard let identifier = specification.text(kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier),
      let type = specification.text(kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType)
    else { return nil }
    let parts = swiftString(identifier).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let space = unescaped(parts[0]), space.count == 4, let name = unescaped(parts[1]),
      !name.isEmpty
    else { return nil }
    let key = makeDictionary()
    key.set(kCMMetadataFormatDescriptionKey_Namespace, Int64(BigEndianBytes(space).number(0, 4) ?? 0))
    key.set(kCMMetadataFormatDescriptionKey_Value, name)
    let typeName = swiftString(type)
    let prefix = "com.apple.metadata.datatype."
    if typeName.hasPrefix(prefix), let number = wellKnownTypes[String(typeName.dropFirst(prefix.count))] {
      key.set(kCMMetadataFormatDescriptionKey_DataTypeNamespace, 0)
      key.set(kCMMetadataFormatDescriptionKey_DataType, [UInt8](bigEndian: number, 4))
    } else {
      key.set(kCMMetadataFormatDescriptionKey_DataTypeNamespace, 1)
      key.set(kCMMetadataFormatDescriptionKey_DataType, Array(typeName.utf8))
    }
    let further = [
      (
        kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag,
        kCMMetadataFormatDescriptionKey_LanguageTag, CFStringGetTypeID()
      ),
      (
        kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData, kCMMetadataFormatDescriptionKey_SetupData,
        CFDataGetTypeID()
      ),
      (
        kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency,
        kCMMetadataFormatDescriptionKey_StructuralDependency, CFDictionaryGetTypeID()
      ),
    ]
    for (name, kept, typeID) in further where unsafe specification.value(name) != nil {
      guard let value = specification.object(name, typeID, AnyObject.self) else { return nil }
      key.set(kept, value)
    }
    return key
  }
}

extension CFDictionary {
  /// The identifier that boxes use for a key.
  fileprivate var localID: UInt32? {
    integer(kCMMetadataFormatDescriptionKey_LocalID).map { UInt32(truncatingIfNeeded: $0) }
  }
}
