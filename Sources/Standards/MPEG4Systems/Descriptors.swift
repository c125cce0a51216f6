public import AudioBase
import Bitstream

/// An error: a descriptor chain breaks a rule of ISO/IEC 14496-1.
public struct DescriptorError: Error, Equatable, Sendable, BitwiseCopyable {
  /// The rules of descriptors that are checked.
  public enum Rule: Sendable, BitwiseCopyable {
    /// The data end before a field is complete.
    case endsTooEarly
    /// A length must have at most four bytes (ISO/IEC 14496-1, 8.3.3).
    case lengthLongerThanFourBytes
    /// A descriptor must fit into its parent.
    case longerThanItsParent
    /// A chain must begin with tag 3, an ES_Descriptor.
    case notAnElementaryStreamDescriptor
    /// An ES_Descriptor must hold a DecoderConfigDescriptor (ISO/IEC 14496-1, 7.2.6.5).
    case withoutDecoderConfiguration
    /// A cookie for a decoder must hold a DecoderSpecificInfo.
    case withoutDecoderSpecificInformation
  }

  /// The rule that was broken.
  public var rule: Rule
  /// The position of the failure, in bytes from the start of the data.
  public var byteOffset: Int

  /// Creates an error.
  public init(_ rule: Rule, at byteOffset: Int) {
    self.rule = rule
    self.byteOffset = byteOffset
  }

  /// This error as a codec's error.
  public var codecError: CodecError {
    let bits = byteOffset * 8
    switch rule {
    case .endsTooEarly:
      return CodecError(.truncated, "the descriptor ends within a field", clause: "14496-1", bitOffset: bits)
    case .lengthLongerThanFourBytes:
      return CodecError(.malformed, "a length has at most four bytes", clause: "14496-1, 8.3.3", bitOffset: bits)
    case .longerThanItsParent:
      return CodecError(
        .malformed, "a descriptor fits into the one that holds it", clause: "14496-1", bitOffset: bits)
    case .notAnElementaryStreamDescriptor:
      return CodecError(.malformed, "the chain begins with an ES_Descriptor", clause: "14496-1", bitOffset: bits)
    case .withoutDecoderConfiguration:
      return CodecError(
        .malformed, "an ES_Descriptor holds a DecoderConfigDescriptor", clause: "14496-1, 7.2.6.5", bitOffset: bits)
    case .withoutDecoderSpecificInformation:
      return CodecError(
        .malformed, "the cookie holds a DecoderSpecificInfo", clause: "14496-1, 7.2.6.7", bitOffset: bits)
    }
  }
}

/// The form of the length of a descriptor; readers accept both.
public enum DescriptorLengthForm: Sendable {
  /// The smallest number of bytes that the length needs.
  case minimal
  /// Always four bytes, as Apple's writers do.
  case fourBytes
}

/// `objectTypeIndication`: the kind of coding that a DecoderConfigDescriptor describes (ISO/IEC 14496-1, Table 5).
public struct ObjectTypeIndication: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The number.
  public var rawValue: UInt8

  /// Creates an indication from its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ISO/IEC 14496-3: the DecoderSpecificInfo is an AudioSpecificConfig.
  public static let mpeg4Audio = ObjectTypeIndication(rawValue: 0x40)
  /// ISO/IEC 13818-7 Low Complexity profile.
  public static let mpeg2LowComplexity = ObjectTypeIndication(rawValue: 0x67)

  /// True if the stream is AAC: of MPEG-4, or of one of the three profiles of MPEG-2.
  public var isAdvancedAudioCoding: Bool { rawValue == 0x40 || (0x66...0x68).contains(rawValue) }
  /// True if the stream is MPEG-1 or MPEG-2 audio of layers I to III.
  public var isMPEGAudio: Bool { rawValue == 0x69 || rawValue == 0x6B }
}

/// `DecoderConfigDescriptor`, ISO/IEC 14496-1, 7.2.6.6.
public struct DecoderConfigurationDescriptor: Equatable, Sendable {
  /// `objectTypeIndication`.
  public var objectType: ObjectTypeIndication
  /// `streamType`, 6 bits; 5 is audio.
  public var streamType: UInt8 = 5
  /// `bufferSizeDB` in bytes, 24 bits.
  public var bufferByteCount: UInt32 = 0
  /// `maxBitrate` in bits/s.
  public var maximumBitRate: UInt32 = 0
  /// `avgBitrate` in bits/s, 0 if the rate varies.
  public var averageBitRate: UInt32 = 0
  /// `DecoderSpecificInfo`: for AAC the AudioSpecificConfig; empty if there is none.
  public var specificInformation: [UInt8]

  /// Creates a descriptor.
  public init(objectType: ObjectTypeIndication = .mpeg4Audio, specificInformation: [UInt8]) {
    self.objectType = objectType
    self.specificInformation = specificInformation
  }
}

/// `ES_Descriptor`, ISO/IEC 14496-1, 7.2.6.5, reduced to what audio in files needs.
///
/// Dependence, URL and clock references are skipped, as are descriptors of unknown tags.
public struct ElementaryStreamDescriptor: Equatable, Sendable {
  /// `ES_ID`.
  public var identifier: UInt16 = 0
  /// `streamPriority`, 5 bits.
  public var priority: UInt8 = 0
  /// The DecoderConfigDescriptor.
  public var decoderConfiguration: DecoderConfigurationDescriptor
  /// The number of bytes of the parsed descriptor, including the header; 0 for a descriptor that was not parsed.
  public private(set) var parsedByteCount = 0

  /// Creates a descriptor.
  public init(identifier: UInt16 = 0, decoderConfiguration: DecoderConfigurationDescriptor) {
    self.identifier = identifier
    self.decoderConfiguration = decoderConfiguration
  }

  /// Returns true if both have the same contents, whatever the form of their lengths.
  public static func == (one: ElementaryStreamDescriptor, other: ElementaryStreamDescriptor) -> Bool {
    one.identifier == other.identifier && one.priority == other.priority
      && one.decoderConfiguration == other.decoderConfiguration
  }
}

private enum Tag {
  static let elementaryStream: UInt8 = 3
  static let decoderConfiguration: UInt8 = 4
  static let decoderSpecificInformation: UInt8 = 5
  static let synchronizationLayer: UInt8 = 6
}

/// The tag and body of a descriptor.
private struct DescriptorHeader {
  var tag: UInt8
  var bodyByteCount: Int

  /// Reads a tag and an expandable length, `sizeOfInstance` of ISO/IEC 14496-1, 8.3.3.
  init(parsing reader: inout ByteReader) throws(DescriptorError) {
    let start = reader.offset
    var length = 0
    var last: UInt8 = 0x80
    do throws(EndOfBytes) {
      tag = try reader.readUInt8()
      for _ in 0..<4 where last & 0x80 != 0 {
        last = try reader.readUInt8()
        length = length << 7 | Int(last & 0x7F)
      }
    } catch {
      throw DescriptorError(.endsTooEarly, at: start)
    }
    guard last & 0x80 == 0 else { throw DescriptorError(.lengthLongerThanFourBytes, at: start) }
    bodyByteCount = length
    guard bodyByteCount <= reader.remaining else { throw DescriptorError(.longerThanItsParent, at: start) }
  }
}

extension ElementaryStreamDescriptor {
  /// Parses a chain that begins with an ES_Descriptor; bytes after it are ignored.
  ///
  /// A DecoderConfigDescriptor whose length reaches past the ES_Descriptor is refused, not clipped.
  public init(parsing bytes: Span<UInt8>) throws(DescriptorError) {
    var reader = ByteReader(bytes)
    let header = try DescriptorHeader(parsing: &reader)
    guard header.tag == Tag.elementaryStream else { throw DescriptorError(.notAnElementaryStreamDescriptor, at: 0) }
    let end = reader.offset + header.bodyByteCount
    var body = ByteReader(bytes.extracting(0..<end))
    var configuration: DecoderConfigurationDescriptor?
    let identifier: UInt16, flags: UInt8
    do throws(EndOfBytes) {
      try body.skip(reader.offset)
      identifier = try body.readUInt16()
      flags = try body.readUInt8()
      if flags & 0x80 != 0 { try body.skip(2) }
      if flags & 0x40 != 0 { try body.skip(Int(try body.readUInt8())) }
      if flags & 0x20 != 0 { try body.skip(2) }
    } catch {
      throw DescriptorError(.endsTooEarly, at: error.offset)
    }
    while body.remaining > 0, configuration == nil {
      let child = try DescriptorHeader(parsing: &body)
      let start = body.offset
      if child.tag == Tag.decoderConfiguration {
        configuration = try DecoderConfigurationDescriptor(
          parsing: bytes.extracting(start..<(start + child.bodyByteCount)), at: start)
      }
      do throws(EndOfBytes) { try body.skip(child.bodyByteCount) } catch {
        throw DescriptorError(.endsTooEarly, at: start)
      }
    }
    guard let configuration else { throw DescriptorError(.withoutDecoderConfiguration, at: end) }
    self.init(identifier: identifier, decoderConfiguration: configuration)
    priority = flags & 0x1F
    parsedByteCount = end
  }

  /// Returns the descriptor as bytes, with the SLConfigDescriptor of MP4 files (`predefined` 2).
  public func bytes(lengths form: DescriptorLengthForm = .fourBytes) -> [UInt8] {
    let configuration = decoderConfiguration
    var inner: [UInt8] = [configuration.objectType.rawValue, (configuration.streamType & 0x3F) << 2 | 1]
    inner.append(bigEndian: configuration.bufferByteCount, byteCount: 3)
    inner.append(bigEndian: configuration.maximumBitRate, byteCount: 4)
    inner.append(bigEndian: configuration.averageBitRate, byteCount: 4)
    if !configuration.specificInformation.isEmpty {
      inner.append(descriptor: Tag.decoderSpecificInformation, configuration.specificInformation, form)
    }
    var outer: [UInt8] = []
    outer.append(bigEndian: UInt32(identifier), byteCount: 2)
    outer.append(priority & 0x1F)
    outer.append(descriptor: Tag.decoderConfiguration, inner, form)
    outer.append(descriptor: Tag.synchronizationLayer, [2], form)
    var whole: [UInt8] = []
    whole.append(descriptor: Tag.elementaryStream, outer, form)
    return whole
  }
}

extension DecoderConfigurationDescriptor {
  /// Parses the body of a DecoderConfigDescriptor that begins at byte `origin` of the chain.
  fileprivate init(parsing bytes: Span<UInt8>, at origin: Int) throws(DescriptorError) {
    var reader = ByteReader(bytes)
    do throws(EndOfBytes) {
      self.init(objectType: ObjectTypeIndication(rawValue: try reader.readUInt8()), specificInformation: [])
      streamType = try reader.readUInt8() >> 2
      bufferByteCount = try reader.readUInt24()
      maximumBitRate = try reader.readUInt32()
      averageBitRate = try reader.readUInt32()
    } catch {
      throw DescriptorError(.endsTooEarly, at: origin + error.offset)
    }
    while reader.remaining > 0 {
      let child: DescriptorHeader
      do throws(DescriptorError) { child = try DescriptorHeader(parsing: &reader) } catch {
        throw DescriptorError(error.rule, at: origin + error.byteOffset)
      }
      do throws(EndOfBytes) {
        let body = try reader.readBytes(child.bodyByteCount)
        guard child.tag == Tag.decoderSpecificInformation else { continue }
        specificInformation = [UInt8](copying: body)
        return
      } catch {
        throw DescriptorError(.endsTooEarly, at: origin + error.offset)
      }
    }
  }
}

extension [UInt8] {
  init(copying bytes: Span<UInt8>) {
    self = []
    reserveCapacity(bytes.count)
    for index in bytes.indices { append(bytes[index]) }
  }

  fileprivate mutating func append(bigEndian value: UInt32, byteCount: Int) {
    for position in (0..<byteCount).reversed() { append(UInt8(truncatingIfNeeded: value >> UInt32(8 * position))) }
  }

  /// Appends a whole descriptor; its body must be shorter than 2^28 bytes.
  fileprivate mutating func append(descriptor tag: UInt8, _ body: [UInt8], _ form: DescriptorLengthForm) {
    precondition(body.count < 1 << 28)
    append(tag)
    for position in (0..<4).reversed() {
      let isNeeded = position == 0 || body.count >> (7 * position) != 0
      guard isNeeded || form == .fourBytes else { continue }
      let more: UInt8 = position == 0 ? 0 : 0x80
      append(UInt8(truncatingIfNeeded: body.count >> (7 * position)) & 0x7F | more)
    }
    append(contentsOf: body)
  }
}
