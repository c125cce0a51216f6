import Bitstream
import TestSupport
import Testing

@Suite("Cyclic redundancy checks")
struct CyclicRedundancyCheckTests {
  struct Published: CustomTestStringConvertible {
    var name: String
    var width: Int
    var polynomial: UInt32
    var initialValue: UInt32
    /// The value over the nine characters 123456789, from the catalogue of parametrised CRC algorithms.
    var check: UInt32
    var testDescription: String { name }
  }

  static let published = [
    Published(name: "CRC-16/CMS", width: 16, polynomial: 0x8005, initialValue: 0xFFFF, check: 0xAEE7),
    Published(name: "CRC-16/XMODEM", width: 16, polynomial: 0x1021, initialValue: 0, check: 0x31C3),
    Published(name: "CRC-16/IBM-3740", width: 16, polynomial: 0x1021, initialValue: 0xFFFF, check: 0x29B1),
    Published(name: "CRC-15/CAN", width: 15, polynomial: 0x4599, initialValue: 0, check: 0x059E),
    Published(name: "CRC-10/ATM", width: 10, polynomial: 0x233, initialValue: 0, check: 0x199),
    Published(name: "CRC-8/SMBUS", width: 8, polynomial: 0x07, initialValue: 0, check: 0xF4),
    Published(name: "CRC-7/MMC", width: 7, polynomial: 0x09, initialValue: 0, check: 0x75),
    Published(name: "CRC-6/CDMA2000-A", width: 6, polynomial: 0x27, initialValue: 0x3F, check: 0x0D),
  ]

  @Test("has the published check value", arguments: published)
  func checkValue(_ algorithm: Published) {
    let text = Array("123456789".utf8)
    var check = CyclicRedundancyCheck(
      width: algorithm.width, polynomial: algorithm.polynomial, initialValue: algorithm.initialValue)
    expectEqual(check.value, algorithm.initialValue)
    check.update(text.span)
    expectEqual(check.value, algorithm.check)
  }

  @Test("does not depend on how the bits are portioned")
  func portions() {
    let text = Array("123456789".utf8)
    for width in 1...32 {
      var check = CyclicRedundancyCheck.adts
      var offset = 0
      while offset < 72 {
        let count = min(width, 72 - offset)
        check.update(bits(of: text, offset, count), count)
        offset += count
      }
      check.update(0, 0)
      expectEqual(check.value, 0xAEE7)
    }
  }

  @Test("data followed by its own check leaves nothing")
  func residue() {
    var check = CyclicRedundancyCheck(width: 10, polynomial: 0x233, initialValue: 0)
    check.update(Array("123456789".utf8).span)
    check.update(check.value, 10)
    expectEqual(check.value, 0)
  }
}
