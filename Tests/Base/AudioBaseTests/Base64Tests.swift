import AudioBase
import TestSupport
import Testing

/// Base 64 against its own document.
@Suite struct Base64Tests {
  // RFC 4648, 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func documentedTexts(bytes: String, text: String) {
    expectEqual(Base64.encode(Array(bytes.utf8)), text)
    expectEqual(Base64.decode(text), Array(bytes.utf8))
    expectEqual(Base64.decode(text.replacing("=", with: "")), Array(bytes.utf8))
  }

  @Test func everyByteComesBack() {
    let bytes = (0...255).map { UInt8($0) }
    for length in 250...256 {
      expectEqual(Base64.decode(Base64.encode(Array(bytes[..<length]))), Array(bytes[..<length]))
    }
  }

  @Test(arguments: ["Z", "Zm9vY", "Zm 9v", "Zg==Zg", "Zm9v\n", "Zm9v!", "Ä"])
  func otherTextsAreNone(text: String) {
    expectNil(Base64.decode(text))
  }

  @Test func theBeginningOfADamagedTextIsRead() {
    let (bytes, isWhole) = Base64.decode(prefixOf: "Zm9v!YmFy")
    #expect(bytes == Array("foo".utf8) && !isWhole)
  }
}
