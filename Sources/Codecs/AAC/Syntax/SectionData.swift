package import Bitstream
import MPEG4Systems

// Holds throughout: places end with the last band of a group, below 128.

/// What a band's codebook number stands for.
package enum Codebook {
  package static let zero: UInt8 = 0
  package static let escape: UInt8 = 11
  static let reserved: UInt8 = 12
  package static let noise: UInt8 = 13
  package static let intensityOutOfPhase: UInt8 = 14
  package static let intensityInPhase: UInt8 = 15

  /// Whether the band's lines are sent as Huffman codewords: 1…11, and the virtual codebooks 16…31.
  @inline(__always)
  package static func isSpectral(_ codebook: UInt8) -> Bool { codebook != 0 && (codebook < 12 || codebook > 15) }
  @inline(__always)
  static func isIntensity(_ codebook: UInt8) -> Bool { codebook == 14 || codebook == 15 }
}

extension ChannelStream {
  /// Where band `band` of window group `group` stands in ``codebooks`` and ``scaleFactors``.
  ///
  /// One group has up to 51 bands; eight groups have up to 15 each, so that 128 places hold either.
  @inline(__always)
  package static func place(_ group: Int, _ band: Int) -> Int { group &* 16 &+ band }

  /// `section_data()`: runs of bands with one codebook.
  ///
  /// ISO/IEC 14496-3, 4.4.2.7. With section data resilience the codebook number has five bits, and the codebooks of
  /// large values (11 and 16…31) run for one band without a length.
  mutating func parseSections(_ reader: inout BitReader, context: ChannelContext) throws(AACError) {
    let lengthBits = info.isShort ? 3 : 5
    let escape = 1 << lengthBits - 1
    for group in 0..<info.groupCount {
      var band = 0
      while band < info.bandCount {
        let start = reader.offset
        let codebook = UInt8(try reader.bits(context.resilience.sectionData ? 5 : 4))
        if codebook == Codebook.reserved { throw AACError(.reservedCodebook, at: start) }
        var length = 0
        if context.resilience.sectionData, codebook == Codebook.escape || codebook >= 16 {
          length = 1
        } else {
          var increment = 0
          repeat {
            increment = try reader.bits(lengthBits)
            length += increment
          } while increment == escape
        }
        guard length <= info.bandCount - band else { throw AACError(.sectionBeyondLastBand, at: start) }
        let place = ChannelStream.place(group, band)
        var all = codebooks.mutableSpan
        var section = all._mutatingExtracting(place..<(place + length))
        for index in section.indices { section[index] = codebook }
        band += length
      }
    }
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
