import AudioBase
import TestSupport
import Testing

@Suite struct ChannelLayoutTagTests {
  @Test(
    "Tags give the orders that Apple's header states",
    arguments: [
      (0x79_0006, "L R C LFE Ls Rs"), (0x7A_0006, "L R Ls Rs C LFE"), (0x7B_0006, "L C R Ls Rs LFE"),
      (0x7C_0006, "C L R Ls Rs LFE"), (0x8D_0006, "C L R Ls Rs Cs"), (0x7F_0008, "C Lc Rc L R Ls Rs LFE"),
      (0x80_0008, "L R C LFE Ls Rs Lrs Rrs"), (0x6C_0004, "L R Ls Rs"), (0xBD_0008, "L R C LFE Lrs Rrs Ls Rs"),
      (0xC8_0007, "L C R Ls Cs Rs LFE"), (0x64_0001, "mono"), (0x65_0002, "stereo"),
    ] as [(UInt32, String)]) func orders(number: UInt32, order: String) throws
  {
    let layout = try required(ChannelLayout(tag: ChannelLayoutTag(rawValue: number)))
    expectEqual(layout.description, order)
    expectEqual(layout.tag?.rawValue, number)
  }

  @Test("Labels are those of Core Audio") func labels() {
    expectEqual(
      ChannelLayout(tag: ChannelLayoutTag(rawValue: 0xC1_0010))?.speakers.map(\.rawValue),
      [1, 2, 3, 4, 5, 6, 33, 34, 35, 36, 13, 15, 49, 51, 52, 54])
    expectEqual(
      ChannelLayout(tag: ChannelLayoutTag(rawValue: 0xCC_0018))?.speakers.map(\.rawValue),
      [7, 8, 3, 37, 33, 34, 1, 2, 9, 62, 55, 56, 13, 15, 14, 12, 52, 54, 49, 51, 53, 59, 57, 58])
    expectEqual(ChannelLayout(tag: .discreteInOrder(channelCount: 2))?.speakers.map(\.rawValue), [0x10000, 0x10001])
    expectEqual(ChannelLayout(tag: .ambisonicsSN3D(channelCount: 2))?.speakers.map(\.rawValue), [0x20000, 0x20001])
    expectEqual(ChannelLayout(tag: .ambisonicsN3D(channelCount: 1))?.speakers.map(\.rawValue), [0x30000])
    expectEqual(ChannelLayout(tag: .unknown(channelCount: 3))?.speakers, [.unknown, .unknown, .unknown])
  }

  @Test("Every row has as many speakers as its tag says, and every order leads back to a tag of that order")
  func consistency() {
    expectEqual(ChannelLayoutTable.orders.count, 117)
    for (tag, order) in ChannelLayoutTable.orders {
      expectEqual(order.speakers.count, tag.channelCount, "\(order.name)")
      let back = ChannelLayout(order.speakers).tag.flatMap { ChannelLayout(tag: $0) }
      expectEqual(back?.speakers, order.speakers, "\(order.name)")
      expectEqual(ChannelLayoutTag(name: order.name), tag)
      expectEqual(tag.name, order.name)
    }
  }

  @Test("Names are accepted in any case and with Apple's prefix") func names() {
    expectEqual(ChannelLayoutTag(name: "MPEG_5_1_A")?.rawValue, 0x79_0006)
    expectEqual(ChannelLayoutTag(name: "kAudioChannelLayoutTag_AAC_5_1")?.rawValue, 0x7C_0006)
    expectEqual(ChannelLayoutTag(name: "itu_3_2_1")?.rawValue, 0x79_0006)
    expectEqual(ChannelLayoutTag(name: "DVD_20")?.rawValue, 0x7A_0006)
    expectEqual(ChannelLayoutTag(name: "discreteinorder_4")?.rawValue, 0x93_0004)
    expectEqual(ChannelLayoutTag(name: "UseChannelBitmap"), .useChannelBitmap)
    expectNil(ChannelLayoutTag(name: "MPEG_9_9"))
    expectEqual(ChannelLayoutTag(rawValue: 0x79_0006).name, "MPEG_5_1_A")
    expectEqual(ChannelLayoutTag.unknown(channelCount: 2).name, "Unknown_2")
    expectNil(ChannelLayoutTag(rawValue: 0x79_0007).name)
  }

  @Test("A tag that is not known, or leaves the order to something else, gives no layout") func unknownTags() {
    for number in [0, 0x1_0000, 0x79_0005, 0x93_0000, 0xF000_0001] as [UInt32] {
      expectNil(ChannelLayout(tag: ChannelLayoutTag(rawValue: number)))
    }
    expectNil(ChannelLayout([.lowFrequency, .left]).tag)
    expectNil(ChannelLayout([]).tag)
  }

  @Test("A bitmap gives its channels by rising bit") func bitmaps() {
    expectEqual(ChannelLayout(bitmap: 0x60F)?.speakers, [.left, .right, .center, .lowFrequency, .leftSide, .rightSide])
    expectEqual(ChannelLayout(bitmap: 0x520_0001)?.speakers.map(\.rawValue), [1, 49, 52, 54])
    expectNil(ChannelLayout(bitmap: 0))
    expectNil(ChannelLayout(bitmap: 1 << 18))
    expectNil(ChannelLayout(bitmap: 1 << 22))
    expectEqual(ChannelLayout([.left, .lowFrequency]).bitmap, 9)
    expectEqual(ChannelLayout([.left, .leftTopRear]).bitmap, 0x100_0001)
    expectNil(ChannelLayout([.lowFrequency, .left]).bitmap)
    expectNil(ChannelLayout([.left, .left]).bitmap)
    expectNil(ChannelLayout([.left, .leftRear]).bitmap)
  }

  @Test("A serialised layout is a tag, a bitmap or descriptions") func serialized() {
    let tagged: [UInt8] = [0, 0x79, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0]
    expectEqual(ChannelLayout(parsing: tagged.span)?.description, "L R C LFE Ls Rs")
    expectEqual(ChannelLayout(parsing: tagged.span)?.bytes, tagged)
    let mapped: [UInt8] = [0, 1, 0, 0, 0, 0, 0, 0x39, 0, 0, 0, 0]
    expectEqual(ChannelLayout(parsing: mapped.span)?.description, "L LFE Ls Rs")
    expectEqual(ChannelLayout(parsing: mapped.span)?.bytes, mapped)
    let listed: [UInt8] =
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 12)
      + [0, 0, 0, 1, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 12)
    expectEqual(ChannelLayout(parsing: listed.span)?.speakers, [.lowFrequency, .left])
    expectEqual(ChannelLayout(parsing: listed.span)?.bytes, listed)
  }

  @Test("A serialised layout with too few bytes or an absurd count is refused") func brokenSerialized() {
    let listed = ChannelLayout([.lowFrequency, .left]).bytes
    for count in 0..<listed.count { expectNil(ChannelLayout(parsing: listed.span.extracting(0..<count))) }
    var absurd = listed
    absurd.replaceSubrange(8..<12, with: [0xFF, 0xFF, 0xFF, 0xFF])
    expectNil(ChannelLayout(parsing: absurd.span))
    absurd.replaceSubrange(8..<12, with: [0, 0, 0, 0])
    expectNil(ChannelLayout(parsing: absurd.span))
  }
}
