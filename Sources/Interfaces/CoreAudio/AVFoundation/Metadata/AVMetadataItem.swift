public import AVFAudio
public import Foundation

/// A metadata item of a file: a name and a value.
///
/// `@unchecked`, for a class that is open cannot be checked; an item that is no ``AVMutableMetadataItem`` never
/// changes.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  /// The fields of an item.
  struct Fields {
    var identifier: AVMetadataIdentifier?
    var key: (any NSCopying & NSObjectProtocol)?
    var keySpace: AVMetadataKeySpace?
    var commonKey: AVMetadataKey?
    var value: (any NSCopying & NSObjectProtocol)?
    var extendedLanguageTag: String?
    var locale: Locale?
    var dataType: String?
    var time = CMTime.invalid
    var duration = CMTime.invalid
    var startDate: Date?
  }

  var fields: Fields

  /// Creates an empty item.
  public override init() { fields = Fields() }

  init(_ fields: Fields) { self.fields = fields }

  // MARK: Names

  /// The name: a key space with a key.
  open var identifier: AVMetadataIdentifier? {
    if let identifier = fields.identifier { return identifier }
    guard let key = fields.key, let space = fields.keySpace else { return nil }
    return Self.identifier(forKey: key, keySpace: space)
  }
  /// The name space of the key.
  open var keySpace: AVMetadataKeySpace? {
    fields.keySpace ?? fields.identifier.flatMap { Self.keySpace(forIdentifier: $0) }
  }
  /// The key in its key space.
  open var key: (any NSCopying & NSObjectProtocol)? {
    fields.key ?? fields.identifier.flatMap { Self.key(forIdentifier: $0) as? NSString }
  }
  /// The common key of this item, or `nil`.
  open var commonKey: AVMetadataKey? { fields.commonKey ?? identifier.flatMap { MetadataTable.commonKey(of: $0) } }

  // MARK: Values

  /// The value: an `NSString`, an `NSNumber` or an `NSData`.
  open var value: (any NSCopying & NSObjectProtocol)? { fields.value }
  /// The value as text, if it is text or a number.
  open var stringValue: String? {
    switch fields.value {
    case let text as NSString: text.description
    case let number as NSNumber: number.stringValue
    default: nil
    }
  }
  /// The value as a number, if it is a number or the text of one.
  open var numberValue: NSNumber? {
    if let number = fields.value as? NSNumber { return number }
    return stringValue.flatMap { Int64($0).map { NSNumber(value: $0) } ?? Double($0).map { NSNumber(value: $0) } }
  }
  /// The value as bytes, if it is bytes.
  open var dataValue: Data? { (fields.value as? NSData).map { Data(referencing: $0) } }
  /// The value as a date, if it is a date or a text in ISO 8601.
  open var dateValue: Date? {
    if let date = fields.value as? NSDate {
      return Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    }
    guard let text = stringValue else { return nil }
    let dates = ISO8601DateFormatter()
    if let date = dates.date(from: text) { return date }
    dates.formatOptions = [.withFullDate]
    return dates.date(from: text)
  }
  /// The type of the value: `kCMMetadataBaseDataType_…`.
  open var dataType: String? {
    if let type = fields.dataType { return type }
    switch fields.value {
    case is NSString: return "com.apple.metadata.datatype.UTF-8"
    case is NSNumber: return "com.apple.metadata.datatype.int64"
    case is NSData: return "com.apple.metadata.datatype.raw-data"
    default: return nil
    }
  }
  /// The language of the value as a BCP 47 tag, or `nil`.
  open var extendedLanguageTag: String? { fields.extendedLanguageTag }
  /// The locale of the value, or `nil`.
  open var locale: Locale? { fields.locale }
  /// The time from which the item applies; invalid if it always applies.
  open var time: CMTime { fields.time }
  /// The duration for which the item applies; invalid if it always applies.
  open var duration: CMTime { fields.duration }
  /// The date from which the item applies, or `nil`.
  open var startDate: Date? { fields.startDate }

  // MARK: Copies

  /// Returns the item itself, or, of a mutable one, an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(fields) }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(fields) }

  /// The name and the value as text.
  open override var description: String {
    "<AVMetadataItem: identifier=\(identifier?.rawValue ?? "-"), value=\(stringValue ?? dataValue.map { "\($0.count) bytes" } ?? "-")>"
  }

  // MARK: Loading

  /// Returns the state of loading: always loaded.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    if let outError = unsafe outError { unsafe outError.pointee = nil }
    return .loaded
  }

  /// Calls the handler on another thread: the values are available.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
    DispatchQueue.global().async { handler?() }
  }
}

/// A mutable metadata item, for writers. One thread at a time may use it.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  /// The name: a key space with a key. Setting it replaces both.
  open override var identifier: AVMetadataIdentifier? {
    get { super.identifier }
    set { (fields.identifier, fields.key, fields.keySpace) = (newValue, nil, nil) }
  }
  /// The name space of the key.
  open override var keySpace: AVMetadataKeySpace? {
    get { super.keySpace }
    set { (fields.key, fields.keySpace, fields.identifier) = (key, newValue, nil) }
  }
  /// The key in its key space.
  open override var key: (any NSCopying & NSObjectProtocol)? {
    get { super.key }
    set { (fields.key, fields.keySpace, fields.identifier) = (newValue, keySpace, nil) }
  }
  /// The value.
  open override var value: (any NSCopying & NSObjectProtocol)? {
    get { super.value }
    set { fields.value = newValue }
  }
  /// The type of the value.
  open override var dataType: String? {
    get { super.dataType }
    set { fields.dataType = newValue }
  }
  /// The language of the value.
  open override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set { fields.extendedLanguageTag = newValue }
  }
  /// The locale of the value.
  open override var locale: Locale? {
    get { super.locale }
    set { fields.locale = newValue }
  }
  /// The time from which the item applies.
  open override var time: CMTime {
    get { super.time }
    set { fields.time = newValue }
  }
  /// The duration for which the item applies.
  open override var duration: CMTime {
    get { super.duration }
    set { fields.duration = newValue }
  }
  /// The date from which the item applies.
  open override var startDate: Date? {
    get { super.startDate }
    set { fields.startDate = newValue }
  }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
  /// The value.
  public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> { .init("value") { $0.value } }
  /// The value as text.
  public static var stringValue: AVAsyncProperty<Root, String?> { .init("stringValue") { $0.stringValue } }
  /// The value as a number.
  public static var numberValue: AVAsyncProperty<Root, NSNumber?> { .init("numberValue") { $0.numberValue } }
  /// The value as bytes.
  public static var dataValue: AVAsyncProperty<Root, Data?> { .init("dataValue") { $0.dataValue } }
  /// The value as a date.
  public static var dateValue: AVAsyncProperty<Root, Date?> { .init("dateValue") { $0.dateValue } }
}
