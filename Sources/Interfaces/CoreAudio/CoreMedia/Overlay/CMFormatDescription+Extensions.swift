public import CCoreMedia
public import CoreFoundation

// Apple's Swift view of format descriptions: further properties, by key.

extension CMFormatDescription {
  /// The extensions of a description.
  public struct Extensions: Collection, Hashable {
    /// The name of a property. ``coreFoundationValue`` is its Core Foundation string.
    public struct Key: RawRepresentable, Hashable, Sendable {
      /// The text of the key.
      public let rawValue: String
      /// Creates a value from its text.
      public init(rawValue: String) { self.rawValue = rawValue }
      init(_ string: CFString) { rawValue = swiftString(string) }

      /// The key for Core Foundation's functions.
      public var coreFoundationValue: CFString { coreFoundationString(rawValue) }

      /// `kCMFormatDescriptionExtension_OriginalCompressionSettings`.
      public static var originalCompressionSettings: Key {
        Key(kCMFormatDescriptionExtension_OriginalCompressionSettings)
      }
      /// `kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms`.
      public static var sampleDescriptionExtensionAtoms: Key {
        Key(kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)
      }
      /// `kCMFormatDescriptionExtension_VerbatimSampleDescription`.
      public static var verbatimSampleDescription: Key { Key(kCMFormatDescriptionExtension_VerbatimSampleDescription) }
      /// `kCMFormatDescriptionExtension_VerbatimISOSampleEntry`.
      public static var verbatimISOSampleEntry: Key { Key(kCMFormatDescriptionExtension_VerbatimISOSampleEntry) }
      /// `kCMFormatDescriptionExtension_FormatName`.
      public static var formatName: Key { Key(kCMFormatDescriptionExtension_FormatName) }
      /// `kCMFormatDescriptionExtension_Depth`.
      public static var depth: Key { Key(kCMFormatDescriptionExtension_Depth) }
      /// `kCMFormatDescriptionExtension_CleanAperture`.
      public static var cleanAperture: Key { Key(kCMFormatDescriptionExtension_CleanAperture) }
      /// `kCMFormatDescriptionExtension_FieldCount`.
      public static var fieldCount: Key { Key(kCMFormatDescriptionExtension_FieldCount) }
      /// `kCMFormatDescriptionExtension_FieldDetail`.
      public static var fieldDetail: Key { Key(kCMFormatDescriptionExtension_FieldDetail) }
      /// `kCMFormatDescriptionExtension_PixelAspectRatio`.
      public static var pixelAspectRatio: Key { Key(kCMFormatDescriptionExtension_PixelAspectRatio) }
      /// `kCMFormatDescriptionExtension_ColorPrimaries`.
      public static var colorPrimaries: Key { Key(kCMFormatDescriptionExtension_ColorPrimaries) }
      /// `kCMFormatDescriptionExtension_TransferFunction`.
      public static var transferFunction: Key { Key(kCMFormatDescriptionExtension_TransferFunction) }
      /// `kCMFormatDescriptionExtension_GammaLevel`.
      public static var gammaLevel: Key { Key(kCMFormatDescriptionExtension_GammaLevel) }
      /// `kCMFormatDescriptionExtension_YCbCrMatrix`.
      public static var yCbCrMatrix: Key { Key(kCMFormatDescriptionExtension_YCbCrMatrix) }
      /// `kCMFormatDescriptionExtension_FullRangeVideo`.
      public static var fullRangeVideo: Key { Key(kCMFormatDescriptionExtension_FullRangeVideo) }
      /// `kCMFormatDescriptionExtension_ICCProfile`.
      public static var iccProfile: Key { Key(kCMFormatDescriptionExtension_ICCProfile) }
      /// `kCMFormatDescriptionExtension_BytesPerRow`.
      public static var bytesPerRow: Key { Key(kCMFormatDescriptionExtension_BytesPerRow) }
      /// `kCMFormatDescriptionExtension_ChromaLocationTopField`.
      public static var chromaLocationTopField: Key { Key(kCMFormatDescriptionExtension_ChromaLocationTopField) }
      /// `kCMFormatDescriptionExtension_ChromaLocationBottomField`.
      public static var chromaLocationBottomField: Key { Key(kCMFormatDescriptionExtension_ChromaLocationBottomField) }
      /// `kCMFormatDescriptionExtension_TemporalQuality`.
      public static var temporalQuality: Key { Key(kCMFormatDescriptionExtension_TemporalQuality) }
      /// `kCMFormatDescriptionExtension_SpatialQuality`.
      public static var spatialQuality: Key { Key(kCMFormatDescriptionExtension_SpatialQuality) }
      /// `kCMFormatDescriptionExtension_VerbatimImageDescription`.
      public static var verbatimImageDescription: Key { Key(kCMFormatDescriptionExtension_VerbatimImageDescription) }
      /// `kCMFormatDescriptionExtension_Version`.
      public static var version: Key { Key(kCMFormatDescriptionExtension_Version) }
      /// `kCMFormatDescriptionExtension_RevisionLevel`.
      public static var revisionLevel: Key { Key(kCMFormatDescriptionExtension_RevisionLevel) }
      /// `kCMFormatDescriptionExtension_Vendor`.
      public static var vendor: Key { Key(kCMFormatDescriptionExtension_Vendor) }
    }

    /// The value of a property.
    public struct Value: Hashable {
      /// The object of Core Foundation's.
      public let propertyListRepresentation: CFPropertyList

      /// Creates a value from a Core Foundation object.
      public init(_ propertyList: CFPropertyList) { propertyListRepresentation = propertyList }
      /// Creates a value from a string, a number, data, or an array or dictionary of these.
      public init(_ value: Any) { propertyListRepresentation = coreFoundationObject(value) }

      /// Returns a string.
      public static func string(_ string: String) -> Value { Value(string as Any) }
      /// Returns a number.
      public static func number(_ number: Double) -> Value { Value(number as Any) }
      /// Returns a whole number.
      public static func number(_ number: Int) -> Value { Value(number as Any) }

      /// Returns true if both are equal property lists.
      public static func == (lhs: Value, rhs: Value) -> Bool {
        CFEqual(lhs.propertyListRepresentation, rhs.propertyListRepresentation)
      }
      /// Hashes the property list.
      public func hash(into hasher: inout Hasher) { hasher.combine(CFHash(propertyListRepresentation)) }
    }

    private var values: [Key: Value] = [:]

    /// Creates an empty set of properties.
    public init() {}

    /// Creates extensions from a Core Foundation dictionary.
    public init(_ dictionary: CFDictionary?) {
      for (key, value) in dictionary?.entries ?? [] {
        values[Key(key)] = Value(value as CFPropertyList)
      }
    }

    /// Creates extensions from keys and values.
    public init(base: [String: Any]?) { self.init(base.map { coreFoundationDictionary($0) }) }

    /// The value of a key.
    public subscript(key: Key) -> Value? {
      get { values[key] }
      set { values[key] = newValue }
    }

    /// The properties as a Core Foundation dictionary, or `nil` without properties.
    public var coreFoundationValue: CFDictionary? {
      guard !values.isEmpty else { return nil }
      let dictionary = makeDictionary()
      for (key, value) in values { dictionary.set(key.coreFoundationValue, value.propertyListRepresentation) }
      return dictionary
    }

    /// An index of the collection.
    public typealias Index = Dictionary<Key, Value>.Index
    /// The first index.
    public var startIndex: Index { values.startIndex }
    /// The index behind the last element.
    public var endIndex: Index { values.endIndex }
    /// The key and value at an index.
    public subscript(position: Index) -> (key: Key, value: Value) { values[position] }
    /// Returns the next index.
    public func index(after i: Index) -> Index { values.index(after: i) }
  }
}
