public import AudioBase
package import Bitstream

/// `program_config_element()`: freely chosen channel elements and their positions.
///
/// ISO/IEC 14496-3, 4.5.1.2. It stands in a configuration whose `channelConfiguration` is 0, and may stand in a packet.
public struct ProgramConfigElement: Sendable, Hashable {
  /// An element of a list: its flag and its tag.
  public struct Element: Sendable, Hashable {
    /// True for a pair (or, for coupling channels, an independently switched one).
    public var flag: Bool
    /// `element_instance_tag` of the element, 0…15.
    public var tag: Int

    /// Creates an entry.
    public init(flag: Bool, tag: Int) {
      self.flag = flag
      self.tag = tag
    }
  }

  /// `matrix_mixdown_idx` and `pseudo_surround_enable`.
  public struct MatrixMixdown: Sendable, Hashable {
    /// `matrix_mixdown_idx`, 0…3.
    public var index: Int
    /// `pseudo_surround_enable`.
    public var pseudoSurround: Bool

    /// Creates a mix-down.
    public init(index: Int, pseudoSurround: Bool) {
      self.index = index
      self.pseudoSurround = pseudoSurround
    }
  }

  /// `element_instance_tag`, 0…15.
  public var tag = 0
  /// `object_type`, 0…3: the audio object type less one.
  public var objectType = 1
  /// `sampling_frequency_index`, 0…15.
  public var samplingFrequencyIndex = 4
  /// The front elements, in order.
  public var front: [Element] = []
  /// Elements at the sides.
  public var side: [Element] = []
  /// The elements behind the listener.
  public var back: [Element] = []
  /// Tags of the low frequency elements.
  public var lowFrequency: [Int] = []
  /// Tags of the data stream elements.
  public var data: [Int] = []
  /// The coupling channel elements; the flag means "independently switched".
  public var coupling: [Element] = []
  /// `mono_mixdown_element_number`, or `nil`.
  public var monoMixdown: Int?
  /// `stereo_mixdown_element_number`, or `nil`.
  public var stereoMixdown: Int?
  /// The matrix mix-down, or `nil`.
  public var matrixMixdown: MatrixMixdown?
  /// `comment_field_data`.
  public var comment: [UInt8] = []

  /// Creates an element without channels.
  public init() {}

  /// Reads the element; `anchor` is the bit from which its byte alignment counts.
  package init(parsing reader: inout BitReader, anchor: Int) throws(CodecError) {
    tag = try reader.field(4)
    objectType = try reader.field(2)
    samplingFrequencyIndex = try reader.field(4)
    let frontCount = try reader.field(4)
    let sideCount = try reader.field(4)
    let backCount = try reader.field(4)
    let lowFrequencyCount = try reader.field(2)
    let dataCount = try reader.field(3)
    let couplingCount = try reader.field(4)
    if try reader.flag() { monoMixdown = try reader.field(4) }
    if try reader.flag() { stereoMixdown = try reader.field(4) }
    if try reader.flag() {
      matrixMixdown = MatrixMixdown(index: try reader.field(2), pseudoSurround: try reader.flag())
    }
    for _ in 0..<frontCount { front.append(try Element(parsing: &reader)) }
    for _ in 0..<sideCount { side.append(try Element(parsing: &reader)) }
    for _ in 0..<backCount { back.append(try Element(parsing: &reader)) }
    for _ in 0..<lowFrequencyCount { lowFrequency.append(try reader.field(4)) }
    for _ in 0..<dataCount { data.append(try reader.field(4)) }
    for _ in 0..<couplingCount { coupling.append(try Element(parsing: &reader)) }
    _ = try reader.field((8 - (reader.offset - anchor) & 7) & 7)
    let commentCount = try reader.field(8)
    for _ in 0..<commentCount { comment.append(UInt8(try reader.field(8))) }
  }

  /// Writes the element; `anchor` is the bit from which its byte alignment counts.
  package func write(to writer: inout BitWriter, anchor: Int) {
    writer.write(UInt32(tag), 4)
    writer.write(UInt32(objectType), 2)
    writer.write(UInt32(samplingFrequencyIndex), 4)
    for list in [front, side, back] { writer.write(UInt32(list.count), 4) }
    writer.write(UInt32(lowFrequency.count), 2)
    writer.write(UInt32(data.count), 3)
    writer.write(UInt32(coupling.count), 4)
    for mixdown in [monoMixdown, stereoMixdown] {
      writer.write(mixdown != nil)
      if let mixdown { writer.write(UInt32(mixdown), 4) }
    }
    writer.write(matrixMixdown != nil)
    if let matrixMixdown {
      writer.write(UInt32(matrixMixdown.index), 2)
      writer.write(matrixMixdown.pseudoSurround)
    }
    for element in front + side + back { element.write(to: &writer) }
    for tag in lowFrequency + data { writer.write(UInt32(tag), 4) }
    for element in coupling { element.write(to: &writer) }
    writer.align(from: anchor)
    writer.write(UInt32(comment.count), 8)
    for byte in comment { writer.write(UInt32(byte), 8) }
  }
}

extension ProgramConfigElement.Element {
  init(parsing reader: inout BitReader) throws(CodecError) {
    flag = try reader.flag()
    tag = try reader.field(4)
  }

  func write(to writer: inout BitWriter) {
    writer.write(flag)
    writer.write(UInt32(tag), 4)
  }
}

extension ProgramConfigElement {
  /// A channel element as in the bit stream, with its first channel.
  public struct Slot: Sendable, Hashable {
    /// The kind of the element.
    public var element: ChannelElement
    /// Its instance tag.
    public var tag: Int
  }

  /// The channel elements in the order of the channels: front, side, back, low frequency.
  public var slots: [Slot] {
    (front + side + back).map { Slot(element: $0.flag ? .pair : .single, tag: $0.tag) }
      + lowFrequency.map { Slot(element: .lowFrequency, tag: $0) }
  }

  /// The speakers in the order of the channels.
  ///
  /// The standard gives places, not names. The names follow common practice: a single element in front is the centre;
  /// front pairs run from the inside outward, so that the outermost one is L and R; side pairs are Ls and Rs unless
  /// back pairs are there too; a single element behind the listener is Cs. A channel without a name is
  /// `Speaker.unknown`.
  public var layout: ChannelLayout {
    var speakers: [Speaker] = []
    speakers += ProgramConfigElement.place(
      front, singles: [.center],
      pairs: front.filter(\.flag).count > 1
        ? [(.leftCenter, .rightCenter), (.left, .right)] : [(.left, .right)])
    let hasBackPair = back.contains(where: \.flag)
    speakers += ProgramConfigElement.place(
      side, singles: [], pairs: hasBackPair ? [(.leftSide, .rightSide)] : [(.leftSurround, .rightSurround)])
    let hasSidePair = side.contains(where: \.flag)
    speakers += ProgramConfigElement.place(
      back, singles: [.centerSurround],
      pairs: hasSidePair ? [(.leftRear, .rightRear)] : [(.leftSurround, .rightSurround), (.leftRear, .rightRear)])
    for index in lowFrequency.indices {
      speakers.append(index == 0 ? .lowFrequency : index == 1 ? .lowFrequency2 : .unknown)
    }
    return ChannelLayout(speakers)
  }

  private static func place(
    _ elements: [Element], singles: [Speaker], pairs: [(Speaker, Speaker)]
  ) -> [Speaker] {
    var speakers: [Speaker] = []
    var singleCount = 0, pairCount = 0
    for element in elements {
      if element.flag {
        let pair = pairCount < pairs.count ? pairs[pairCount] : (.unknown, .unknown)
        speakers += [pair.0, pair.1]
        pairCount += 1
      } else {
        speakers.append(singleCount < singles.count ? singles[singleCount] : .unknown)
        singleCount += 1
      }
    }
    return speakers
  }
}
