import AudioToolbox
import CoreFoundation
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
    #expect(layout.tag == kAudioChannelLayoutTag_UseChannelDescriptions)
    #expect(layout.numberOfChannels == 3)
    // 12 bytes before the descriptions, 20 bytes each.
    #expect(layout.sizeInBytes == 72)
    #expect(layout.channelDescriptions.map(\.mChannelLabel) == labels)
    var copy = layout
    #expect(copy == layout)
    copy.channelDescriptions[1].mChannelLabel = kAudioChannelLabel_Center
    #expect(copy != layout)
    #expect(layout.channelDescriptions[1].mChannelLabel == kAudioChannelLabel_Right)
    #expect(copy.channelDescriptions[1].mChannelLabel == kAudioChannelLabel_Center)
    copy.setAllToUnknown()
    #expect(copy.channelDescriptions.map(\.mChannelLabel) == [AudioChannelLabel](repeating: 0xFFFF_FFFF, count: 3))
    #expect(layout.channelDescriptions[0].mChannelLabel == kAudioChannelLabel_Left)
    copy.channelDescriptions = layout.channelDescriptions
    #expect(copy == layout)
  }

  @Test("A layout may grow and shrink by what is assigned")
  func growth() {
    var layout = ManagedAudioChannelLayout(maximumDescriptions: 1)
    #expect(layout.numberOfChannels == 1)
    #expect(layout.channelDescriptions[0].mChannelLabel == 0)
    let five = ManagedAudioChannelLayout(channelDescriptions: (1...5).map { description($0) })
    layout.channelDescriptions = five.channelDescriptions
    #expect(layout == five)
    #expect(layout.sizeInBytes == 112)
    layout.channelDescriptions = ManagedAudioChannelLayout(maximumDescriptions: 2).channelDescriptions
    #expect(layout.numberOfChannels == 2)
    #expect(five.numberOfChannels == 5)
  }

  @Test("Tags and bitmaps tell the number of channels")
  func tagsAndBitmaps() {
    var layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
    #expect(layout.tag == 0x79_0006)
    #expect(layout.numberOfChannels == 6)
    #expect(layout.channelDescriptions.isEmpty)
    #expect(layout.sizeInBytes == MemoryLayout<AudioChannelLayout>.size)
    layout.tag = kAudioChannelLayoutTag_UseChannelBitmap
    layout.bitmap = [.bit_Left, .bit_Right, .bit_LFEScreen]
    #expect(layout.numberOfChannels == 3)
    #expect(layout.bitmap.rawValue == 1 | 2 | 8)
  }

  @Test("The struct itself can be read and changed")
  func pointers() {
    let original = ManagedAudioChannelLayout(channelDescriptions: [description(1), description(2)])
    var changed = original
    let count = original.withUnsafePointer { $0.pointee.mNumberChannelDescriptions }
    #expect(count == 2)
    changed.withUnsafeMutablePointer { $0.pointee.mNumberChannelDescriptions = 1 }
    #expect(changed.numberOfChannels == 1)
    #expect(original.numberOfChannels == 2)
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
      #expect(layout.channelDescriptions[1].mChannelLabel == 42)
      layout.tag = kAudioChannelLayoutTag_Stereo
      #expect(shared.tag == kAudioChannelLayoutTag_UseChannelDescriptions)
      #expect(freed == 0)
    }
    #expect(freed == 1)
  }

  @Test("Descriptions behind a pointer are a collection")
  func collections() {
    #expect(AudioChannelLayout.sizeInBytes(maximumDescriptions: 6) == 132)
    let layout = AudioChannelLayout.allocate(maximumDescriptions: 3)
    defer { layout.unsafeMutablePointer.deallocate() }
    #expect(layout.count == 3)
    #expect(layout.unsafePointer.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_UseChannelDescriptions)
    for index in layout.indices { layout[index] = description(AudioChannelLabel(index + 7)) }
    let reading = AudioChannelLayout.UnsafePointer(layout.unsafePointer)
    #expect(reading.map(\.mChannelLabel) == [7, 8, 9])
    #expect(layout.last.map { $0 == reading[2] } == true)
    #expect(!(layout[0] == layout[1]))
    layout.count = 2
    #expect(reading.count == 2)
    #expect(AudioChannelLayout.UnsafePointer(nil) == nil)
    #expect(AudioChannelLayout.UnsafeMutablePointer(nil) == nil)
  }

  @Test("Buffers are made of typed memory and seen as such")
  func buffers() {
    var samples: [Float] = [1, 2, 3, 4]
    samples.withUnsafeMutableBufferPointer { memory in
      let buffer = AudioBuffer(memory, numberOfChannels: 2)
      #expect(buffer.mNumberChannels == 2)
      #expect(buffer.mDataByteSize == 16)
      #expect(UnsafeBufferPointer<Float>(buffer).elementsEqual([1, 2, 3, 4]))
      UnsafeMutableBufferPointer<Float>(buffer)[0] = 9
      #expect(UnsafeBufferPointer<Int16>(buffer).count == 8)
      #expect(UnsafeBufferPointer<Float>(AudioBuffer()).isEmpty)
    }
    #expect(samples[0] == 9)
    // 8 bytes before the buffers, 16 bytes each.
    #expect(AudioBufferList.sizeInBytes(maximumBuffers: 2) == 40)
  }

  @Test("Modes of run loops have Apple's names")
  func runLoopModes() {
    func name(_ mode: CFRunLoopMode) -> CFRunLoopMode { mode }
    #expect(CFEqual(name(.defaultMode), kCFRunLoopDefaultMode))
    #expect(CFEqual(name(.commonModes), kCFRunLoopCommonModes))
  }
}
