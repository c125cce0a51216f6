import CoreFoundation
import CoreMedia
import Foundation
import Testing

@Suite("Times as dictionaries")
struct TimeDictionaryTests {
  @Test(
    "A time comes back as it was, with its keys", arguments: [time(-7, 30), .indefinite, .positiveInfinity, .invalid])
  func times(_ original: CMTime) throws {
    let parts = try #require(CMTimeCopyAsDictionary(original, allocator: nil))
    #expect(CFDictionaryGetCount(parts) == 4)
    let back = CMTimeMakeFromDictionary(parts)
    #expect(back.value == original.value)
    #expect(back.timescale == original.timescale)
    #expect(back.flags == original.flags)
    #expect(back.epoch == original.epoch)
  }

  @Test("Ranges and mappings come back as they were")
  func ranges() throws {
    let range = CMTimeRange(start: time(1, 3), duration: time(5, 2))
    let parts = try #require(CMTimeRangeCopyAsDictionary(range, allocator: nil))
    #expect(CMTimeRangeMakeFromDictionary(parts) == range)
    let mapping = CMTimeMappingMake(source: range, target: CMTimeRange(start: time(0), duration: time(9)))
    let both = try #require(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))
    let back = CMTimeMappingMakeFromDictionary(both)
    #expect(back.source == mapping.source)
    #expect(back.target == mapping.target)
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
    let half = try #require(CMTimeCopyDescription(allocator: nil, time: time(1, 2)))
    #expect(CFStringGetLength(half) > 0)
    #expect(CFEqual(half, string("{1/2 = 0.5}")))
    let range = CMTimeRange(start: time(0, 2), duration: time(1, 2))
    let words = try #require(CMTimeRangeCopyDescription(allocator: nil, range: range))
    #expect(CFEqual(words, string("{{0/2 = 0.0}, {1/2 = 0.5}}")))
    let mapping = CMTimeMappingMake(source: range, target: range)
    #expect(CMTimeMappingCopyDescription(allocator: nil, mapping: mapping) != nil)
  }
}
