public import AudioToolbox
public import CCoreMedia
public import CoreFoundation
import Foundation

// Apple's Swift view of sample buffers: sound, and whether the data is there.

extension CMSampleBuffer {
  /// Copies the data of a buffer list into the buffer.
  public func setDataBuffer(
    fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>, blockBufferMemoryAllocator: CFAllocator? = nil,
    flags: CMSampleBuffer.Flags = []
  ) throws {
    try require(
      unsafe CMSampleBufferSetDataBufferFromAudioBufferList(
        self, blockBufferAllocator: nil, blockBufferMemoryAllocator: blockBufferMemoryAllocator, flags: flags.rawValue,
        bufferList: bufferList))
  }

  /// Calls the body with the sound as a buffer list; the block buffer holds its memory.
  public func withAudioBufferList<R>(
    blockBufferMemoryAllocator: CFAllocator? = nil, flags: CMSampleBuffer.Flags = [],
    body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> R
  ) throws -> R {
    var size = 0
    try require(
      unsafe CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        self, bufferListSizeNeededOut: &size, bufferListOut: nil, bufferListSize: 0, blockBufferAllocator: nil,
        blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: nil))
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<AudioBufferList>.alignment)
    defer { unsafe memory.deallocate() }
    let list = unsafe memory.bindMemory(to: AudioBufferList.self, capacity: 1)
    let block: CMBlockBuffer = try unsafe made {
      unsafe CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        self, bufferListSizeNeededOut: nil, bufferListOut: list, bufferListSize: size, blockBufferAllocator: nil,
        blockBufferMemoryAllocator: blockBufferMemoryAllocator, flags: flags.rawValue, blockBufferOut: $0)
    }
    return try withExtendedLifetime(block) { try unsafe body(UnsafeMutableAudioBufferListPointer(list), block) }
  }

  /// Returns the positions of packets in the data; empty if all packets have one size.
  public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] {
    try unsafe withUnsafeAudioStreamPacketDescriptions { unsafe Array($0) }
  }

  /// Calls the body with the descriptions of packets; empty if all packets have one size.
  public func withUnsafeAudioStreamPacketDescriptions<R>(
    _ body: (UnsafeBufferPointer<AudioStreamPacketDescription>) throws -> R
  ) throws -> R {
    var pointer: UnsafePointer<AudioStreamPacketDescription>?
    var size = 0
    try require(
      unsafe CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
        self, packetDescriptionsPointerOut: &pointer, sizeOut: &size))
    return try withExtendedLifetime(self) {
      try unsafe body(
        UnsafeBufferPointer(start: pointer, count: size / MemoryLayout<AudioStreamPacketDescription>.stride))
    }
  }

  /// Copies frames of PCM into a buffer list.
  public func copyPCMData(fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>) throws {
    guard let start = Int32(exactly: range.lowerBound), let count = Int32(exactly: range.count) else {
      throw Failure(kCMSampleBufferError_SampleIndexOutOfRange).error
    }
    try require(
      unsafe CMSampleBufferCopyPCMDataIntoAudioBufferList(self, at: start, frameCount: count, into: bufferList))
  }

  // MARK: Readiness

  /// The readiness of the data.
  public enum DataReadiness: Hashable, Sendable {
    /// The data are not ready, and may become so.
    case notReady
    /// The data are ready.
    case ready
    /// The data will never be ready.
    case failed(OSStatus)
  }

  /// The readiness of the data.
  public var dataReadiness: DataReadiness {
    var status = noErr
    if unsafe CMSampleBufferHasDataFailed(self, statusOut: &status) { return .failed(status) }
    return CMSampleBufferDataIsReady(self) ? .ready : .notReady
  }

  /// Marks the data as ready or failed, permanently.
  public func setDataReadiness(_ newValue: DataReadiness) throws {
    switch newValue {
    case .notReady: throw Failure(kCMSampleBufferError_RequiredParameterMissing).error
    case .ready: try require(CMSampleBufferSetDataReady(self))
    case .failed(let status): try require(CMSampleBufferSetDataFailed(self, status: status))
    }
  }

  /// Makes the data ready, loading them if necessary.
  public func makeDataReady() throws { try require(CMSampleBufferMakeDataReady(self)) }

  /// Makes the data ready whenever another buffer's are.
  public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
    try require(CMSampleBufferTrackDataReadiness(self, sampleBufferToTrack: sampleBufferToTrack))
  }

  // MARK: Single samples

  /// The samples, each in a separate buffer.
  public struct SingleSampleBuffers: Sequence {
    fileprivate let buffers: [CMSampleBuffer]

    /// Creates an iterator over the buffers.
    public func makeIterator() -> IndexingIterator<[CMSampleBuffer]> { buffers.makeIterator() }
  }

  /// Returns the samples, each in a separate buffer.
  public func singleSampleBuffers() throws -> SingleSampleBuffers {
    SingleSampleBuffers(
      buffers: try (0..<numSamples).map { try CMSampleBuffer(copying: self, forRange: $0..<($0 + 1)) })
  }
}
