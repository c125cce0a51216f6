import AudioToolbox
import CoreFoundation
import TestSupport
import Testing

@Suite("Swift's view of channel layouts and buffers")
struct ChannelLayoutOverlayTests {
  private func description(_ label: AudioChannelLabel) -> AudioChannelDescription {
    AudioChannelDescription(mChannelLabel: label, mChannelFlags: [], mCoordinates: (0, 0, 0))
  }

  @Test("A layout by descriptions is a value")
  func descriptions() {
    let labels = [kAudioChannelLabel_Left, kAudioChannelLabel_Right, kAudioChannelLabel_LFEScreen]
    let layout = ManagedAudioChannelLayout(channelDescriptions: labels.map(description))
    expectEqual(layout.tag, kAudioChannelLayoutTag_UseChannelDescriptions)
    expectEqual(layout.numberOfChannels, 3)
    // 12 bytes before the descriptions, 20 bytes each.
    expectEqual(layout.sizeInBytes, 72)
    expectEqual(layout.channelDescriptions.map(\.mChannelLabel), labels)
    var copy = layout
    expectEqual(copy, layout)
    copy.channelDescriptions[1].mChannelLabel = kAudioChannelLabel_Center
    #expect(copy != layout)
    expectEqual(layout.channelDescriptions[1].mChannelLabel, kAudioChannelLabel_Right)
    expectEqual(copy.channelDescriptions[1].mChannelLabel, kAudioChannelLabel_Center)
    copy.setAllToUnknown()
    expectEqual(copy.channelDescriptions.map(\.mChannelLabel), [AudioChannelLabel](repeating: 0xFFFF_FFFF, count: 3))
    expectEqual(layout.channelDescriptions[0].mChannelLabel, kAudioChannelLabel_Left)
    copy.channelDescriptions = layout.channelDescriptions
    expectEqual(copy, layout)
  }

  @Test("A layout may grow and shrink by what is assigned")
  func growth() {
    var layout = ManagedAudioChannelLayout(maximumDescriptions: 1)
    expectEqual(layout.numberOfChannels, 1)
    expectEqual(layout.channelDescriptions[0].mChannelLabel, 0)
    let five = ManagedAudioChannelLayout(channelDescriptions: (1...5).map { description($0) })
    layout.channelDescriptions = five.channelDescriptions
    expectEqual(layout, five)
    expectEqual(layout.sizeInBytes, 112)
    layout.channelDescriptions = ManagedAudioChannelLayout(maximumDescriptions: 2).channelDescriptions
    expectEqual(layout.numberOfChannels, 2)
    expectEqual(five.numberOfChannels, 5)
  }

  @Test("Tags and bitmaps tell the number of channels")
  func tagsAndBitmaps() {
    var layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
    expectEqual(layout.tag, 0x79_0006)
    expectEqual(layout.numberOfChannels, 6)
    #expect(layout.channelDescriptions.isEmpty)
    expectEqual(layout.sizeInBytes, MemoryLayout<AudioChannelLayout>.size)
    layout.tag = kAudioChannelLayoutTag_UseChannelBitmap
    layout.bitmap = [.bit_Left, .bit_Right, .bit_LFEScreen]
    expectEqual(layout.numberOfChannels, 3)
    expectEqual(layout.bitmap.rawValue, 1 | 2 | 8)
  }

  @Test("The struct itself can be read and changed")
  func pointers() {
    let original = ManagedAudioChannelLayout(channelDescriptions: [description(1), description(2)])
    var changed = original
    let count = original.withUnsafePointer { $0.pointee.mNumberChannelDescriptions }
    expectEqual(count, 2)
    changed.withUnsafeMutablePointer { $0.pointee.mNumberChannelDescriptions = 1 }
    expectEqual(changed.numberOfChannels, 1)
    expectEqual(original.numberOfChannels, 2)
  }

  @Test("Memory that was handed over is freed by the closure, once, with the last value")
  func ownership() {
    var freed = 0
    do {
      let pointer = AudioChannelLayout.allocate(maximumDescriptions: 2)
      pointer[1].mChannelLabel = 42
      var layout = ManagedAudioChannelLayout(
        audioChannelLayoutPointer: .init(pointer.unsafePointer),
        deallocator: {
          UnsafeMutablePointer(mutating: $0.unsafePointer).deallocate()
          freed += 1
        })
      let shared = layout
      expectEqual(layout.channelDescriptions[1].mChannelLabel, 42)
      layout.tag = kAudioChannelLayoutTag_Stereo
      expectEqual(shared.tag, kAudioChannelLayoutTag_UseChannelDescriptions)
      expectEqual(freed, 0)
    }
    expectEqual(freed, 1)
  }

  @Test("Descriptions behind a pointer are a collection")
  func collections() {
    expectEqual(AudioChannelLayout.sizeInBytes(maximumDescriptions: 6), 132)
    let layout = AudioChannelLayout.allocate(maximumDescriptions: 3)
    defer { layout.unsafeMutablePointer.deallocate() }
    expectEqual(layout.count, 3)
    expectEqual(layout.unsafePointer.pointee.mChannelLayoutTag, kAudioChannelLayoutTag_UseChannelDescriptions)
    for index in layout.indices { layout[index] = description(AudioChannelLabel(index + 7)) }
    let reading = AudioChannelLayout.UnsafePointer(layout.unsafePointer)
    expectEqual(reading.map(\.mChannelLabel), [7, 8, 9])
    expectEqual(layout.last.map { $0 == reading[2] }, true)
    #expect(!(layout[0] == layout[1]))
    layout.count = 2
    expectEqual(reading.count, 2)
    expectNil(AudioChannelLayout.UnsafePointer(nil))
    expectNil(AudioChannelLayout.UnsafeMutablePointer(nil))
  }

  @Test("Buffers are made of typed memory and seen as such")
  func buffers() {
    var samples: [Float] = [1, 2, 3, 4]
    samples.withUnsafeMutableBufferPointer { memory in
      let buffer = AudioBuffer(memory, numberOfChannels: 2)
      expectEqual(buffer.mNumberChannels, 2)
      expectEqual(buffer.mDataByteSize, 16)
      #expect(UnsafeBufferPointer<Float>(buffer).elementsEqual([1, 2, 3, 4]))
      UnsafeMutableBufferPointer<Float>(buffer)[0] = 9
      expectEqual(UnsafeBufferPointer<Int16>(buffer).count, 8)
      #expect(UnsafeBufferPointer<Float>(AudioBuffer()).isEmpty)
    }
    expectEqual(samples[0], 9)
    // 8 bytes before the buffers, 16 bytes each.
    expectEqual(AudioBufferList.sizeInBytes(maximumBuffers: 2), 40)
  }

  @Test("Modes of run loops have Apple's names")
  func runLoopModes() {
    func name(_ mode: CFRunLoopMode) -> CFRunLoopMode { mode }
    #expect(CFEqual(name(.defaultMode), kCFRunLoopDefaultMode))
    #expect(CFEqual(name(.commonModes), kCFRunLoopCommonModes))
  }
}
