import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Times as dictionaries")
struct TimeDictionaryTests {
  @Test(
    "A time comes back as it was, with its keys", arguments: [time(-7, 30), .indefinite, .positiveInfinity, .invalid])
  func times(_ original: CMTime) throws {
    let parts = try required(CMTimeCopyAsDictionary(original, allocator: nil))
    expectEqual(CFDictionaryGetCount(parts), 4)
    let back = CMTimeMakeFromDictionary(parts)
    expectEqual(back.value, original.value)
    expectEqual(back.timescale, original.timescale)
    expectEqual(back.flags, original.flags)
    expectEqual(back.epoch, original.epoch)
  }

  @Test("Ranges and mappings come back as they were")
  func ranges() throws {
    let range = CMTimeRange(start: time(1, 3), duration: time(5, 2))
    let parts = try required(CMTimeRangeCopyAsDictionary(range, allocator: nil))
    expectEqual(CMTimeRangeMakeFromDictionary(parts), range)
    let mapping = CMTimeMappingMake(source: range, target: CMTimeRange(start: time(0), duration: time(9)))
    let both = try required(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))
    let back = CMTimeMappingMakeFromDictionary(both)
    expectEqual(back.source, mapping.source)
    expectEqual(back.target, mapping.target)
  }

  @Test("Dictionaries that lack something are no times")
  func missing() {
    #expect(!CMTimeMakeFromDictionary(nil).isValid)
    #expect(!CMTimeMakeFromDictionary(makeDictionary([(kCMTimeValueKey, NSNumber(value: 3))])).isValid)
    #expect(!CMTimeMakeFromDictionary(makeDictionary([(kCMTimeValueKey, NSString("three"))])).isValid)
    #expect(!CMTimeRangeMakeFromDictionary(makeDictionary([])).isValid)
    #expect(!CMTimeMappingMakeFromDictionary(makeDictionary([])).target.isValid)
  }

  @Test("Times are told in words")
  func words() throws {
    let half = try required(CMTimeCopyDescription(allocator: nil, time: time(1, 2)))
    expectGreater(CFStringGetLength(half), 0)
    #expect(CFEqual(half, string("{1/2 = 0.5}")))
    let range = CMTimeRange(start: time(0, 2), duration: time(1, 2))
    let words = try required(CMTimeRangeCopyDescription(allocator: nil, range: range))
    #expect(CFEqual(words, string("{{0/2 = 0.0}, {1/2 = 0.5}}")))
    let mapping = CMTimeMappingMake(source: range, target: range)
    #expect(CMTimeMappingCopyDescription(allocator: nil, mapping: mapping) != nil)
  }
}
