public import AudioToolbox
public import CCoreMedia
public import Foundation

// Apple's Swift view of format descriptions: channel layouts.

extension _CMFormatDescriptionInitTrampoline {
  /// Creates a format of sound.
  public init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layout: ManagedAudioChannelLayout? = nil,
    magicCookie: Data? = nil, extensions: CMFormatDescription.Extensions? = nil
  ) throws {
    func make(_ size: Int, _ layout: UnsafePointer<AudioChannelLayout>?) throws -> CMFormatDescription {
      try unsafe CMFormatDescription(
        audioStreamBasicDescription: audioStreamBasicDescription, layoutSize: size, layout: layout,
        magicCookie: magicCookie, extensions: extensions)
    }
    guard let layout else {
      self.init(referencing: try make(0, nil))
      return
    }
    self.init(referencing: try unsafe layout.withUnsafePointer { try unsafe make(layout.sizeInBytes, $0) })
  }
}

extension CMFormatDescription {
  /// The loudspeakers of the channels; `nil` if they are not stated.
  public var audioChannelLayout: ManagedAudioChannelLayout? {
    var size = 0
    guard let layout = unsafe CMAudioFormatDescriptionGetChannelLayout(self, sizeOut: &size) else { return nil }
    // A value of its own, for changing it must not change the description.
    let room = max(size, MemoryLayout<AudioChannelLayout>.size)
    let copy = UnsafeMutableRawPointer.allocate(
      byteCount: room, alignment: MemoryLayout<AudioChannelLayout>.alignment)
    unsafe copy.initializeMemory(as: UInt8.self, repeating: 0, count: room)
    unsafe copy.copyMemory(from: layout, byteCount: size)
    return withExtendedLifetime(self) {
      unsafe ManagedAudioChannelLayout(
        audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer(
          copy.assumingMemoryBound(to: AudioChannelLayout.self))
      ) { _ in unsafe copy.deallocate() }
    }
  }
}
