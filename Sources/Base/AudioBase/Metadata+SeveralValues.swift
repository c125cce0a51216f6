extension Metadata {
  /// The text that separates several values of a key in ``info``.
  public static let valueSeparator = "; "

  /// Returns the values of a key, in the order of the file; empty if there are none.
  public func values(of key: InfoKey) -> [String] {
    guard let text = info[key] else { return [] }
    guard let values = several[key], values.joined(separator: Self.valueSeparator) == text else { return [text] }
    return values
  }

  /// Sets the values of a key; an empty list removes the key.
  public mutating func setValues(_ values: [String], of key: InfoKey) {
    info[key] = values.isEmpty ? nil : values.joined(separator: Self.valueSeparator)
    several[key] = values.count > 1 ? values : nil
  }

  /// Adds a value to those of a key, up to ``ResourceLimits/metadataTextCount`` values and a total of
  /// ``ResourceLimits/metadataTextByteCount`` bytes.
  public mutating func add(_ value: String, to key: InfoKey) {
    // In place: copying the present text for each of many values would take the square of their time.
    guard let byteCount = info[key]?.utf8.count else { return note(value, for: key) }
    guard !value.isEmpty, byteCount + value.utf8.count < ResourceLimits.metadataTextByteCount,
      (several[key]?.count ?? 1) < ResourceLimits.metadataTextCount
    else { return }
    if several[key] == nil { several[key] = [info[key] ?? ""] }
    several[key]?.append(value)
    info[key]?.append(Self.valueSeparator + value)
  }

  /// Takes the values of keys from other metadata, if these have none or the same joined text.
  public mutating func fillValues(from other: Metadata) {
    for (key, text) in other.info where info[key] == nil || info[key] == text && several[key] == nil {
      info[key] = text
      several[key] = other.several[key]
    }
  }

  /// Removes the values of all keys except the given ones.
  public mutating func keepValues(where isWanted: (InfoKey) -> Bool) {
    info = info.filter { isWanted($0.key) }
    several = several.filter { isWanted($0.key) }
  }
}
