import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Attachments")
struct AttachmentTests {
  private let key = string("a key")

  @Test("A value is there under its key, in the mode it was given, until it is taken away")
  func values() throws {
    let buffer = try makePackets()
    CMSetAttachment(buffer, key: key, value: string("one"), attachmentMode: kCMAttachmentMode_ShouldPropagate)
    var mode: CMAttachmentMode = 9
    let found = CMGetAttachment(buffer, key: key, attachmentModeOut: &mode)
    expectEqual(found.map { CFEqual($0, string("one")) }, true)
    expectEqual(mode, kCMAttachmentMode_ShouldPropagate)
    CMSetAttachment(buffer, key: key, value: string("two"), attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    expectEqual(CMGetAttachment(buffer, key: key, attachmentModeOut: &mode).map { CFEqual($0, string("two")) }, true)
    expectEqual(mode, kCMAttachmentMode_ShouldNotPropagate)
    let none = CMCopyDictionaryOfAttachments(
      allocator: nil, target: buffer, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    expectNil(none)
    CMRemoveAttachment(buffer, key: key)
    expectNil(CMGetAttachment(buffer, key: key, attachmentModeOut: nil))
    CMSetAttachment(buffer, key: key, value: string("three"), attachmentMode: kCMAttachmentMode_ShouldPropagate)
    CMSetAttachment(buffer, key: key, value: nil, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    expectNil(CMGetAttachment(buffer, key: key, attachmentModeOut: nil))
  }

  @Test("Dictionaries set many at once and are copies when asked for")
  func dictionaries() throws {
    let block = try makeBlock([1])
    let many = makeDictionary([(string("x"), NSNumber(value: 1)), (string("y"), NSNumber(value: 2))])
    CMSetAttachments(block, attachments: many, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    let copy = try required(
      CMCopyDictionaryOfAttachments(
        allocator: nil, target: block, attachmentMode: kCMAttachmentMode_ShouldNotPropagate))
    #expect(CFEqual(copy, many))
    CMRemoveAllAttachments(block)
    expectEqual(CFDictionaryGetCount(copy), 2)
    expectNil(
      CMCopyDictionaryOfAttachments(
        allocator: nil, target: block, attachmentMode: kCMAttachmentMode_ShouldNotPropagate))
  }

  @Test("Only those that propagate go on, and they go on again")
  func propagation() throws {
    let (first, second, third) = (try makeBlock([1]), try makePackets(), try makeBlock([2]))
    CMSetAttachment(first, key: string("stays"), value: kCFBooleanTrue, attachmentMode: 0)
    CMSetAttachment(first, key: string("goes"), value: kCFBooleanTrue, attachmentMode: 1)
    CMPropagateAttachments(first, destination: second)
    CMPropagateAttachments(second, destination: third)
    #expect(CMGetAttachment(third, key: string("goes"), attachmentModeOut: nil) != nil)
    expectNil(CMGetAttachment(second, key: string("stays"), attachmentModeOut: nil))
  }

  @Test("What bears no attachments takes none and has none")
  func strangers() {
    CMSetAttachment(string("a string"), key: key, value: kCFBooleanTrue, attachmentMode: 1)
    expectNil(CMGetAttachment(string("a string"), key: key, attachmentModeOut: nil))
    CMRemoveAllAttachments(string("a string"))
    expectNil(CMCopyDictionaryOfAttachments(allocator: nil, target: string("s"), attachmentMode: 1))
  }

  @Test("Apple's Swift view: values of Swift's in, the same out")
  func overlay() throws {
    let buffer = try makePackets()
    buffer.attachments["number"] = .shouldPropagate(3)
    buffer.attachments["text"] = .shouldNotPropagate("words")
    buffer.attachments[.reverse] = .shouldPropagate(true)
    #expect(buffer.attachments["number"]?.value as? Int == 3)
    expectEqual(buffer.attachments["number"]?.mode, .shouldPropagate)
    #expect(buffer.attachments["text"]?.value as? String == "words")
    expectEqual(buffer.attachments["text"]?.mode, .shouldNotPropagate)
    #expect(buffer.attachments[.reverse]?.value as? Bool == true)
    expectEqual(Set(buffer.attachments.propagated.keys), ["number", "Reverse"])
    expectEqual(Array(buffer.attachments.nonPropagated.keys), ["text"])
    let block = try makeBlock([1])
    block.attachments.merge(["list": [1.5, 2.5]], mode: .shouldPropagate)
    buffer.propagateAttachments(to: block)
    #expect(block.attachments["number"]?.value as? Int == 3)
    #expect(block.attachments["list"]?.value as? [Double] == [1.5, 2.5])
    expectNil(block.attachments["text"])
    buffer.attachments["number"] = nil
    expectNil(buffer.attachments["number"])
    buffer.attachments.removeAll()
    #expect(buffer.attachments.propagated.isEmpty)
  }
}
