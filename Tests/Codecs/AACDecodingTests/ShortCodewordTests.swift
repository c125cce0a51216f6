import AACDecoding
import AACSyntax
import MPEG4Systems
import TestSupport
import Testing

/// Spectral codewords are read by a table of the short ones with their signs, and by the code itself where they are
/// longer. What is written by the code's rows one codeword at a time is the oracle.
struct ShortCodewordTests {
  /// All lines that a codeword of a codebook can stand for; in codebook 11 some escapes as well.
  private func words(_ codebook: UInt8) -> [[Int16]] {
    let largest = Int16(Codebooks.largestAbsoluteValue[Int(codebook)])
    var values = Array(-largest...largest)
    if codebook == Codebook.escape { values += [17, -31, 32, 1000, -8191] }
    let pairs = values.flatMap { first in values.map { [first, $0] } }
    return Codebooks.dimension(codebook) == 4 ? pairs.flatMap { first in pairs.map { first + $0 } } : pairs
  }

  @Test("all codewords are read as they are written, in any order", arguments: UInt8(1)...11)
  func allCodewords(codebook: UInt8) throws {
    let configuration = try configuration(.aacLC, channels: 1)
    let bands = configuration.bands
    var generator = SplitMix64(seed: UInt64(codebook))
    // Three times, so that each codeword stands at other places of a window, and others follow.
    for _ in 0..<3 {
      var lines = words(codebook).shuffled(using: &generator).flatMap { $0 }
      while !lines.isEmpty {
        var unit = AccessUnit(configuration)
        unit.elements[0].isPresent = true
        var stream = unit.elements[0].first
        stream.globalGain = 100
        stream.info.bandCount = bands.bandCount(isShort: false)
        for band in 0..<stream.info.bandCount {
          stream.codebooks[band] = codebook
          stream.scaleFactors[band] = 100
        }
        for line in stream.lines.indices { stream.lines[line] = line < lines.count ? lines[line] : 0 }
        unit.elements[0].first = stream
        var read = try parsed(packet(unit), configuration)
        read.elements[0].first.restoreLines()
        expectEqual(read.elements[0].first.lines, stream.lines)
        lines.removeFirst(min(lines.count, stream.lines.count))
      }
    }
  }
}
