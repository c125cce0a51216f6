import CCoreMedia
import CoreFoundation

// <CoreMedia/CMFormatDescription.h>: timed metadata.

/// `CMMetadataFormatDescriptionCreateWithKeys`: boxed metadata must have keys.
@c(CMMetadataFormatDescriptionCreateWithKeys)
public func cmMetadataFormatDescriptionCreateWithKeys(
  _ allocator: UnsafeRawPointer?, _ metadataType: CMMetadataFormatType, _ keys: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    guard unsafe keys != nil || metadataType == kCMMetadataFormatType_Boxed else {
      return FormatDescription(kCMMediaType_Metadata, metadataType, extensions: nil)
    }
    var table = MetadataKeyTable()
    for key in try unsafe dictionaries(keys) {
      guard let copy = CFDictionaryCreateCopy(nil, key), table.add(copy) else { throw wrong }
    }
    return description(metadataType, table)
  }
}

/// `CMMetadataFormatDescriptionCreateWithMetadataSpecifications`: of boxed metadata only.
@c(CMMetadataFormatDescriptionCreateWithMetadataSpecifications)
public func cmMetadataFormatDescriptionCreateWithMetadataSpecifications(
  _ allocator: UnsafeRawPointer?, _ metadataType: CMMetadataFormatType, _ metadataSpecifications: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    guard metadataType == kCMMetadataFormatType_Boxed else { throw wrong }
    var table = MetadataKeyTable()
    try unsafe merge(metadataSpecifications, into: &table)
    return description(metadataType, table)
  }
}

/// `CMMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications`.
@c(CMMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications)
public func cmMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications(
  _ allocator: UnsafeRawPointer?, _ sourceDescription: UnsafeRawPointer?,
  _ metadataSpecifications: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    var table = try unsafe keyTable(sourceDescription)
    try unsafe merge(metadataSpecifications, into: &table)
    return description(kCMMetadataFormatType_Boxed, table)
  }
}

/// `CMMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions`.
@c(CMMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions)
public func cmMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions(
  _ allocator: UnsafeRawPointer?, _ sourceDescription: UnsafeRawPointer?,
  _ otherSourceDescription: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    var table = try unsafe keyTable(sourceDescription)
    for key in try unsafe keyTable(otherSourceDescription).keys { table.merge(key) }
    return description(kCMMetadataFormatType_Boxed, table)
  }
}

/// `CMMetadataFormatDescriptionGetKeyWithLocalID`: null without such a key.
@c(CMMetadataFormatDescriptionGetKeyWithLocalID)
public func cmMetadataFormatDescriptionGetKeyWithLocalID(
  _ desc: UnsafeRawPointer?, _ localKeyID: UInt32
) -> UnsafeRawPointer? {
  guard let table = unsafe object(desc, FormatDescription.self).flatMap(MetadataKeyTable.init) else { return nil }
  // The dictionary is the description's own, so that its address holds.
  let key = table.keys.first {
    $0.integer(kCMMetadataFormatDescriptionKey_LocalID).map { UInt32(truncatingIfNeeded: $0) } == localKeyID
  }
  return unsafe key.map { unsafe address(ofObject: $0) }
}

/// `CMMetadataFormatDescriptionGetIdentifiers`: null without keys.
@c(CMMetadataFormatDescriptionGetIdentifiers)
public func cmMetadataFormatDescriptionGetIdentifiers(_ desc: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe object(desc, FormatDescription.self)?.metadataIdentifiers.map { unsafe address(ofObject: $0) }
}

// MARK: Helpers

private var wrong: Failure { Failure(kCMFormatDescriptionError_InvalidParameter) }

private func description(_ type: CMMetadataFormatType, _ table: MetadataKeyTable) -> FormatDescription {
  let extensions = makeDictionary()
  extensions.set(kCMFormatDescriptionExtensionKey_MetadataKeyTable, table.dictionary)
  return FormatDescription(kCMMediaType_Metadata, type, extensions: extensions)
}

/// Returns the keys of a caller's description, which must be one of boxed metadata.
@unsafe
private func keyTable(_ pointer: UnsafeRawPointer?) throws(Failure) -> MetadataKeyTable {
  let source = try unsafe object(pointer, FormatDescription.self, orThrow: kCMFormatDescriptionError_InvalidParameter)
  guard source.mediaSubType == kCMMetadataFormatType_Boxed, let table = MetadataKeyTable(source) else { throw wrong }
  return table
}

/// Adds a caller's specifications.
@unsafe
private func merge(_ pointer: UnsafeRawPointer?, into table: inout MetadataKeyTable) throws(Failure) {
  for specification in try unsafe dictionaries(pointer) {
    guard let key = MetadataKeyTable.key(specification: specification) else { throw wrong }
    table.merge(key)
  }
}

/// Returns the dictionaries of a caller's array, which must have one at least.
@unsafe
private func dictionaries(_ pointer: UnsafeRawPointer?) throws(Failure) -> [CFDictionary] {
  guard let pointer = unsafe pointer, unsafe coreFoundationType(of: pointer) == CFArrayGetTypeID() else { throw wrong }
  let array = unsafe Unmanaged<CFArray>.fromOpaque(pointer).takeUnretainedValue()
  var found: [CFDictionary] = []
  for index in 0..<CFArrayGetCount(array) {
    guard let element = unsafe CFArrayGetValueAtIndex(array, index),
      unsafe coreFoundationType(of: element) == CFDictionaryGetTypeID()
    else { throw wrong }
    found.append(unsafe Unmanaged<CFDictionary>.fromOpaque(element).takeUnretainedValue())
  }
  guard !found.isEmpty else { throw wrong }
  return found
}
