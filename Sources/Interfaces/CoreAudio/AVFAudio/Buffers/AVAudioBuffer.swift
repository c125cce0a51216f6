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

  /// Creates a placeholder: a buffer of no bytes in no particular format.
  public override convenience init() {
    self.init(
      format: AVAudioFormat(description: AudioStreamBasicDescription(), layout: nil),
      memory: unsafe BufferMemory(addresses: [], byteCapacity: 0, channelsPerBuffer: 0))
  }

  /// The buffers, each with the bytes that are in use. They live as long as this object.
  open var audioBufferList: UnsafePointer<AudioBufferList> { unsafe UnsafePointer(memory.used.unsafeMutablePointer) }

  /// The buffers, each with all its bytes, for functions that fill them. They live as long as this object.
  open var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> { unsafe memory.fillable }

  /// Returns a buffer of the same size that holds the same.
  open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  /// Returns a buffer of the same size that holds the same.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { duplicate() }

  /// Returns a buffer of the same size that holds the same.
  func duplicate() -> AVAudioBuffer { AVAudioBuffer(format: format, memory: memory) }
}
