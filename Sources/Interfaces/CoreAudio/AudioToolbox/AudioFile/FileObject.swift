import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation

/// The object of an `AudioFileID`.
///
/// The caller's functions that give or take the file's bytes are called in the middle of its work: they cannot use it.
///
/// `@unchecked`: the state that changes is accessed only inside the gate.
final class FileObject: GuardedObject, @unchecked Sendable {
  let file: AudioFile
  let permissions: AudioFilePermissions
  /// The track that was chosen.
  var usedTrack: UInt32 = 0
  /// `kAudioFilePropertyDeferSizeUpdates`.
  var defersSizeUpdates = false
  /// The caller's callbacks, with the last error that one returned, which is reported to the caller.
  private let callbacks: FileCallbacks?
  /// The descriptions of the packets read, kept for their memory.
  private var places: [PacketDescription] = []

  init(_ file: AudioFile, _ permissions: AudioFilePermissions, callbacks: FileCallbacks? = nil) {
    self.file = file
    self.permissions = permissions
    self.callbacks = callbacks
    super.init()
  }

  override func work(_ reentrance: Reentrance, _ body: () throws(Status) -> Void) throws(Status) {
    try super.work(reentrance) { () throws(Status) in
      callbacks?.beginCall()
      try body()
    }
  }

  /// Opens the file of a name.
  convenience init(path: String, _ permissions: AudioFilePermissions, hint: AudioFileTypeID) throws(Status) {
    guard (1...3).contains(permissions.rawValue) else { throw Status(kAudioFilePermissionsError) }
    var options = Catalog.coreAudio.fileOptions
    options.fileTypeHint = hint == 0 ? nil : FourCharacterCode(rawValue: hint)
    if permissions != .readPermission {
      options.access = .readWrite
      guard FileManager.default.fileExists(atPath: path) else { throw Status(kAudioFileFileNotFoundError) }
      guard FileManager.default.isWritableFile(atPath: path) else { throw Status(kAudioFilePermissionsError) }
    }
    do throws(AudioError) {
      self.init(try AudioFile(path: path, options: options), permissions)
    } catch {
      throw Status(file: error)
    }
  }

  /// Opens a file given by callbacks.
  convenience init(_ callbacks: FileCallbacks, hint: AudioFileTypeID) throws(Status) {
    var options = Catalog.coreAudio.fileOptions
    options.fileTypeHint = hint == 0 ? nil : FourCharacterCode(rawValue: hint)
    do throws(AudioError) {
      let file = try AudioFile(source: callbacks.source, options: options)
      self.init(file, .readPermission, callbacks: callbacks)
    } catch {
      throw callbacks.failure ?? Status(file: error)
    }
  }

  /// Makes a file.
  convenience init(
    creating path: String, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, _ flags: AudioFileFlags
  ) throws(Status) {
    let (container, settings) = try Self.settings(type, format)
    var options = Catalog.coreAudio.fileOptions
    options.replacement = flags.contains(.eraseFile) ? .replace : .refuse
    options.placement = .inPlace
    do throws(AudioError) {
      let file = try AudioFile(creating: path, container: container, settings: settings, options: options)
      self.init(file, .readWritePermission)
    } catch {
      throw Status(file: error)
    }
  }

  /// Creates a file whose bytes are written by callbacks.
  convenience init(
    creatingIn callbacks: FileCallbacks, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription
  ) throws(Status) {
    let (container, settings) = try Self.settings(type, format)
    do throws(AudioError) {
      let sink = try raising { () throws(ContainerError) in try callbacks.makeSink() }
      let file = try AudioFile(
        creatingIn: sink, container: container, settings: settings, options: Catalog.coreAudio.fileOptions)
      self.init(file, .readWritePermission, callbacks: callbacks)
    } catch {
      throw callbacks.failure ?? Status(file: error)
    }
  }

  private static func settings(
    _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription
  ) throws(Status) -> (ContainerDescriptor, WriterSettings) {
    let writable = Catalog.coreAudio.containers.first { $0.fileType.rawValue == type && $0.create != nil }
    guard let container = writable else { throw Status(kAudioFileUnsupportedFileTypeError) }
    var format = StreamFormat(format)
    if format.formatID != .linearPCM, format.framesPerPacket == 0 {
      format.framesPerPacket = format.usualFramesPerPacket
    }
    guard format.sampleRate.isFinite, format.sampleRate > 0,
      (1...StreamFormat.channelLimit).contains(format.channelsPerFrame)
    else {
      throw Status(kAudioFileUnsupportedDataFormatError)
    }
    var settings = WriterSettings(format: format, layout: ChannelLayout(usualFor: format.channelsPerFrame))
    // Programs may set a cookie late or, where the format states it all, never.
    settings.cookie = format.presumedConfiguration ?? []
    settings.sizeUpdates = .continuous
    return (container, settings)
  }

  /// The format of the packets that Core Audio reports.
  var dataFormat: StreamFormat { file.dataFormat.refined(by: file.formatList.last) }

  // MARK: Permissions

  func requireReading() throws(Status) {
    guard permissions != .writePermission else { throw Status(kAudioFilePermissionsError) }
  }

  func requireWriting() throws(Status) {
    guard permissions != .readPermission else { throw Status(kAudioFilePermissionsError) }
  }

  // MARK: Work

  /// Runs a call of the package, and translates its errors into those of Core Audio.
  func working<Result>(_ body: (AudioFile) throws(AudioError) -> Result) throws(Status) -> Result {
    callbacks?.failure = nil
    do throws(AudioError) {
      return try body(file)
    } catch {
      throw callbacks?.failure ?? Status(file: error)
    }
  }

  /// Runs a reading call, like the other method.
  func working<Result>(_ body: (AudioFile) throws(ContainerError) -> Result) throws(Status) -> Result {
    try working { file throws(AudioError) in try raising { () throws(ContainerError) in try body(file) } }
  }

  /// Writes bytes; throws if the file type cannot hold that many in total, because its sizes have 32 bits.
  func writing<Result>(
    _ byteCount: Int, _ body: (AudioFile) throws(AudioError) -> Result
  ) throws(Status) -> Result {
    do throws(Status) {
      return try working(body)
    } catch {
      let before = (try? file.audioDataByteCount) ?? 0
      let isLong = before >= 0 && Int64(byteCount) > Int64(UInt32.max) - 0xFFFF - before
      guard error.code == kAudioFileUnsupportedDataFormatError, isLong else { throw error }
      throw Status(kAudioFileDoesNotAllow64BitDataSizeError)
    }
  }

  /// Finishes and closes the file.
  func close() throws(Status) {
    do throws(AudioError) { try file.close() } catch { throw callbacks?.failure ?? Status(file: error) }
  }

  /// Moves the parts that a player needs to the front.
  func optimize() throws(Status) {
    do throws(AudioError) { try file.optimize() } catch { throw callbacks?.failure ?? Status(file: error) }
  }

  /// Lends an array for descriptions, so that calls need not allocate one.
  func withPlaces<Result>(
    _ count: Int, _ body: (inout [PacketDescription]) throws(Status) -> Result
  ) throws(Status) -> Result {
    var lent: [PacketDescription] = []
    swap(&lent, &places)
    let missing = count - lent.count
    if missing > 0 {
      lent.append(contentsOf: repeatElement(PacketDescription(startOffset: 0, byteCount: 0), count: missing))
    }
    defer { swap(&lent, &places) }
    return try body(&lent)
  }
}
