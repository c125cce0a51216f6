package import Bitstream
import MPEG4Systems

// Holds throughout: places end with the last band of a group, below 128.

/// The meanings of a band's codebook number.
@usableFromInline package enum Codebook {
  @inlinable package static var zero: UInt8 { 0 }
  @inlinable package static var escape: UInt8 { 11 }
  static let reserved: UInt8 = 12
  @inlinable package static var noise: UInt8 { 13 }
  @inlinable package static var intensityOutOfPhase: UInt8 { 14 }
  @inlinable package static var intensityInPhase: UInt8 { 15 }

  /// Returns true if the band's lines are sent as Huffman codewords: 1…11, and the virtual codebooks 16…31.
  @inlinable @inline(__always)
  package static func isSpectral(_ codebook: UInt8) -> Bool { codebook != 0 && (codebook < 12 || codebook > 15) }
  @inlinable @inline(__always)
  package static func isIntensity(_ codebook: UInt8) -> Bool { codebook == 14 || codebook == 15 }

  /// A set of codebooks, one a bit.
  @usableFromInline package struct Kind: Equatable, BitwiseCopyable, Sendable {
    @usableFromInline var bits: UInt32

    @inline(__always)
    static var zero: Kind { Kind(Codebook.zero) }
    @inlinable @inline(__always)
    package static var noise: Kind { Kind(Codebook.noise) }
    @inlinable @inline(__always)
    package static var intensity: Kind { Kind(bits: 3 << 14) }
    @inline(__always)
    static var spectral: Kind { Kind(bits: 0xFFFF_0FFE) }

    /// Creates the set of codebooks that send the same kind of value in place of a scale factor as this one.
    @inline(__always)
    init(of codebook: UInt8) {
      self = Codebook.isSpectral(codebook) ? .spectral : Codebook.isIntensity(codebook) ? .intensity : Kind(codebook)
    }

    @inlinable @inline(__always)
    init(bits: UInt32) { self.bits = bits }

    @inlinable @inline(__always)
    init(_ codebook: UInt8) { bits = 1 << UInt32(codebook) }

    @inline(__always)
    func contains(_ codebook: UInt8) -> Bool { (bits &>> UInt32(codebook)) & 1 != 0 }
  }
}

extension ChannelStream {
  /// Returns true if any band may have a codebook of a kind.
  @inlinable @inline(__always)
  package mutating func mayUse(_ kind: Codebook.Kind) -> Bool { codebooksRead & kind.bits != 0 }

  /// Returns the index of band `band` of window group `group` in ``codebooks`` and ``scaleFactors``.
  ///
  /// One group has up to 51 bands; eight groups have up to 15 each, so that 128 places hold either.
  @inlinable @inline(__always)
  package static func place(_ group: Int, _ band: Int) -> Int { group &* 16 &+ band }

  /// `section_data()`: runs of bands with one codebook.
  ///
  /// ISO/IEC 14496-3, 4.4.2.7. With section data resilience the codebook number has five bits, and the codebooks of
  /// large values (11 and 16…31) run for one band without a length.
  mutating func parseSections(_ reader: inout BitReader, context: ChannelContext) throws(AACError) {
    let code = SectionCode(isResilient: context.resilience.sectionData, isShort: info.isShort)
    let bandCount = info.bandCount
    var read: UInt32 = 0
    var cursor = reader
    for group in 0..<info.groupCount {
      var band = 0
      while band < bandCount {
        let start = cursor.offset
        let (codebook, length) = code.take(&cursor, upTo: bandCount)
        try cursor.checkEnd()
        if codebook == Codebook.reserved { throw AACError(.reservedCodebook, at: start) }
        guard length <= bandCount - band else { throw AACError(.sectionBeyondLastBand, at: start) }
        read |= 1 &<< UInt32(codebook)
        let place = ChannelStream.place(group, band)
        var all = codebooks.mutableSpan
        var section = all._mutatingExtracting(place..<(place + length))
        for index in section.indices { section[index] = codebook }
        band += length
      }
    }
    reader = cursor
    codebooksRead = read
  }
}

/// The coding of a section.
private struct SectionCode: BitwiseCopyable {
  let isResilient: Bool
  let codebookBits: Int
  let lengthBits: Int

  init(isResilient: Bool, isShort: Bool) {
    self.isResilient = isResilient
    codebookBits = isResilient ? 5 : 4
    lengthBits = isShort ? 3 : 5
  }

  /// Reads the codebook and the length of a section from one window, without a check for the end of the data.
  ///
  /// A length beyond `bandCount` need not be whole, so that three fields of 3 bits or two of 5 are enough.
  @inline(__always)
  func take(_ cursor: inout BitReader, upTo bandCount: Int) -> (codebook: UInt8, length: Int) {
    var window = cursor.window
    let codebook = UInt8(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- codebookBits))
    cursor.consume(codebookBits)
    if isResilient, codebook == Codebook.escape || codebook >= 16 { return (codebook, 1) }
    window &<<= UInt64(truncatingIfNeeded: codebookBits)
    let escape = 1 &<< lengthBits &- 1
    var length = 0
    var increment = 0
    repeat {
      increment = Int(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- lengthBits))
      window &<<= UInt64(truncatingIfNeeded: lengthBits)
      cursor.consume(lengthBits)
      length &+= increment
    } while increment == escape && length <= bandCount
    return (codebook, length)
  }
}

extension ChannelStream {
  /// Writes `section_data()`: one section for each longest run of bands with one codebook.
  ///
  /// Without section data resilience the codebooks must be below 16; see ``dropVirtualCodebooks()``.
  package func writeSections(to writer: inout BitWriter, context: ChannelContext) {
    let lengthBits = info.isShort ? 3 : 5
    let escape = 1 << lengthBits - 1
    let isResilient = context.resilience.sectionData
    for group in 0..<info.groupCount {
      var band = 0
      while band < info.bandCount {
        let codebook = codebooks[ChannelStream.place(group, band)]
        writer.write(UInt32(codebook), isResilient ? 5 : 4)
        let start = band
        repeat { band += 1 } while band < info.bandCount && codebooks[ChannelStream.place(group, band)] == codebook
        if isResilient, codebook == Codebook.escape || codebook >= 16 {
          band = start + 1
          continue
        }
        var length = band - start
        while length >= escape {
          writer.write(UInt32(escape), lengthBits)
          length -= escape
        }
        writer.write(UInt32(length), lengthBits)
      }
    }
  }
}
