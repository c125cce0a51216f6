public import CCoreMedia
public import CoreFoundation

// Apple's Swift view of format descriptions: timed metadata.

extension _CMFormatDescriptionInitTrampoline {
  /// Creates a format of metadata without keys.
  public init(metadataFormatType: CMFormatDescription.MediaSubType) throws {
    self.init(
      referencing: try unsafe made {
        unsafe CMMetadataFormatDescriptionCreateWithKeys(
          allocator: nil, metadataType: metadataFormatType.rawValue, keys: nil, formatDescriptionOut: $0)
      })
  }

  /// Creates a format of boxed metadata from its keys.
  public init(boxedMetadataKeys: [[String: CFPropertyList]]) throws {
    let keys = array(boxedMetadataKeys)
    self.init(
      referencing: try unsafe made {
        unsafe CMMetadataFormatDescriptionCreateWithKeys(
          allocator: nil, metadataType: kCMMetadataFormatType_Boxed, keys: keys, formatDescriptionOut: $0)
      })
  }

  /// Creates a format of boxed metadata from identifiers and data types.
  public init(boxedMetadataSpecifications: [[String: CFPropertyList]]) throws {
    let specifications = array(boxedMetadataSpecifications)
    self.init(
      referencing: try unsafe made {
        unsafe CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
          allocator: nil, metadataType: kCMMetadataFormatType_Boxed, metadataSpecifications: specifications,
          formatDescriptionOut: $0)
      })
  }

  /// Creates a format of boxed metadata that adds to another format's contents.
  public init(sourceMetadata: CMMetadataFormatDescription, specifications: [[String: CFPropertyList]]) throws {
    let specifications = array(specifications)
    self.init(
      referencing: try unsafe made {
        unsafe CMMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications(
          allocator: nil, sourceDescription: sourceMetadata, metadataSpecifications: specifications,
          formatDescriptionOut: $0)
      })
  }

  /// Creates a format of boxed metadata with the contents of two others.
  public init(
    sourceMetadata: CMMetadataFormatDescription, otherSourceDescription: CMMetadataFormatDescription
  ) throws {
    self.init(
      referencing: try unsafe made {
        unsafe CMMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions(
          allocator: nil, sourceDescription: sourceMetadata, otherSourceDescription: otherSourceDescription,
          formatDescriptionOut: $0)
      })
  }
}

/// Dictionaries of Swift's as an array of Core Foundation's.
private func array(_ dictionaries: [[String: CFPropertyList]]) -> CFArray {
  let array = makeArray()
  for dictionary in dictionaries { array.append(coreFoundationDictionary(dictionary)) }
  return array
}

extension CMFormatDescription {
  /// Returns the key that this identifier in boxes stands for.
  public func keyWithLocalID(_ localKeyID: OSType) -> [String: CFPropertyList]? {
    guard let key = CMMetadataFormatDescriptionGetKeyWithLocalID(self, localKeyID: localKeyID) else { return nil }
    var entries: [String: CFPropertyList] = [:]
    for (name, value) in key.entries { entries[swiftString(name)] = value as CFPropertyList }
    return entries
  }

  /// The identifiers of the keys.
  public var identifiers: [String] {
    guard let list = CMMetadataFormatDescriptionGetIdentifiers(self) else { return [] }
    return (0..<CFArrayGetCount(list)).compactMap { index in
      unsafe CFArrayGetValueAtIndex(list, index).map {
        unsafe swiftString(Unmanaged<CFString>.fromOpaque($0).takeUnretainedValue())
      }
    }
  }
}
