extension ChannelLayout {
  /// Creates the order that a tag stands for; `nil` for an unknown tag, or one that leaves the channels open.
  public init?(tag: ChannelLayoutTag) {
    if let family = tag.family {
      guard tag.channelCount > 0 else { return nil }
      self.init(family.speakers(UInt16(tag.channelCount)))
    } else {
      guard let order = ChannelLayoutTable.orders[tag] else { return nil }
      self.init(order.speakers)
    }
  }

  /// The usual tag for this order, or `nil` if there is none.
  public var tag: ChannelLayoutTag? {
    if speakers == [.mono] { return .mono }
    if let tag = ChannelLayoutTable.tagsByOrder[speakers] { return tag }
    guard let count = UInt16(exactly: speakers.count), count > 0 else { return nil }
    // One look-up per channel, as a layout of many channels may come from a file.
    let family = ChannelLayoutTag.Family.allCases.first { family in
      speakers.indices.allSatisfy { speakers[$0] == family.speaker(UInt16(truncatingIfNeeded: $0)) }
    }
    return family?.tag(count)
  }

  /// Creates the layout of an `AudioChannelBitmap`: one channel a bit, the lowest bit first; `nil` if a bit has no
  /// meaning or none is set.
  public init?(bitmap: UInt32) {
    guard bitmap != 0 else { return nil }
    var speakers: [Speaker] = []
    for bit in 0..<32 where bitmap >> UInt32(bit) & 1 == 1 {
      guard let speaker = Speaker(bit: bit) else { return nil }
      speakers.append(speaker)
    }
    self.init(speakers)
  }

  /// The `AudioChannelBitmap` of the layout, or `nil` if its channels are not in the order of their bits.
  public var bitmap: UInt32? {
    var bitmap: UInt32 = 0
    for speaker in speakers {
      guard let bit = speaker.bit, bitmap >> UInt32(bit) == 0 else { return nil }
      bitmap |= 1 << UInt32(bit)
    }
    return bitmap == 0 ? nil : bitmap
  }
}

extension Speaker {
  /// The bit of `AudioChannelBitmap`: 0…17 for the labels 1…18, 21…26 for the labels 49…54.
  fileprivate var bit: Int? {
    switch rawValue {
    case 1...18: Int(rawValue) - 1
    case 49, 51...54: Int(rawValue) - 28
    default: nil
    }
  }

  fileprivate init?(bit: Int) {
    switch bit {
    case 0...17: self.init(rawValue: UInt32(bit) + 1)
    case 21, 23...26: self.init(rawValue: UInt32(bit) + 28)
    default: return nil
    }
  }
}
