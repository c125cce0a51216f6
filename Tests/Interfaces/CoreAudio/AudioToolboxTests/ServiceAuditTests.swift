import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Every function of the five services, with what it must refuse; the list is held against the facts of the API.
@Suite("Every function of the services")
struct ServiceAuditTests {
  /// A handle that was never opened, and is no address either.
  private static var stale: OpaquePointer { Refusal.stale }
  private static let parameter = kAudio_ParamError

  private static var formatRefusals: [Refusal] {
    [
      Refusal("AudioFormatGetPropertyInfo", "unknown property", kAudioFormatUnsupportedPropertyError) {
        var size: UInt32 = 0
        return AudioFormatGetPropertyInfo(0x3F3F_3F3F, 0, nil, &size)
      },
      Refusal("AudioFormatGetProperty", "unknown property", kAudioFormatUnsupportedPropertyError) {
        var size: UInt32 = 4
        var value: UInt32 = 0
        return AudioFormatGetProperty(0x3F3F_3F3F, 0, nil, &size, &value)
      },
      Refusal("AudioFormatGetProperty", "no size", parameter) {
        AudioFormatGetProperty(kAudioFormatProperty_DecodeFormatIDs, 0, nil, nil, nil)
      },
      Refusal("AudioFormatGetProperty", "zero size", kAudioFormatBadPropertySizeError) {
        var size: UInt32 = 0
        var value: UInt32 = 0
        return AudioFormatGetProperty(
          kAudioFormatProperty_NumberOfChannelsForLayout, 12, [kAudioChannelLayoutTag_Stereo, 0, 0] as [UInt32], &size,
          &value)
      },
    ]
  }

  private static let noInput: AudioConverterComplexInputDataProc = { _, count, _, _, _ in
    count.pointee = 0
    return noErr
  }

  private static func withBuffer(_ body: (UnsafeMutablePointer<AudioBufferList>) -> OSStatus) -> OSStatus {
    var bytes = [UInt8](repeating: 0, count: 64)
    return bytes.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 64, mData: memory.baseAddress))
      return body(&list)
    }
  }

  private static var converterRefusals: [Refusal] {
    var unknown = AudioStreamBasicDescription.coded(0x3F3F_3F3F, frames: 1)
    var pcm = AudioStreamBasicDescription.pcm()
    var handle: AudioConverterRef?
    var (first, second, third) = (UInt32(0), UInt32(0), UInt32(0))
    let unsupported = kAudioConverterErr_FormatNotSupported
    var class0 = AudioClassDescription(mType: 0, mSubType: 0, mManufacturer: 0)
    var dependency = AudioStreamPacketDependencyDescription()
    return [
      Refusal("AudioConverterNew", "unknown format", unsupported) { AudioConverterNew(&unknown, &pcm, &handle) },
      Refusal("AudioConverterNewWithOptions", "unknown format", unsupported) {
        AudioConverterNewWithOptions(&unknown, &pcm, .unbuffered, &handle)
      },
      Refusal("AudioConverterNewSpecific", "no codec of that class", unsupported) {
        AudioConverterNewSpecific(&pcm, &pcm, 1, &class0, &handle)
      },
      Refusal("AudioConverterDispose", "no converter", parameter) { AudioConverterDispose(stale) },
      Refusal("AudioConverterReset", "no converter", parameter) { AudioConverterReset(stale) },
      Refusal("AudioConverterGetPropertyInfo", "no converter", parameter) {
        AudioConverterGetPropertyInfo(stale, kAudioConverterPrimeInfo, nil, nil)
      },
      Refusal("AudioConverterGetProperty", "no converter", parameter) {
        AudioConverterGetProperty(stale, kAudioConverterPrimeInfo, &first, &second)
      },
      Refusal("AudioConverterSetProperty", "no converter", parameter) {
        AudioConverterSetProperty(stale, kAudioConverterPrimeMethod, 4, &first)
      },
      Refusal("AudioConverterConvertBuffer", "no converter", parameter) {
        AudioConverterConvertBuffer(stale, 0, &third, &first, &second)
      },
      Refusal("AudioConverterConvertComplexBuffer", "no converter", parameter) {
        withBuffer { AudioConverterConvertComplexBuffer(stale, 0, $0, $0) }
      },
      Refusal("AudioConverterFillBuffer", "no converter", parameter) {
        AudioConverterFillBuffer(stale, { _, _, _, _ in noErr }, nil, &first, &second)
      },
      Refusal("AudioConverterFillComplexBuffer", "no converter", parameter) {
        withBuffer { AudioConverterFillComplexBuffer(stale, noInput, nil, &first, $0, nil) }
      },
      Refusal("AudioConverterFillComplexBufferRealtimeSafe", "no converter", parameter) {
        withBuffer { AudioConverterFillComplexBufferRealtimeSafe(stale, noInput, nil, &first, $0, nil) }
      },
      Refusal("AudioConverterFillComplexBufferWithPacketDependencies", "no converter", parameter) {
        withBuffer {
          AudioConverterFillComplexBufferWithPacketDependencies(stale, noInput, nil, &first, $0, nil, &dependency)
        }
      },
    ]
  }

  private static var streamRefusals: [Refusal] {
    var (first, second) = (UInt32(0), UInt32(0))
    var offset: Int64 = 0
    var flags: AudioFileStreamSeekFlags = []
    let parse: (AudioFileStreamID) -> OSStatus = { AudioFileStreamParseBytes($0, 0, nil, []) }
    return [
      Refusal("AudioFileStreamParseBytes", "no stream", parameter) { parse(stale) },
      Refusal("AudioFileStreamSeek", "no stream", parameter) { AudioFileStreamSeek(stale, 0, &offset, &flags) },
      Refusal("AudioFileStreamGetPropertyInfo", "no stream", parameter) {
        AudioFileStreamGetPropertyInfo(stale, kAudioFileStreamProperty_DataFormat, nil, nil)
      },
      Refusal("AudioFileStreamGetProperty", "no stream", parameter) {
        AudioFileStreamGetProperty(stale, kAudioFileStreamProperty_FileFormat, &first, &second)
      },
      Refusal("AudioFileStreamSetProperty", "no stream", parameter) {
        AudioFileStreamSetProperty(stale, kAudioFileStreamProperty_FileFormat, 4, &first)
      },
      Refusal("AudioFileStreamClose", "no stream", parameter) { AudioFileStreamClose(stale) },
    ]
  }

  private static var fileHandleRefusals: [Refusal] {
    var (first, second, third) = (UInt32(4), UInt32(4), UInt32(4))
    var wide: UInt64 = 0
    var dependency = AudioStreamPacketDependencyDescription()
    let closed = kAudioFileNotOpenError
    return [
      Refusal("AudioFileClose", "no file", closed) { AudioFileClose(stale) },
      Refusal("AudioFileOptimize", "no file", closed) { AudioFileOptimize(stale) },
      Refusal("AudioFileReadBytes", "no file", closed) { AudioFileReadBytes(stale, false, 0, &first, &second) },
      Refusal("AudioFileWriteBytes", "no file", closed) { AudioFileWriteBytes(stale, false, 0, &first, &second) },
      Refusal("AudioFileReadPacketData", "no file", closed) {
        AudioFileReadPacketData(stale, false, &first, nil, 0, &second, &third)
      },
      Refusal("AudioFileReadPackets", "no file", closed) {
        AudioFileReadPackets(stale, false, &first, nil, 0, &second, &third)
      },
      Refusal("AudioFileWritePackets", "no file", closed) {
        AudioFileWritePackets(stale, false, 0, nil, 0, &second, &third)
      },
      Refusal("AudioFileWritePacketsWithDependencies", "no file", closed) {
        AudioFileWritePacketsWithDependencies(stale, false, 0, nil, &dependency, 0, &second, &third)
      },
      Refusal("AudioFileCountUserData", "no file", closed) { AudioFileCountUserData(stale, 0, &first) },
      Refusal("AudioFileGetUserDataSize", "no file", closed) { AudioFileGetUserDataSize(stale, 0, 0, &first) },
      Refusal("AudioFileGetUserDataSize64", "no file", closed) { AudioFileGetUserDataSize64(stale, 0, 0, &wide) },
      Refusal("AudioFileGetUserData", "no file", closed) { AudioFileGetUserData(stale, 0, 0, &first, &second) },
      Refusal("AudioFileGetUserDataAtOffset", "no file", closed) {
        AudioFileGetUserDataAtOffset(stale, 0, 0, 0, &first, &second)
      },
      Refusal("AudioFileSetUserData", "no file", closed) { AudioFileSetUserData(stale, 0, 0, 4, &first) },
      Refusal("AudioFileRemoveUserData", "no file", closed) { AudioFileRemoveUserData(stale, 0, 0) },
      Refusal("AudioFileGetPropertyInfo", "no file", closed) {
        AudioFileGetPropertyInfo(stale, kAudioFilePropertyFileFormat, nil, nil)
      },
      Refusal("AudioFileGetProperty", "no file", closed) {
        AudioFileGetProperty(stale, kAudioFilePropertyFileFormat, &first, &second)
      },
      Refusal("AudioFileSetProperty", "no file", closed) {
        AudioFileSetProperty(stale, kAudioFilePropertyFileFormat, 4, &first)
      },
    ]
  }

  private static var fileRefusals: [Refusal] {
    var handle: AudioFileID?
    var pcm = AudioStreamBasicDescription.pcm()
    var (first, second) = (UInt32(4), UInt32(4))
    let memory = AudioFileTests.Memory([])
    let missing = Fixture.temporary("wav") as CFURL
    let typeError = kAudioFileUnsupportedFileTypeError
    return [
      Refusal("AudioFileOpenURL", "no such file", kAudioFileFileNotFoundError) {
        AudioFileOpenURL(missing, .readPermission, 0, &handle)
      },
      Refusal("AudioFileCreateWithURL", "unknown type", typeError) {
        AudioFileCreateWithURL(missing, 0x3F3F_3F3F, &pcm, [], &handle)
      },
      Refusal("AudioFileOpenWithCallbacks", "nothing to read", typeError) {
        AudioFileOpenWithCallbacks(
          memory.address, AudioFileTests.Memory.read, nil, AudioFileTests.Memory.size, nil, 0, &handle)
      },
      Refusal("AudioFileInitializeWithCallbacks", "unknown type", typeError) {
        AudioFileInitializeWithCallbacks(
          memory.address, AudioFileTests.Memory.read, AudioFileTests.Memory.write, AudioFileTests.Memory.size,
          AudioFileTests.Memory.setSize, 0x3F3F_3F3F, &pcm, [], &handle)
      },
      Refusal("AudioFileGetGlobalInfoSize", "unknown property", kAudioFileUnsupportedPropertyError) {
        AudioFileGetGlobalInfoSize(0x3F3F_3F3F, 0, nil, &first)
      },
      Refusal("AudioFileGetGlobalInfoSize", "a size without a specifier", parameter) {
        AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_FileTypeName, 4, nil, &first)
      },
      Refusal("AudioFileGetGlobalInfo", "unknown property", kAudioFileUnsupportedPropertyError) {
        AudioFileGetGlobalInfo(0x3F3F_3F3F, 0, nil, &first, &second)
      },
      // There are no file references here.
      Refusal("AudioFileOpen", "no file references", kAudio_UnimplementedError) {
        AudioFileOpen(stale, .readPermission, 0, &handle)
      },
      Refusal("AudioFileInitialize", "no file references", kAudio_UnimplementedError) {
        AudioFileInitialize(stale, kAudioFileWAVEType, &pcm, [], &handle)
      },
    ]
  }

  private static var extendedRefusals: [Refusal] {
    var handle: ExtAudioFileRef?
    var pcm = AudioStreamBasicDescription.pcm()
    var (first, second) = (UInt32(0), UInt32(0))
    var offset: Int64 = 0
    let missing = Fixture.temporary("wav") as CFURL
    return [
      Refusal("ExtAudioFileOpenURL", "no such file", kAudioFileFileNotFoundError) {
        ExtAudioFileOpenURL(missing, &handle)
      },
      Refusal("ExtAudioFileCreateWithURL", "unknown type", kAudioFileUnsupportedFileTypeError) {
        ExtAudioFileCreateWithURL(missing, 0x3F3F_3F3F, &pcm, nil, 0, &handle)
      },
      Refusal("ExtAudioFileWrapAudioFileID", "no file", kAudioFileNotOpenError) {
        ExtAudioFileWrapAudioFileID(stale, false, &handle)
      },
      Refusal("ExtAudioFileDispose", "no file", parameter) { ExtAudioFileDispose(stale) },
      Refusal("ExtAudioFileRead", "no file", parameter) { withBuffer { ExtAudioFileRead(stale, &first, $0) } },
      Refusal("ExtAudioFileWrite", "no file", parameter) { withBuffer { ExtAudioFileWrite(stale, 0, $0) } },
      Refusal("ExtAudioFileWriteAsync", "no file", parameter) { ExtAudioFileWriteAsync(stale, 0, nil) },
      Refusal("ExtAudioFileSeek", "no file", parameter) { ExtAudioFileSeek(stale, 0) },
      Refusal("ExtAudioFileTell", "no file", parameter) { ExtAudioFileTell(stale, &offset) },
      Refusal("ExtAudioFileGetPropertyInfo", "no file", parameter) {
        ExtAudioFileGetPropertyInfo(stale, kExtAudioFileProperty_FileDataFormat, nil, nil)
      },
      Refusal("ExtAudioFileGetProperty", "no file", parameter) {
        ExtAudioFileGetProperty(stale, kExtAudioFileProperty_IOBufferSizeBytes, &first, &second)
      },
      Refusal("ExtAudioFileSetProperty", "no file", parameter) {
        ExtAudioFileSetProperty(stale, kExtAudioFileProperty_IOBufferSizeBytes, 4, &first)
      },
      Refusal("ExtAudioFileOpen", "no file references", kAudio_UnimplementedError) { ExtAudioFileOpen(stale, &handle) },
    ]
  }

  /// Functions that cannot fail, and those whose arguments Swift cannot make: the C program has them.
  private static let others: Set<String> = [
    "NumBytesToNumAudioFileMarkers", "NumAudioFileMarkersToNumBytes", "NextAudioFileRegion", "AudioConverterPrepare",
    "AudioFileStreamOpen", "AudioFileCreate", "ExtAudioFileCreateNew",
  ]

  private static var all: [Refusal] {
    formatRefusals + converterRefusals + streamRefusals + fileHandleRefusals + fileRefusals + extendedRefusals
  }

  @Test("A handle that is none, and arguments that are wrong, are told")
  func refusals() {
    Refusal.check(Self.all)
  }

  @Test("No function of the headers is left out", .needs(.api))
  func completeness() throws {
    let covered = Set(Self.all.map(\.function)).union(Self.others)
    for header in APIFacts.services {
      for function in try APIFacts.functions(of: header) { #expect(covered.contains(function), "\(function)") }
    }
  }

  @Test("What prepares a converter calls back, and the sizes of marker lists agree")
  func simpleFunctions() {
    for count in [0, 1, 7] {
      expectEqual(NumBytesToNumAudioFileMarkers(NumAudioFileMarkersToNumBytes(count)), count)
    }
    // A header of eight bytes, markers of forty.
    expectEqual(NumAudioFileMarkersToNumBytes(2), 88)
  }
}

/// The facts of the API, which are not part of the package.
enum APIFacts {
  static let services = ["AudioFormat", "AudioConverter", "AudioFile", "AudioFileStream", "ExtendedAudioFile"]

  private static func facts(of header: String) throws -> [String: Any] {
    let data = try Data(contentsOf: try SharedFiles.file("api/\(header).json"))
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  static func functions(of header: String) throws -> [String] {
    let names = (try facts(of: header)["functions"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    guard !names.isEmpty else { throw NothingToTest("no functions of \(header)") }
    return names
  }

  /// The properties of a header by their names.
  static func properties(of header: String, enumeration: String) throws -> [String: UInt32] {
    var found: [String: UInt32] = [:]
    for group in try facts(of: header)["enums"] as? [[String: Any]] ?? [] where group["name"] as? String == enumeration
    {
      for key in ["cases", "constants", "members", "values"] {
        for constant in group[key] as? [[String: Any]] ?? [] {
          guard let name = constant["name"] as? String, let value = constant["value"] as? Int else { continue }
          found[name] = UInt32(truncatingIfNeeded: value)
        }
      }
    }
    return found
  }
}
