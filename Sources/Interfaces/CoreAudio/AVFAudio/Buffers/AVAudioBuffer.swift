public import AudioToolbox
public import Foundation

/// Audio in memory: buffers and their format. The concrete classes are ``AVAudioPCMBuffer`` and
/// ``AVAudioCompressedBuffer``.
@safe
open class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying {
  /// The format of the contents.
  public let format: AVAudioFormat
  let memory: BufferMemory

  init(format: AVAudioFormat, memory: BufferMemory) {
    self.format = format
    self.memory = memory
    super.init()
  }

  /// Creates an empty buffer without a format, as a placeholder.
  public override convenience init() {
    self.init(
      format: AVAudioFormat(description: AudioStreamBasicDescription(), layout: nil),
      memory: unsafe BufferMemory(addresses: [], byteCapacity: 0, channelsPerBuffer: 0))
  }

  /// The buffers with their used bytes. They live as long as this object.
  open var audioBufferList: UnsafePointer<AudioBufferList> { unsafe UnsafePointer(memory.used.unsafeMutablePointer) }

  /// The buffers with their full capacity, for functions that fill them. They live as long as this object.
  open var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { unsafe memory.fillable }

  /// Returns a buffer of the same size with the same contents.
  open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  /// Returns a buffer of the same size with the same contents.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { duplicate() }

  /// Returns a buffer of the same size that holds the same.
  func duplicate() -> AVAudioBuffer { AVAudioBuffer(format: format, memory: memory) }
}
