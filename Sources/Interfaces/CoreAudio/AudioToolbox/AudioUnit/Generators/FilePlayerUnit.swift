import AudioBase
import AudioConversion
import AudioGraph
import CAudioToolbox

/// Plays regions of files: `kAudioUnitSubType_AudioFilePlayer`.
///
/// Files have any format that can be decoded, and any rate; regions are counted in a file's own frames. A program opens
/// the files, registers them and keeps them open.
///
/// `@unchecked`: settings have a lock.
final class FilePlayerUnit: SchedulingUnit, @unchecked Sendable {
  private struct Settings: Sendable {
    /// Handles, as numbers: they are never dereferenced.
    var files: [UInt] = []
    var bufferFrameCount: UInt32 = 8192
    var bufferCount: UInt32 = 2
  }

  private let settings = Lock(Settings())
  /// The largest number of files that a program may register.
  private static let largestFileCount = 4096

  // MARK: Properties

  override func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer {
    let settings = settings.withLock { $0 }
    switch address.property {
    case kAudioUnitProperty_ScheduledFileIDs:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(list: settings.files), isWritable: true)
    case kAudioUnitProperty_ScheduledFileRegion:
      try address.require(kAudioUnitScope_Global)
      return .settable(byteCount: unsafe MemoryLayout<ScheduledAudioFileRegion>.size)
    case kAudioUnitProperty_ScheduledFilePrime:
      try address.require(kAudioUnitScope_Global)
      return .settable(byteCount: MemoryLayout<UInt32>.size)
    case kAudioUnitProperty_ScheduledFileBufferSizeFrames:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(settings.bufferFrameCount), isWritable: true)
    case kAudioUnitProperty_ScheduledFileNumberBuffers:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(settings.bufferCount), isWritable: true)
    default: return try super.answer(address)
    }
  }

  override func set(_ address: UnitAddress, to source: PropertySource) throws(Status) {
    switch address.property {
    case kAudioUnitProperty_ScheduledFileIDs:
      try address.require(kAudioUnitScope_Global)
      try setFiles(source)
    case kAudioUnitProperty_ScheduledFileRegion:
      try address.require(kAudioUnitScope_Global)
      try unsafe schedule(source.exactly(ScheduledAudioFileRegion.self, orThrow: kAudioUnitErr_InvalidPropertyValue))
    case kAudioUnitProperty_ScheduledFilePrime:
      try address.require(kAudioUnitScope_Global)
      _ = try source.unitNumber()
      schedule.fill()
    case kAudioUnitProperty_ScheduledFileBufferSizeFrames:
      let count = try source.unitNumber()
      settings.withLock { $0.bufferFrameCount = count }
    case kAudioUnitProperty_ScheduledFileNumberBuffers:
      let count = try source.unitNumber()
      settings.withLock { $0.bufferCount = count }
    default: try super.set(address, to: source)
    }
  }

  private func setFiles(_ source: PropertySource) throws(Status) {
    let size = MemoryLayout<UInt>.size
    guard source.count > 0, source.count % size == 0, source.count / size <= Self.largestFileCount else {
      throw Status(kAudioUnitErr_InvalidPropertyValue)
    }
    let files = source.list(UInt.self)
    for handle in files { _ = try Self.file(handle) }
    settings.withLock { $0.files = files }
  }

  /// Returns the file of a handle that is open.
  ///
  /// - Throws: `kAudioUnitErr_InvalidFile`
  private static func file(_ number: UInt) throws(Status) -> FileObject {
    guard let handle = unsafe OpaquePointer(bitPattern: number) else { throw Status(kAudioUnitErr_InvalidFile) }
    return try unsafe Handles.object(handle, FileObject.self, orThrow: kAudioUnitErr_InvalidFile)
  }

  // MARK: Regions

  /// - Throws: `kAudioUnitErr_FileNotSpecified` for a file that was not registered by
  ///   `kAudioUnitProperty_ScheduledFileIDs`, `kAudioUnitErr_InvalidFile` for one that is closed,
  ///   `kAudioUnitErr_InvalidPropertyValue` for frames before it.
  private func schedule(_ region: ScheduledAudioFileRegion) throws(Status) {
    let number = unsafe UInt(bitPattern: region.mAudioFile)
    guard settings.withLock({ $0.files.contains(number) }) else { throw Status(kAudioUnitErr_FileNotSpecified) }
    let file = try Self.file(number)
    guard unsafe region.mStartFrame >= 0, unsafe region.mFramesToPlay > 0, let format = outputFormat(0) else {
      throw Status(kAudioUnitErr_InvalidPropertyValue)
    }
    let start = try start(unsafe region.mTimeStamp)
    let part = unsafe FileRegionPart(
      start: region.mStartFrame, frameCount: region.mFramesToPlay == .max ? nil : Int64(region.mFramesToPlay),
      // All bits set stand for ever.
      passCount: region.mLoopCount == .max ? nil : Int64(region.mLoopCount) + 1)
    let report = unsafe RegionReport(region)
    let stream = SoundStream(channelCount: format.format.channelsPerFrame) {
      FileRegionSource(file, part, format, report)
    }
    schedule.schedule(ScheduledSound(.stream(stream), at: start, (.rendered, { report.tell() })))
  }
}

/// The report to a program that a region has ended: the result of reading, its function and a copy of its region.
///
/// The pointers are only handed back to it: `@unchecked` stands for that.
@safe
final class RegionReport: @unchecked Sendable {
  private let region: UnsafeMutablePointer<ScheduledAudioFileRegion>
  private let status = Lock(noErr)

  init(_ given: ScheduledAudioFileRegion) {
    unsafe region = .allocate(capacity: 1)
    unsafe region.initialize(to: given)
  }

  deinit { unsafe region.deallocate() }

  func note(_ new: OSStatus) { status.withLock { $0 = new } }

  func tell() {
    let status = status.withLock { $0 }
    unsafe region.pointee.mCompletionProc?(region.pointee.mCompletionProcUserData, region, status)
  }
}
